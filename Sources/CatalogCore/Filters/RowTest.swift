internal import Scanning

/// One condition of a filter, compiled for the rows of a catalog.
@usableFromInline enum RowTest: Sendable {
    /// A test of the row's value id.
    case values(CatalogColumn.IDs, ValueSet)
    /// A test that the row has not expired: by the id of EXPIRATION or, if not set, of LAST_TRADE. Each has a lowest
    /// accepted id.
    case active(CatalogColumn.IDs, from: UInt32, otherwise: CatalogColumn.IDs, otherwiseFrom: UInt32)
    /// A test that the row is not hidden by a newer profile.
    case visible(hidden: RowSet)
    /// A test for membership in a set of rows.
    case rows(RowSet)
    /// A test of the row's own text.
    case text(FrontCodedText, CatalogFilter.Condition)

    /// The sort key of tests: tests on packed ids are far cheaper than tests on texts.
    var cost: Int {
        switch self {
        case .values(.sparse, _), .values(_, .range), .visible: 0
        case .values: 1
        case .rows: 2
        case .active: 3
        case .text: 4
        }
    }

    /// The number of work steps to count for a block of rows: one per comparison of a text with a pattern.
    var stepsPerBlock: Int {
        if case .text(_, let condition) = self { return PackedNumbers.blockRows * condition.patterns.count }
        return PackedNumbers.blockRows / 16
    }

    /// Returns whether the row passes.
    func matches(_ row: Int) -> Bool {
        switch self {
        case .values(let ids, let accepted): return accepted.contains(ids[row])
        case .active(let first, let from, let second, let secondFrom):
            let id = first[row]
            if id != 0 { return id >= from }
            let other = second[row]
            return other == 0 || other >= secondFrom
        case .visible(let hidden): return !hidden.contains(row)
        case .rows(let set): return set.contains(row)
        case .text(let texts, let condition):
            return texts.withText(row) { condition.matches($0, kind: .text) }
        }
    }

    /// Removes from `mask` the rows of the block of 1,024 rows at `index` that fail the test.
    ///
    /// - Complexity: O(1,024), or O(rows in the mask) for texts.
    func filter(_ mask: inout RowBlock, block index: Int, _ scratch: inout MutableSpan<UInt32>) {
        switch self {
        case .values(.packed(let numbers), let accepted):
            Self.filter(&mask, numbers, block: index, accepted, &scratch)
        case .values(.sparse(let numbers), let accepted): Self.filter(&mask, numbers, block: index, accepted)
        case .active(let first, let from, let second, let secondFrom):
            Self.filter(&mask, block: index, first, from, second, secondFrom, &scratch)
        case .visible(let hidden):
            if index >= hidden.blockCount { return }
            mask.subtract(hidden.block(index))
        case .rows(let set): mask.formIntersection(set.block(index))
        case .text(let texts, let condition): Self.filter(&mask, texts, block: index, condition)
        }
    }

    @inline(__always)
    private static func filter(
        _ mask: inout RowBlock, _ numbers: PackedNumbers, block index: Int, _ accepted: ValueSet,
        _ scratch: inout MutableSpan<UInt32>
    ) {
        guard index < numbers.blockCount else {
            // There are fewer ids than rows only in a damaged file.
            if !accepted.contains(0) { mask = RowBlock() }
            return
        }
        if let constant = numbers.constant(ofBlock: index) {
            if !accepted.contains(constant) { mask = RowBlock() }
            return
        }
        numbers.read(block: index, into: &scratch)
        switch accepted {
        case .range(let from, let end):
            let width = end &- min(from, end)
            var mask = mask.mutableWords
            for word in 0..<RowBlock.wordCount where mask[word] != 0 {
                var bits: UInt64 = 0
                for bit in 0..<64 { bits |= (scratch[word * 64 + bit] &- from < width ? 1 : 0) &<< UInt64(bit) }
                mask[word] &= bits
            }
        case .table(let table):
            let table = table.span
            var mask = mask.mutableWords
            for word in 0..<RowBlock.wordCount where mask[word] != 0 {
                var bits: UInt64 = 0
                for bit in 0..<64 {
                    let id = Int(scratch[word * 64 + bit])
                    bits |= (id < table.count && table[id] != 0 ? 1 : 0) &<< UInt64(bit)
                }
                mask[word] &= bits
            }
        }
    }

    /// Filters rows by their first id if it is set, otherwise by their second.
    private static func filter(
        _ mask: inout RowBlock, block index: Int, _ first: CatalogColumn.IDs, _ from: UInt32,
        _ second: CatalogColumn.IDs, _ secondFrom: UInt32, _ scratch: inout MutableSpan<UInt32>
    ) {
        let start = index * PackedNumbers.blockRows
        let isLate = { (id: UInt32) in id == 0 || id >= secondFrom }
        guard case .packed(let numbers) = first, index < numbers.blockCount else {
            return mask.filter { first[start + $0] == 0 ? isLate(second[start + $0]) : first[start + $0] >= from }
        }
        if let constant = numbers.constant(ofBlock: index) {
            if constant != 0 {
                if constant < from { mask = RowBlock() }
                return
            }
            if case .packed(let others) = second, let other = others.constant(ofBlock: index) {
                if !isLate(other) { mask = RowBlock() }
                return
            }
            return mask.filter { isLate(second[start + $0]) }
        }
        numbers.read(block: index, into: &scratch)
        var mask = mask.mutableWords
        for word in 0..<RowBlock.wordCount where mask[word] != 0 {
            var late: UInt64 = 0
            var unset: UInt64 = 0
            for bit in 0..<64 {
                let id = scratch[word * 64 + bit]
                late |= (id >= from ? 1 : 0) &<< UInt64(bit)
                unset |= (id == 0 ? 1 : 0) &<< UInt64(bit)
            }
            var rest = unset & mask[word]
            late &= ~unset
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                if isLate(second[start + word * 64 + bit]) { late |= 1 &<< UInt64(bit) }
                rest &= rest &- 1
            }
            mask[word] &= late
        }
    }

    private static func filter(
        _ mask: inout RowBlock, _ numbers: SparseNumbers, block index: Int, _ accepted: ValueSet
    ) {
        let start = index * PackedNumbers.blockRows
        let end = start + PackedNumbers.blockRows
        let acceptsUnset = accepted.contains(0)
        let asked = mask
        if !acceptsUnset { mask = RowBlock() }
        var result = mask.mutableWords
        let words = asked.words
        var position = numbers.firstPosition(notBefore: start)
        while position < numbers.count, numbers.row(at: position) < end {
            let row = numbers.row(at: position) - start
            let isAccepted = accepted.contains(numbers.number(at: position))
            // In a damaged file, the rows may not ascend.
            if row >= 0, isAccepted != acceptsUnset { result[row / 64] ^= words[row / 64] & 1 &<< UInt64(row % 64) }
            position += 1
        }
    }

    /// Removes the rows of a block whose texts do not meet the condition. If many rows are left, decodes the block's
    /// texts sequentially, each from the previous one.
    private static func filter(
        _ mask: inout RowBlock, _ texts: FrontCodedText, block index: Int, _ condition: CatalogFilter.Condition
    ) {
        let start = index * PackedNumbers.blockRows
        if mask.count < 128 {
            mask.filter { position in texts.withText(start + position) { condition.matches($0, kind: .text) } }
            return
        }
        let rows = start..<start + PackedNumbers.blockRows
        // Most conditions are one pattern with stars, which needs only the own bytes of each front-coded text.
        if condition.patterns.count == 1, !condition.matchesListElements {
            let pattern = condition.patterns[0]
            if let found = matchesOfByte(pattern, rows, texts) ?? matchesOfPieces(pattern, rows, texts) {
                return mask.formIntersection(found)
            }
        }
        var passed = RowBlock()
        texts.forEach(in: rows) { row, text in
            let position = row - start
            if mask.contains(position), condition.matches(text, kind: .text) { passed.insert(position) }
        }
        mask = passed
    }

    // Two separate functions, since a combined one would run out of registers.

    @inline(never)
    private static func matchesOfByte(
        _ pattern: FieldPattern, _ rows: Range<Int>, _ texts: FrontCodedText
    ) -> RowBlock? {
        guard var walk = ByteWalk(pattern) else { return nil }
        var found = RowBlock()
        texts.forEachOwn(in: rows) { row, shared, offset, length in
            if walk.matches(texts.bytes, at: offset, length, sharing: shared) { found.insert(row - rows.lowerBound) }
        }
        return found
    }

    @inline(never)
    private static func matchesOfPieces(
        _ pattern: FieldPattern, _ rows: Range<Int>, _ texts: FrontCodedText
    ) -> RowBlock? {
        guard var walk = PatternWalk(pattern) else { return nil }
        var found = RowBlock()
        texts.forEachChange(in: rows) { row, shared, text in
            if walk.matches(text, sharing: shared) { found.insert(row - rows.lowerBound) }
        }
        return found
    }
}

extension CatalogColumn.IDs {
    /// The ids of a column in which no row has a value.
    static let none = CatalogColumn.IDs.packed(PackedNumbers(.empty, limit: 0))

    /// The id of `row`; 0 if it has no value.
    @inline(__always)
    subscript(row: Int) -> UInt32 {
        switch self {
        case .packed(let numbers): numbers[row]
        case .sparse(let numbers): numbers[row]
        }
    }
}
