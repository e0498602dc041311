internal import Scanning

/// Makes profiles of the rows of a file.
///
/// Each field of a row takes two dependent reads: the id of the row's value, then the value. The fields of a row
/// therefore go through each step together, so that their cache misses overlap.
struct RowProfiles: ~Copyable, Sendable {
    /// The number of fields that go through the steps together.
    private static let groupSize = 64
    /// The number of rows whose blocks are prepared together.
    private static let stretchRows = 1 << 16

    private let values: ProfileValues
    private let count: Int
    /// Blocks are prepared lazily, for a stretch of rows at a time, so that the first profile does not wait for all of
    /// them.
    private let stretches: MadeOnceList<ProfileBlocks>
    private let rows: CatalogRows

    /// - Complexity: O(values of the low-cardinality fields).
    init(_ rows: CatalogRows) {
        values = ProfileValues(rows)
        count = rows.count
        stretches = MadeOnceList(count: (rows.count + Self.stretchRows - 1) / Self.stretchRows)
        self.rows = rows
    }

    /// Returns the profile of `row`.
    ///
    /// - Precondition: 0 ≤ `row` < the number of rows.
    func profile(at row: Int) -> InstrumentProfile {
        var numbers = InlineArray<64, UInt32>(repeating: 0)
        var ids = numbers.mutableSpan
        let stretch = stretch(of: row)
        let steps = firstSteps(row, stretch.value)
        fetch(row, steps)
        var profile = stretch.value.beginning(of: row)
        begin(row, steps, &ids, &profile)
        finish(row, stretch.value, steps, ids.span, &profile)
        return profile
    }

    /// Makes the profile of exactly this symbol, reusing the given string; `nil` if no row has it.
    ///
    /// Work that needs no memory access fills the latency of the prefetches. The order is: prefetch the row's ids,
    /// copy the template, prefetch the row's own values, set the cached values.
    ///
    /// - Parameter profile: Must be `nil` on entry; filled in place to avoid copying a large value.
    func make(_ symbol: String, _ profile: inout InstrumentProfile?) {
        guard let row = rows.row(ofSymbol: symbol.utf8Span.span) else {
            profile = nil
            return
        }
        var numbers = InlineArray<64, UInt32>(repeating: 0)
        var ids = numbers.mutableSpan
        let stretch = stretch(of: row)
        // The last step is the symbol, which is already known.
        var steps = firstSteps(row, stretch.value)
        if !steps.isEmpty, steps[steps.count &- 1].column == values.symbolColumn {
            steps = steps.extracting(droppingLast: 1)
        }
        fetch(row, steps)
        profile = stretch.value.beginning(of: row)
        profile!.symbol = symbol
        begin(row, steps, &ids, &profile!)
        finish(row, stretch.value, steps, ids.span, &profile!)
    }

    @inline(__always)
    private func stretch(of row: Int) -> StableBox<ProfileBlocks> {
        stretches.place(at: row / Self.stretchRows) { made(row / Self.stretchRows) }
    }

    @inline(never)
    private func made(_ stretch: Int) -> ProfileBlocks {
        let first = stretch * Self.stretchRows
        return ProfileBlocks(values, first..<min(first + Self.stretchRows, count))
    }

    @_lifetime(borrow blocks)
    @inline(__always)
    private func firstSteps(_ row: Int, _ blocks: borrowing ProfileBlocks) -> Span<ProfileBlocks.Step> {
        blocks.steps(of: row).extracting(first: Self.groupSize)
    }

    /// Reads the ids of the first group of fields, prefetches the values that are not cached, and sets the cached
    /// ones.
    @inline(__always)
    private func begin(
        _ row: Int, _ steps: Span<ProfileBlocks.Step>, _ ids: inout MutableSpan<UInt32>,
        _ profile: inout InstrumentProfile
    ) {
        read(row, steps, &ids)
        setShared(steps, ids.span, &profile)
        fetchTexts(steps, ids.span)
    }

    /// Sets the fields that `begin` left unset.
    ///
    /// - Parameter ids: The ids of the first group of fields.
    @inline(never)
    private func finish(
        _ row: Int, _ blocks: borrowing ProfileBlocks, _ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>,
        _ profile: inout InstrumentProfile
    ) {
        set(row, steps, ids, &profile)
        if blocks.steps(of: row).count > Self.groupSize { addFurther(row, blocks, &profile) }
    }

    /// Sets the fields of all steps after the first group.
    @inline(never)
    private func addFurther(_ row: Int, _ blocks: borrowing ProfileBlocks, _ profile: inout InstrumentProfile) {
        let steps = blocks.steps(of: row)
        for first in stride(from: Self.groupSize, to: steps.count, by: Self.groupSize) {
            let group = steps.extracting(first..<min(first + Self.groupSize, steps.count))
            var numbers = InlineArray<64, UInt32>(repeating: 0)
            var ids = numbers.mutableSpan
            fetch(row, group)
            read(row, group, &ids)
            setShared(group, ids.span, &profile)
            fetchTexts(group, ids.span)
            set(row, group, ids.span, &profile)
        }
    }

    // MARK: The steps of a group

    /// Prefetches the row's ids.
    @inline(__always)
    private func fetch(_ row: Int, _ steps: Span<ProfileBlocks.Step>) {
        for index in 0..<steps.count {
            let step = steps[index]
            if step.isNumbered {
                step.numbers.fetch(row, in: values.file)
            } else if step.isRowText {
                values.fetchRowText(step.column, row)
            }
        }
    }

    /// Reads the row's ids, and prefetches the first memory that their values need.
    @inline(__always)
    private func read(_ row: Int, _ steps: Span<ProfileBlocks.Step>, _ ids: inout MutableSpan<UInt32>) {
        for index in 0..<steps.count {
            let step = steps[index]
            if step.isRowText {
                // The row may have a text, so the id must not be 0. `fetch` has already prefetched the position of the
                // text.
                ids[index] = 1
                values.fetchRowTextBlock(step.column, row)
                continue
            }
            let id =
                step.isNumbered
                ? step.numbers.number(of: row, in: values.file) : values.columns[step.column].id(at: row)
            ids[index] = id
            if step.isFetched, id > 0 { values.fetchValue(step.column, id) }
        }
    }

    /// Sets the fields whose values are shared.
    @inline(__always)
    private func setShared(
        _ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>, _ profile: inout InstrumentProfile
    ) {
        for index in 0..<steps.count where steps[index].isShared && ids[index] > 0 {
            values.setShared(steps[index].column, ids[index], in: &profile)
        }
    }

    /// Prefetches the texts whose positions `read` prefetched.
    @inline(__always)
    private func fetchTexts(_ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>) {
        for index in 0..<steps.count where steps[index].isRead && ids[index] > 0 {
            values.fetchText(steps[index].column, ids[index])
        }
    }

    /// Sets the fields whose values are not shared, in column order.
    @inline(__always)
    private func set(
        _ row: Int, _ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>, _ profile: inout InstrumentProfile
    ) {
        for index in 0..<steps.count where !steps[index].isShared && ids[index] > 0 {
            values.set(steps[index].column, ids[index], row, in: &profile)
        }
    }
}
