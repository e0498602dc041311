internal import Scanning

/// The fields' values, as profiles are made of them.
///
/// Texts of fields that have few (types, currencies, trading hours) are made once: profiles share these strings, and nothing is
/// copied.
struct ProfileValues: ~Copyable, Sendable {
    /// The most values of a field whose texts are kept, and the most bytes that these take in the file.
    private static let keptValues = 1024
    private static let keptBytes = 1 << 16

    /// Where it is said which value a row has.
    enum Source: UInt8, BitwiseCopyable, Sendable {
        /// In numbers of blocks of rows (`BlockNumbers`).
        case numbers
        /// In a list of the rows that have any; and where numbers are missing, which is damage.
        case column
        /// Nowhere: each row has a text of its own.
        case rowTexts
    }

    /// What is read of a field, without its column: to hold one takes longer than to read it.
    private struct Place: BitwiseCopyable {
        /// The texts of rows or of values, in the file.
        var texts: FrontCodedShape
        /// Where the numbers are in the file; -1 for texts.
        var numbers = -1
        /// Texts that are kept, and the first of them.
        var keptCount: UInt32 = 0
        var firstKept: UInt32 = 0
        var source: Source
        /// Its texts are neither kept nor numbers.
        var isRead: Bool { numbers < 0 && keptCount == 0 }

        /// The text of a row whose value has that id.
        @inline(__always)
        func text(of row: Int, _ id: UInt32) -> Int { source == .rowTexts ? row : Int(id) - 1 }

        /// Where the number of an id is.
        @inline(__always)
        func number(_ id: UInt32) -> Int { numbers &+ 8 &* (Int(id) - 1) }
    }

    let file: MappedSection
    let columns: [CatalogColumn]
    /// The columns' standard fields; `nil` for custom ones.
    private let fields: [ProfileField?]
    private let kinds: [ProfileField.Kind]
    private let places: RawArray<Place>
    /// The columns' ids, in the file.
    private let shapes: RawArray<PackedShape>
    private let kept: [String]

    /// - Complexity: O(values of the fields that have few).
    init(_ rows: CatalogRows) {
        file = rows.sections.file
        columns = rows.columns
        fields = columns.map(\.field)
        kinds = columns.map(\.kind)
        var places = RawArray<Place>()
        var shapes = RawArray<PackedShape>()
        var kept: [String] = []
        for (index, column) in columns.enumerated() {
            // Where there is no such section, the end, from which on all reads as zero.
            let start = { rows.sections.offset(of: $0, field: index) ?? rows.sections.file.count }
            var place = Place(
                texts: column.rowTexts?.shape ?? column.valueTexts.shape,
                source: column.rowTexts != nil ? .rowTexts : column.packedIDs.count == rows.count ? .numbers : .column)
            place.texts.start = start(column.rowTexts == nil ? .values : .rowTexts)
            if column.kind != .text { place.numbers = start(.values) }
            var shape = column.packedIDs.shape
            shape.start = start(.valueIDs)
            shapes.append(shape)
            let texts = column.valueTexts
            if texts.count > 0, texts.count <= Self.keptValues, texts.bytes.count <= Self.keptBytes {
                place.firstKept = UInt32(kept.count)
                place.keptCount = UInt32(texts.count)
                texts.forEach { kept.append(String(decoding: $1)) }
            }
            places.append(place)
        }
        self.places = places
        self.shapes = shapes
        self.kept = kept
    }

    /// Columns.
    var count: Int { columns.count }

    func isCustom(_ column: Int) -> Bool { fields[column] == nil }

    /// The ids of the rows of a block: one that all have, be it 0, or several. Of those that aren't in numbers of blocks is only said that
    /// they are several.
    ///
    /// - Parameter next: of each column the first row that may have a value, as far as it is known: a row before the block tells nothing.
    @inline(__always)
    func numbers(_ column: Int, ofBlock rows: Range<Int>, _ next: inout MutableSpan<Int>) -> BlockNumbers {
        switch source(column) {
        case .numbers: return shapes[column].numbers(ofBlock: rows.lowerBound / PackedNumbers.blockRows, in: file)
        case .rowTexts: return .several
        case .column:
            if next[column] < rows.lowerBound { next[column] = nextRow(column, rows.lowerBound) }
            return next[column] < rows.upperBound ? .several : .zeros
        }
    }

    /// The first row not before `row` that may have a value, of a column whose ids aren't in numbers of blocks.
    @inline(never)
    private func nextRow(_ column: Int, _ row: Int) -> Int {
        switch columns[column].ids {
        case .packed: row
        case .sparse(let numbers): numbers.firstRow(notBefore: row)
        }
    }

    /// Where it is said which value of a column a row has.
    @inline(__always)
    func source(_ column: Int) -> Source { places[column].source }

    /// Lets the processor fetch what is read first of a row's own text.
    @inline(__always)
    func fetchRowText(_ column: Int, _ row: Int) { places[column].texts.fetchStart(of: row, in: file) }

    /// Lets the processor fetch what is read first of a value that isn't kept.
    @inline(__always)
    func fetchValue(_ column: Int, _ id: UInt32) {
        if places[column].numbers >= 0 {
            file.fetch(places[column].number(id))
        } else if places[column].keptCount == 0 {
            places[column].texts.fetchStart(of: Int(id) - 1, in: file)
        }
    }

    /// Lets the processor fetch the text of a row whose value has that id, if it isn't kept.
    @inline(__always)
    func fetchText(_ column: Int, _ id: UInt32, _ row: Int) {
        if !places[column].isRead { return }
        places[column].texts.fetchBlock(of: places[column].text(of: row, id), in: file)
    }

    /// Sets the field of a column to what a row has whose value has that id.
    @inline(__always)
    func set(_ column: Int, _ id: UInt32, _ row: Int, in profile: inout InstrumentProfile) {
        let place = places[column]
        if place.numbers >= 0, let field = fields[column] {
            let bits = file.u64(at: place.number(id))
            switch kinds[column] {
            case .text: break
            case .integer: profile.set(field, integer: CatalogColumn.integer(bits))
            case .number: profile.set(field, number: CatalogColumn.number(bits))
            case .date: profile.set(field, date: CatalogColumn.date(bits))
            }
            return
        }
        let text = id &- 1 < place.keptCount ? kept[Int(place.firstKept &+ id &- 1)] : string(place, column, row, id)
        if let field = fields[column] {
            profile.set(field, text: text)
        } else if !text.isEmpty {
            profile.customFields.append(.init(name: columns[column].name, value: text))
        }
    }

    /// A text that isn't kept.
    @inline(__always)
    private func string(_ place: Place, _ column: Int, _ row: Int, _ id: UInt32) -> String {
        place.texts.shortString(place.text(of: row, id), in: file) ?? longString(place, column, row, id)
    }

    @inline(never)
    private func longString(_ place: Place, _ column: Int, _ row: Int, _ id: UInt32) -> String {
        place.source == .rowTexts ? columns[column].string(at: row) : columns[column].string(ofValue: id)
    }
}
