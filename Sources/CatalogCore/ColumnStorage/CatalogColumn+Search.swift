internal import Scanning

/// Look-ups from values to ids, and from ids to rows.
extension CatalogColumn {
    /// Returns the id of the value of `text`: that exact text, or any spelling of a number or date. `nil` if no row
    /// has the value, or if the column has `rowTexts`.
    ///
    /// - Complexity: O(log `valueCount`).
    func id(of text: Span<UInt8>) -> UInt32? {
        guard let value = FieldValue(text, kind: kind) else { return nil }
        let id: UInt32
        switch value {
        case .text:
            let index = valueTexts.firstIndex(notBefore: text)
            return index < valueTexts.count && valueTexts.equals(index, text) ? UInt32(index + 1) : nil
        case .integer(let integer):
            id = firstID { self.integer(ofValue: $0) >= integer }
            guard id <= valueCount, self.integer(ofValue: id) == integer else { return nil }
        case .number(let number):
            if number.isNaN { return notANumberID }
            id = firstID(ofNumber: { $0 >= number })
            guard id <= valueCount, self.number(ofValue: id) == number else { return nil }
        case .date(let date):
            let day = date?.dayNumber ?? 0
            id = firstID { self.dayNumber(ofValue: $0) >= day }
            guard id <= valueCount, dayNumber(ofValue: id) == day else { return nil }
        }
        return id
    }

    /// Returns the first id whose value satisfies `condition`; `valueCount` + 1 if there is no such id. All later ids
    /// must satisfy it, too.
    ///
    /// Two calls give a range: `firstID { day($0) >= from }..<firstID { day($0) > to }`.
    ///
    /// - Complexity: O(log `valueCount`).
    func firstID(where condition: (UInt32) -> Bool) -> UInt32 {
        UInt32((1..<valueCount + 1).partitioningIndex { condition(UInt32($0)) })
    }

    /// Returns the first id whose number satisfies `condition`, as `firstID(where:)`. NaN, which sorts after all
    /// numbers, always satisfies it.
    ///
    /// - Complexity: O(log `valueCount`).
    func firstID(ofNumber condition: (Double) -> Bool) -> UInt32 {
        firstID { id in
            let number = number(ofValue: id)
            return number.isNaN || condition(number)
        }
    }

    /// Returns the ids of the texts that start with `prefix`; empty for numbers, dates and `rowTexts`.
    ///
    /// - Complexity: O(log `valueCount`).
    package func ids(withPrefix prefix: Span<UInt8>) -> Range<UInt32> {
        let indices = valueTexts.indices(withPrefix: prefix)
        return UInt32(indices.lowerBound + 1)..<UInt32(indices.upperBound + 1)
    }

    /// Calls `body` for each row that has value `id`, ascending.
    ///
    /// - Complexity: O(rows); a block of rows that all have one value costs one step.
    @inlinable package func forEachRow<Failure: Error>(
        ofValue id: UInt32, _ body: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        switch ids {
        case .sparse(let numbers):
            for position in 0..<numbers.count where numbers.number(at: position) == id {
                try body(numbers.row(at: position))
            }
        case .packed(let numbers):
            var block = InlineArray<1024, UInt32>(repeating: 0)
            for index in 0..<numbers.blockCount {
                let rows = numbers.rows(ofBlock: index)
                if let constant = numbers.constant(ofBlock: index) {
                    if constant == id { for row in rows { try body(row) } }
                    continue
                }
                var target = block.mutableSpan
                numbers.read(block: index, into: &target)
                for row in rows where target[row - rows.lowerBound] == id { try body(row) }
            }
        }
    }

    /// Returns the number of rows for each value id. Index 0 counts the rows without a value.
    func rowCounts(rows: Int) -> [Int] {
        var counts = [Int](repeating: 0, count: valueCount + 1)
        switch ids {
        case .sparse(let numbers):
            for position in 0..<numbers.count {
                let id = Int(numbers.number(at: position))
                if id <= valueCount { counts[id] += 1 }
            }
            counts[0] += max(0, rows - numbers.count)
        case .packed(let numbers):
            var block = InlineArray<1024, UInt32>(repeating: 0)
            for index in 0..<numbers.blockCount {
                let count = numbers.rows(ofBlock: index).count
                if let constant = numbers.constant(ofBlock: index) {
                    if constant <= valueCount { counts[Int(constant)] += count }
                    continue
                }
                var target = block.mutableSpan
                numbers.read(block: index, into: &target)
                var counts = counts.mutableSpan
                for position in 0..<count where target[position] <= valueCount { counts[Int(target[position])] += 1 }
            }
        }
        return counts
    }
}
