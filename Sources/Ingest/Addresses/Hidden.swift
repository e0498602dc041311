/// A value that no description, dump or mirror shows, nor those of what holds it.
struct Hidden<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension Hidden: Equatable where Value: Equatable {}
extension Hidden: Hashable where Value: Hashable {}
extension Hidden: Sendable where Value: Sendable {}

extension Hidden: CustomStringConvertible, CustomReflectable {
    var description: String { "(hidden)" }

    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
