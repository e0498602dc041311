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
    private let table: SymbolTable
    private let symbols: FrontCodedText
    /// The column of the symbols; -1 where these aren't the rows' own texts, which is damage.
    private let symbolColumn: Int

    /// - Complexity: O(values of the fields that have few).
    init(_ rows: CatalogRows) {
        values = ProfileValues(rows)
        count = rows.count
        stretches = MadeOnceList(count: (rows.count + Self.stretchRows - 1) / Self.stretchRows)
        table = rows.symbolTable
        symbols = rows.symbols
        symbolColumn = rows.columns.firstIndex { $0.field == .symbol && $0.rowTexts != nil } ?? -1
    }

    /// The profile of `row`.
    ///
    /// - Precondition: there is such a row.
    func profile(at row: Int) -> InstrumentProfile {
        var numbers = InlineArray<64, UInt32>(repeating: 0)
        var ids = numbers.mutableSpan
        let stretch = stretch(of: row)
        fetch(row, firstSteps(row, stretch.value))
        var profile = stretch.value.beginning(of: row)
        begin(row, stretch.value, &ids, &profile)
        finish(row, stretch.value, ids.span, nil, &profile)
        return profile
    }

    /// Makes the profile of exactly this symbol, with the string that was given; `nil` where there is none.
    ///
    /// What needs no waiting is done while the processor waits for memory, also before it is known that the candidate's symbol is the
    /// wanted one: first the candidate's ids are fetched, then its profile's beginning is copied, then its own values and its symbol are
    /// fetched, then values that are kept are set, and then the symbols are compared.
    ///
    /// - Parameter profile: `nil`; in place, since a profile is large.
    func make(_ symbol: String, _ profile: inout InstrumentProfile?) {
        var numbers = InlineArray<64, UInt32>(repeating: 0)
        var ids = numbers.mutableSpan
        let text = symbol.utf8Span.span
        var search = table.search(for: text)
        while true {
            search.next(in: table)
            let row = search.row
            if row < 0 { break }
            // Damage.
            if row >= min(symbols.count, count) { continue }
            let stretch = stretch(of: row)
            fetch(row, firstSteps(row, stretch.value))
            profile = stretch.value.beginning(of: row)
            begin(row, stretch.value, &ids, &profile!)
            if symbols.equals(row, text) {
                finish(row, stretch.value, ids.span, symbol, &profile!)
                return
            }
        }
        profile = nil
    }

    @inline(__always)
    private func stretch(of row: Int) -> Place<ProfileBlocks> {
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
        _ row: Int, _ blocks: borrowing ProfileBlocks, _ ids: inout MutableSpan<UInt32>,
        _ profile: inout InstrumentProfile
    ) {
        let steps = firstSteps(row, blocks)
        read(row, steps, &ids)
        setShared(steps, ids.span, &profile)
        fetchTexts(steps, ids.span)
    }

    /// Sets the fields that `begin` left.
    ///
    /// - Parameters:
    ///   - ids: those of the first group's values.
    ///   - symbol: the row's, where it is known.
    @inline(never)
    private func finish(
        _ row: Int, _ blocks: borrowing ProfileBlocks, _ ids: Span<UInt32>, _ symbol: String?,
        _ profile: inout InstrumentProfile
    ) {
        set(row, firstSteps(row, blocks), ids, symbol, &profile)
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
            set(row, group, ids.span, nil, &profile)
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
        _ row: Int, _ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>, _ symbol: String?,
        _ profile: inout InstrumentProfile
    ) {
        for index in 0..<steps.count where !steps[index].isShared && ids[index] > 0 {
            let column = steps[index].column
            if let symbol, column == symbolColumn {
                profile.symbol = symbol
            } else {
                values.set(column, ids[index], row, in: &profile)
            }
        }
    }
}
