internal import Scanning

/// Makes profiles of the rows of a file.
///
/// A row's values lie in twice as many places as it has fields: each field has the number of the row's value, and elsewhere the value.
/// So all fields go through these steps together, and their waits for memory overlap.
final class RowProfiles: Sendable {
    /// Fields that go through the steps together.
    private static let groupSize = 64
    /// Rows whose blocks are looked at together.
    private static let stretchRows = 1 << 16

    private let values: ProfileValues
    private let count: Int
    /// Blocks of rows are looked at when a profile of a row nearby is first asked for: whoever wants one doesn't wait for all.
    private let stretches: MadeOnceList<ProfileBlocks.Kept>
    private let symbols: FrontCodedText
    /// The column of the symbols; -1 where these aren't the rows' own texts, which is damage.
    private let symbolColumn: Int

    /// - Complexity: O(values of the fields that have few).
    init(_ rows: CatalogRows) {
        values = ProfileValues(rows)
        count = rows.count
        stretches = MadeOnceList(count: (rows.count + Self.stretchRows - 1) / Self.stretchRows)
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
        read(row, stretch.blocks, &ids)
        return profile(at: row, ids.span, of: nil, stretch.blocks)
    }

    /// The profile of exactly this symbol, with the string that was given; `nil` where there is none.
    ///
    /// The waits for what is compared with the symbol overlap with those for the values.
    func profile(of symbol: String, in table: SymbolTable) -> InstrumentProfile? {
        var numbers = InlineArray<64, UInt32>(repeating: 0)
        var ids = numbers.mutableSpan
        let text = symbol.utf8Span.span
        var search = table.search(for: text)
        while true {
            search.next(in: table)
            if search.row < 0 { return nil }
            // Damage.
            if search.row >= min(symbols.count, count) { continue }
            let stretch = stretch(of: search.row)
            read(search.row, stretch.blocks, &ids)
            if symbols.equals(search.row, text) {
                return profile(at: search.row, ids.span, of: symbol, stretch.blocks)
            }
        }
    }

    @inline(__always)
    private func stretch(of row: Int) -> ProfileBlocks.Kept {
        stretches.object(at: row / Self.stretchRows) { made(row / Self.stretchRows) }
    }

    @inline(never)
    private func made(_ stretch: Int) -> ProfileBlocks.Kept {
        let first = stretch * Self.stretchRows
        return ProfileBlocks.Kept(ProfileBlocks(values, first..<min(first + Self.stretchRows, count)))
    }

    /// Reads the ids of the first group's values, and fetches what is read next.
    @inline(__always)
    private func read(_ row: Int, _ blocks: borrowing ProfileBlocks, _ ids: inout MutableSpan<UInt32>) {
        let group = blocks.steps(of: row).extracting(first: Self.groupSize)
        fetch(row, group)
        read(row, group, &ids)
    }

    /// - Parameters:
    ///   - ids: those of the first group's values.
    ///   - symbol: the row's, where it is known.
    @inline(never)
    private func profile(
        at row: Int, _ ids: Span<UInt32>, of symbol: String?, _ blocks: borrowing ProfileBlocks
    ) -> InstrumentProfile {
        var profile = blocks.beginning(of: row)
        let steps = blocks.steps(of: row)
        add(row, steps.extracting(first: Self.groupSize), ids, symbol, to: &profile)
        if steps.count > Self.groupSize { addFurther(row, blocks, to: &profile) }
        return profile
    }

    /// Sets the fields of all steps after the first group's.
    @inline(never)
    private func addFurther(_ row: Int, _ blocks: borrowing ProfileBlocks, to profile: inout InstrumentProfile) {
        let steps = blocks.steps(of: row)
        for first in stride(from: Self.groupSize, to: steps.count, by: Self.groupSize) {
            let group = steps.extracting(first..<min(first + Self.groupSize, steps.count))
            var numbers = InlineArray<64, UInt32>(repeating: 0)
            var ids = numbers.mutableSpan
            fetch(row, group)
            read(row, group, &ids)
            add(row, group, ids.span, nil, to: &profile)
        }
    }

    /// Fetches what says which values the row has.
    @inline(__always)
    private func fetch(_ row: Int, _ steps: Span<ProfileBlocks.Step>) {
        for index in 0..<steps.count {
            switch values.source(steps[index].column) {
            case .numbers: steps[index].numbers.fetch(row, in: values.file)
            case .rowTexts: values.fetchRowText(steps[index].column, row)
            case .column: break
            }
        }
    }

    /// Reads the ids of the row's values, and fetches what is read first of these.
    @inline(__always)
    private func read(_ row: Int, _ steps: Span<ProfileBlocks.Step>, _ ids: inout MutableSpan<UInt32>) {
        for index in 0..<steps.count {
            let column = steps[index].column
            switch values.source(column) {
            case .numbers: ids[index] = steps[index].numbers.number(of: row, in: values.file)
            case .column: ids[index] = values.columns[column].id(at: row)
            case .rowTexts:
                // Any but 0: there may be a text. What says where it starts was fetched with the numbers.
                ids[index] = 1
                values.fetchText(column, 1, row)
                continue
            }
            if ids[index] > 0 { values.fetchValue(column, ids[index]) }
        }
    }

    /// Sets the fields of the values with these ids.
    @inline(__always)
    private func add(
        _ row: Int, _ steps: Span<ProfileBlocks.Step>, _ ids: Span<UInt32>, _ symbol: String?,
        to profile: inout InstrumentProfile
    ) {
        for index in 0..<steps.count where ids[index] > 0 {
            values.fetchText(steps[index].column, ids[index], row)
        }
        for index in 0..<steps.count where ids[index] > 0 {
            let column = steps[index].column
            if let symbol, column == symbolColumn {
                profile.symbol = symbol
            } else {
                values.set(column, ids[index], row, in: &profile)
            }
        }
    }
}
