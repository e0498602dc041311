/// A value that no description, dump or mirror shows, nor those of what holds it.
package struct Redacted<Value> {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}
extension Redacted: Sendable where Value: Sendable {}

extension Redacted: CustomStringConvertible, CustomReflectable {
    package var description: String { "(hidden)" }

    package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
