/// A weak reference to a context, which its objects share, since each weak reference has its price.
final class ContextLink {
  weak var context: ManagedContext?
}
