import Bookstall
import Testing

@testable import Presentation

@Suite("Snack pictures")
struct SnackSceneTests {
  static let dishes = [
    "驴打滚", "年糕", "豆汁", "糖葫芦", "豆馅烧饼", "春饼", "艾窝窝", "爆肚", "烤鸭", "炸酱面", "卤煮火烧", "豌豆黄", "炒肝", "面茶", "糖耳朵",
    "门钉肉饼",
  ]

  @Test func `every banner, dish and bar of the guide has a picture of its own dish`() throws {
    let snacks = try SampleSnacks()
    let images = snacks.headers.map(\.image) + snacks.foods.map(\.image) + snacks.bars.map(\.bar.image)
    for image in images { #expect(Scene(snack: image) != Scene.teapot, "\(image)") }
    #expect(Scene(snack: "驴打滚-slice-1") == Scene(snack: "驴打滚-fact-1"))
    #expect(Scene(snack: "something") == Scene.teapot)
    #expect(Scene(snack: "") == Scene.teapot)
  }

  @Test func `the pictures differ from each other and from light to dark`() {
    let prints = (Self.dishes + ["茶"]).flatMap { dish in
      Theme.allCases.map { fingerprint(of: dish, theme: $0) }
    }
    #expect(Set(prints).count == 34)
  }

  @Test func `every shape's role is in the palette`() {
    for dish in Self.dishes + ["茶"] {
      let scene = Scene(snack: dish)
      let roles = Set(scene.palette.map(\.name))
      #expect(roles.count == scene.palette.count, "\(dish)")
      for shape in scene.shapes { #expect(roles.isSuperset(of: shape.filledRoles), "\(dish)") }
    }
  }

  @Test(
    arguments: [
      ("驴打滚", 0xAD37_5BFB_E5B2_0912, 0x8915_0970_EAE5_C230),
      ("年糕", 0xE527_1FC2_18C5_C62D, 0xEF8C_1C5F_FECB_A3F2),
      ("豆汁", 0xA414_8F14_2DC9_2260, 0x2A1B_5D98_C8EA_7E60),
      ("糖葫芦", 0x4986_5E72_4F84_454F, 0xAF8B_91EF_0AB9_55CE),
      ("豆馅烧饼", 0xF951_DF04_DEBC_AA12, 0x7198_BC8C_F535_C7F7),
      ("春饼", 0xE06C_87FC_9098_2579, 0xCE17_F6FB_2527_3693),
      ("艾窝窝", 0x31F2_7B42_27CF_141C, 0xABD2_9AC9_01F7_2D73),
      ("爆肚", 0x09F2_032E_E144_EE32, 0x95B0_D7A2_01C9_7951),
      ("烤鸭", 0x3EE6_C919_D808_4B9E, 0xC41A_A506_CF58_DC29),
      ("炸酱面", 0xEB83_561D_BF70_90D2, 0x8080_67E3_4C70_422F),
      ("卤煮火烧", 0xC84B_C38E_EF34_A6FD, 0xDB8F_9460_2BE9_9CA3),
      ("豌豆黄", 0x7CE7_9A48_82FC_2FBE, 0xD6F5_12A1_6227_6704),
      ("炒肝", 0x0CA8_5778_4A04_1C18, 0x795D_EF83_76D1_8A89),
      ("面茶", 0x7116_E33A_5C65_C773, 0x785B_D149_C90E_1809),
      ("糖耳朵", 0xFE78_8CB8_48F0_2BB9, 0xAB01_B064_F0FE_D247),
      ("门钉肉饼", 0xDC5F_7EA6_81B3_2F98, 0xDBD2_0C60_6D06_C29A),
    ] as [(String, UInt64, UInt64)])
  func `pictures are the same bytes on every machine`(dish: String, light: UInt64, dark: UInt64) {
    #expect(fingerprint(of: dish, theme: .light) == light)
    #expect(fingerprint(of: dish, theme: .dark) == dark)
  }

  @Test func `a part of a picture is cut out of it and not squeezed`() {
    let picture = Picture(
      scene: Scene(snack: "年糕"), theme: .light, depth: .trueColour, columns: 40, rows: 10, part: 60...180)
    let whole = Raster(picture.scene, theme: .light, width: 80, height: 20)
    let part = picture.raster(of: picture.scene, in: .light, width: 40, height: 20)
    #expect(part == whole.part(columns: 20..<60, rows: 0..<20))
    #expect(part[0, 0] == whole[20, 0])
  }

  private func fingerprint(of dish: String, theme: Theme) -> UInt64 {
    Raster(Scene(snack: dish), theme: theme, width: 60, height: 20).pixels.reduce(0xCBF2_9CE4_8422_2325) {
      hash, pixel in
      [pixel.red, pixel.green, pixel.blue].reduce(hash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }
}

extension Shape {
  fileprivate var filledRoles: [String] {
    switch self {
    case .gradient(let top, let bottom): [top, bottom]
    case .circle(_, _, _, let role), .ellipse(_, _, _, _, let role), .ring(_, _, _, _, let role),
      .rectangle(_, _, _, _, let role), .polygon(_, let role, _), .line(_, _, let role):
      [role]
    }
  }
}
