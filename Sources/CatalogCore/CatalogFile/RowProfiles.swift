internal import Scanning

/// Makes profiles of the rows of a file.
///
/// A row's values lie in twice as many places as it has fields: each field has the number of the row's value, and elsewhere the value.
/// So all fields go through these steps together, and their waits for memory overlap.
struct RowProfiles: ~Copyable, Sendable {
    /// Fields that go through the steps together.
    private static let groupSize = 64
    /// Rows whose blocks are looked at together.
    private static let stretchRows = 1 << 16

    private let values: ProfileValues
    private let count: Int
    /// Blocks of rows are looked at when a profile of a row nearby is first asked for: whoever wants one doesn't wait for all.
    private let stretches: MadeOnceList<ProfileBlocks>
    private let rows: CatalogRows

    /// - Complexity: O(values of the fields that have few).
    init(_ rows: CatalogRows) {
        values = ProfileValues(rows)
        count = rows.count
        stretches = MadeOnceList(count: (rows.count + Self.stretchRows - 1) / Self.stretchRows)
        self.rows = rows
    }

    /// The profile of `row`.
    ///
    /// - Precondition: there is such a row.
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

    /// Makes the profile of exactly this symbol, with the string that was given; `nil` where there is none.
    ///
    /// What needs no waiting is done while the processor waits for memory: first the row's ids are fetched, then its profile's
    /// beginning is copied, then its own values are fetched, and then values that are kept are set.
    ///
    /// - Parameter profile: `nil`; in place, since a profile is large.
    func make(_ symbol: String, _ profile: inout InstrumentProfile?) {
        guard let row = rows.row(ofSymbol: symbol.utf8Span.span) else {
            profile = nil
            return
        }
        var numbers = InlineArray<64, UInt32>(repeating: 0)
        var ids = numbers.mutableSpan
        let stretch = stretch(of: row)
        // The symbol, which is the last step, is known.
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

    /// Reads the ids of the first group's values, fetches what isn't kept of these, and sets what is.
    @inline(__always)
    private func begin(
        _ row: Int, _ steps: Span<ProfileBlocks.Step>, _ ids: inout MutableSpan<UInt32>,
        _ profile: inout InstrumentProfile
    ) {
        read(row, steps, &ids)
        setShared(steps, ids.span, &profile)
        fetchTexts(steps, ids.span)
    }

    /// Sets the fields that `begin` left.
    ///
    /// - Parameter ids: those of the first group's values.
    @inline(never)
    private func finish(
        _ row: Int, _ blocks: borrowing ProfileBlocks, _ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>,
        _ profile: inout InstrumentProfile
    ) {
        set(row, steps, ids, &profile)
        if blocks.steps(of: row).count > Self.groupSize { addFurther(row, blocks, &profile) }
    }

    /// Sets the fields of all steps after the first group's.
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

    /// Fetches what says which values the row has.
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

    /// Reads the ids of the row's values, and fetches what is read first of these.
    @inline(__always)
    private func read(_ row: Int, _ steps: Span<ProfileBlocks.Step>, _ ids: inout MutableSpan<UInt32>) {
        for index in 0..<steps.count {
            let step = steps[index]
            if step.isRowText {
                // Any but 0: there may be a text. What says where it starts was fetched with the numbers.
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

    /// Sets the fields whose values are kept as a profile has them.
    @inline(__always)
    private func setShared(
        _ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>, _ profile: inout InstrumentProfile
    ) {
        for index in 0..<steps.count where steps[index].isShared && ids[index] > 0 {
            values.setShared(steps[index].column, ids[index], in: &profile)
        }
    }

    /// Fetches the texts of which `read` fetched where they start.
    @inline(__always)
    private func fetchTexts(_ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>) {
        for index in 0..<steps.count where steps[index].isRead && ids[index] > 0 {
            values.fetchText(steps[index].column, ids[index])
        }
    }

    /// Sets the fields whose values aren't shared, in the order of the columns.
    @inline(__always)
    private func set(
        _ row: Int, _ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>, _ profile: inout InstrumentProfile
    ) {
        for index in 0..<steps.count where !steps[index].isShared && ids[index] > 0 {
            values.set(steps[index].column, ids[index], row, in: &profile)
        }
    }
}
