/// The ranges of an instrument's fields that match a query. One or two ranges need no allocation.
package struct MatchedRanges: Hashable, Sendable {
    private struct One: Hashable {
        var field: ProfileField
        var start: UInt32
        var end: UInt32

        init(_ field: ProfileField, _ range: Range<Int>) {
            self.field = field
            start = UInt32(truncatingIfNeeded: range.lowerBound)
            end = UInt32(truncatingIfNeeded: range.upperBound)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    private var first: One?
    private var second: One?
    private var others: [One]?

    package init() {}

    package var isEmpty: Bool { first == nil }

    /// Adds a range of a field's text, which must follow the ranges added before.
    mutating func append(_ range: Range<Int>, of field: ProfileField) {
        let one = One(field, range)
        if first == nil {
            first = one
        } else if second == nil {
            second = one
        } else {
            if others == nil { others = [] }
            others!.append(one)
        }
    }

    /// The ranges of each field that has any.
    var byField: [ProfileField: [Range<Int>]] {
        guard let first else { return [:] }
        var result = [first.field: [first.range]]
        if let second { result[second.field, default: []].append(second.range) }
        for other in others ?? [] { result[other.field, default: []].append(other.range) }
        return result
    }
}
