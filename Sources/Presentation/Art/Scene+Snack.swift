extension Scene {
  /// The picture of a snack by its image's name, such as `驴打滚-slice-1`: the part before the first dash counts.
  ///
  /// A name without a picture of its own shows a teapot.
  package init(snack image: String) {
    let dish = image.split(separator: "-", maxSplits: 1).first.map(String.init) ?? ""
    self =
      switch dish {
      case "驴打滚": .rollingDonkey
      case "年糕": .newYearCake
      case "豆汁": .fermentedBeanDrink
      case "糖葫芦": .candiedHawthorn
      case "豆馅烧饼": .redBeanCake
      case "春饼": .springPancake
      case "艾窝窝": .snowball
      case "爆肚": .boiledTripe
      case "烤鸭": .roastDuck
      case "炸酱面": .friedSauceNoodles
      case "卤煮火烧": .stewWithBread
      case "豌豆黄": .splitPeaJelly
      case "炒肝": .liverInGravy
      case "面茶": .milletPorridge
      case "糖耳朵": .sugarEar
      case "门钉肉饼": .gateStudPatty
      default: .teapot
      }
  }

  /// A room of one colour by its wall and table, and what else the picture fills with.
  static func kitchen(
    wall: (light: (UInt32, UInt32), dark: (UInt32, UInt32)), table: (light: UInt32, dark: UInt32),
    _ roles: [Role], _ shapes: [[Shape]]
  ) -> Scene {
    Scene(
      palette: [
        .init("a", light: wall.light.0, dark: wall.dark.0),
        .init("b", light: wall.light.1, dark: wall.dark.1),
        .init("table", light: table.light, dark: table.dark),
        .init("edge", light: mixed(table.light, 0xFFFFFF), dark: mixed(table.dark, 0x806040)),
        .init("shade", light: mixed(table.light, 0x000000), dark: mixed(table.dark, 0x000000)),
        .init("steam", light: mixed(wall.light.1, 0xFFFFFF), dark: mixed(wall.dark.1, 0xC8B8A8)),
      ] + roles, shapes: [.gradient(from: "a", to: "b")] + shapes.flatMap { $0 })
  }

  /// Two thirds of one colour and a third of another.
  private static func mixed(_ colour: UInt32, _ other: UInt32) -> UInt32 {
    let (first, second) = (RGB(colour), RGB(other))
    func mix(_ left: UInt8, _ right: UInt8) -> UInt8 { UInt8((Int(left) * 2 + Int(right)) / 3) }
    return RGB(
      red: mix(first.red, second.red), green: mix(first.green, second.green),
      blue: mix(first.blue, second.blue)
    ).value
  }
}
