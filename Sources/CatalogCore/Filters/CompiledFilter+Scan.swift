internal import Dispatch
internal import Synchronization

/// Scans of all rows, 1,024 at a time.
extension CompiledFilter {
    /// Returns all rows that match.
    ///
    /// - Complexity: O(`rows.count`) for each condition on a field with value ids; less if neighboring rows have equal
    ///   values, or if an earlier condition has excluded whole blocks. If no index narrows down a condition on row
    ///   texts, the texts are compared one by one, on up to four threads.
    package func matchingRows() -> RowSet {
        var set = RowSet(rowCount: rows.count)
        if matchesNothing { return set }
        if let candidates {
            var steps = WorkSteps()
            for row in candidates where !steps.isStopped(after: tests.count) && matches(row) { set.insert(row) }
            return set
        }
        let blockCount = set.blockCount
        let parts = partCount(blockCount)
        if parts == 1 {
            insertMatches(ofBlocks: 0..<blockCount, into: &set)
            return set
        }
        let all = Mutex(set)
        let limit = WorkLimit.current
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            var found = RowSet(rowCount: rows.count)
            let blocks = (blockCount * part / parts)..<(blockCount * (part + 1) / parts)
            if let limit {
                limit.run { insertMatches(ofBlocks: blocks, into: &found) }
            } else {
                insertMatches(ofBlocks: blocks, into: &found)
            }
            all.withLock { $0.formUnion(found) }
        }
        return all.withLock { $0 }
    }

    /// Returns the number of parts that are scanned in parallel: more than one if most texts must be read.
    private func partCount(_ blocks: Int) -> Int {
        var readsTexts = false
        for test in tests {
            if case .rows = test { return 1 }
            if case .text = test { readsTexts = true }
        }
        return readsTexts && blocks >= 64 ? min(4, blocks / 32) : 1
    }

    private func insertMatches(ofBlocks blocks: Range<Int>, into set: inout RowSet) {
        var block = InlineArray<1024, UInt32>(repeating: 0)
        var scratch = block.mutableSpan
        var steps = WorkSteps()
        for index in blocks {
            if steps.isStopped(after: stepsPerBlock) { return }
            set.setBlock(index, matchingRows(ofBlock: index, &scratch))
        }
    }

    /// The number of work steps to count for a block of rows.
    @usableFromInline var stepsPerBlock: Int { tests.reduce(1) { $0 + $1.stepsPerBlock } }

    /// Returns the matching rows of the block of 1,024 rows at `index`. `scratch` must have room for 1,024 ids.
    @usableFromInline func matchingRows(ofBlock index: Int, _ scratch: inout MutableSpan<UInt32>) -> RowBlock {
        var mask = RowBlock(first: rows.count - index * PackedNumbers.blockRows)
        // Iterating over the array would copy each test for each block.
        let tests = tests.span
        for number in tests.indices {
            tests[number].filter(&mask, block: index, &scratch)
            if mask.isEmpty { break }
        }
        return mask
    }

    /// Calls `body` for each matching row from `start` on, best first, until `body` returns false.
    ///
    /// - Complexity: As `matchingRows`, for the rows up to the last one passed to `body`.
    @inlinable package func forEachMatch<Failure: Error>(from start: Int = 0, _ body: (Int) throws(Failure) -> Bool)
        throws(Failure)
    {
        if matchesNothing { return }
        if let candidates {
            var steps = WorkSteps()
            for row in candidates where row >= start {
                if steps.isStopped(after: tests.count) { return }
                if !matches(row) { continue }
                guard try body(row) else { return }
            }
            return
        }
        let first = max(0, start)
        var block = first / PackedNumbers.blockRows
        var ids = InlineArray<1024, UInt32>(repeating: 0)
        var scratch = ids.mutableSpan
        var steps = WorkSteps()
        while block * PackedNumbers.blockRows < rows.count {
            if steps.isStopped(after: stepsPerBlock) { return }
            let mask = matchingRows(ofBlock: block, &scratch)
            for word in 0..<RowBlock.wordCount {
                var bits = mask.words[word]
                while bits != 0 {
                    let row = block * PackedNumbers.blockRows + word * 64 + bits.trailingZeroBitCount
                    if row >= first {
                        guard try body(row) else { return }
                    }
                    bits &= bits &- 1
                }
            }
            block += 1
        }
    }
}
