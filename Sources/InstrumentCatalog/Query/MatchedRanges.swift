/// What of an instrument's fields matched a query. Mostly that is one range, which needs no memory of its own.
struct MatchedRanges: Hashable, Sendable {
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
    private var others: [One] = []

    var isEmpty: Bool { first == nil }

    /// Adds a range of a field's text after those that were added before.
    mutating func append(_ range: Range<Int>, of field: ProfileField) {
        if first == nil { first = One(field, range) } else { others.append(One(field, range)) }
    }

    /// The ranges of each field that has any.
    var byField: [ProfileField: [Range<Int>]] {
        guard let first else { return [:] }
        var result = [first.field: [first.range]]
        for other in others { result[other.field, default: []].append(other.range) }
        return result
    }
}
