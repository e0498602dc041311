/// A value that no description, dump or mirror shows, nor those of what holds it.
package struct Hidden<Value> {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

extension Hidden: Equatable where Value: Equatable {}
extension Hidden: Hashable where Value: Hashable {}
extension Hidden: Sendable where Value: Sendable {}

extension Hidden: CustomStringConvertible, CustomReflectable {
    package var description: String { "(hidden)" }

    package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
