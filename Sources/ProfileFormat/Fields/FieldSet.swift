/// A set of standard fields, a bit for each.
struct FieldSet: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// By the fields' numbers.
    private var bits: UInt64 = 0

    init(arrayLiteral fields: ProfileField...) {
        for field in fields { insert(field) }
    }

    func contains(_ field: ProfileField) -> Bool { bits & Self.bit(of: field) != 0 }

    mutating func insert(_ field: ProfileField) { bits |= Self.bit(of: field) }

    mutating func formUnion(_ other: FieldSet) { bits |= other.bits }

    mutating func formIntersection(_ other: FieldSet) { bits &= other.bits }

    private static func bit(of field: ProfileField) -> UInt64 {
        precondition(field.rawValue < UInt64.bitWidth, "more standard fields than bits: use a wider number")
        return 1 &<< UInt64(field.rawValue)
    }
}
