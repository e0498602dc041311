internal import Scanning

/// Makes profiles of the rows of a file.
///
/// A row's values lie in twice as many places as it has fields: each field has the number of the row's value, and elsewhere the value.
/// So all fields go through these steps together, and their waits for memory overlap.
///
/// Texts of fields that have few (types, currencies, trading hours) are made once: profiles share these strings, and nothing is
/// copied.
final class RowProfiles: Sendable {
    /// The most values of a field whose texts are kept, and the most bytes that these take in the file.
    private static let keptValues = 1024
    private static let keptBytes = 1 << 16
    /// Fields that go through the steps together.
    private static let groupSize = 64

    /// What is read of a field, without its column: to hold one takes longer than to read it.
    private struct Place: BitwiseCopyable {
        /// The values' ids, in the file; without rows where they are sparse, or rows have texts of their own.
        var ids: PackedShape
        /// Where the numbers are in the file; -1 for texts.
        var numbers = -1
        /// Texts that are kept, and the first of them.
        var keptCount: UInt32 = 0
        var firstKept: UInt32 = 0
        /// The texts of rows or of values, in the file.
        var texts: FrontCodedShape
        var isSparse = false
        var hasRowTexts = false
        /// Its texts are neither kept nor numbers.
        var isRead: Bool { numbers < 0 && keptCount == 0 }

        /// The text of a row whose value has that id.
        @inline(__always)
        func text(of row: Int, _ id: UInt32) -> Int { hasRowTexts ? row : Int(id) - 1 }

        /// Where the number of an id is.
        @inline(__always)
        func number(_ id: UInt32) -> Int { numbers &+ 8 &* (Int(id) - 1) }

        /// Fetches what is read first of a value that isn't kept.
        @inline(__always)
        func fetchValue(of id: UInt32, in file: borrowing MappedSection) {
            if numbers >= 0 {
                file.fetch(number(id))
            } else if keptCount == 0 {
                texts.fetchStart(of: Int(id) - 1, in: file)
            }
        }
    }

    /// Some of the columns of a group: a bit for each.
    private struct Columns: Sequence, IteratorProtocol {
        private var bits: UInt64 = 0

        @inline(__always)
        mutating func insert(_ index: Int) { bits |= 1 &<< UInt64(index) }

        /// The first column that is left.
        @inline(__always)
        mutating func next() -> Int? {
            if bits == 0 { return nil }
            defer { bits &= bits &- 1 }
            return bits.trailingZeroBitCount
        }
    }

    private let file: MappedSection
    private let columns: [CatalogColumn]
    /// The columns' standard fields; `nil` for custom ones.
    private let fields: [ProfileField?]
    private let kinds: [ProfileField.Kind]
    private let places: RawArray<Place>
    private let kept: [String]

    /// - Complexity: O(values of the fields that have few).
    init(_ rows: CatalogRows) {
        file = rows.sections.file
        columns = rows.columns
        fields = columns.map(\.field)
        kinds = columns.map(\.kind)
        var places = RawArray<Place>()
        var kept: [String] = []
        for (index, column) in columns.enumerated() {
            // Where there is no such section, the end, from which on all reads as zero.
            let start = { rows.sections.offset(of: $0, field: index) ?? rows.sections.file.count }
            var place = Place(
                ids: column.packedIDs.shape, texts: column.rowTexts?.shape ?? column.valueTexts.shape)
            place.ids.start = start(.valueIDs)
            place.texts.start = start(column.rowTexts == nil ? .values : .rowTexts)
            if column.kind != .text { place.numbers = start(.values) }
            if case .sparse = column.ids { place.isSparse = true }
            place.hasRowTexts = column.rowTexts != nil
            let texts = column.valueTexts
            if texts.count > 0, texts.count <= Self.keptValues, texts.bytes.count <= Self.keptBytes {
                place.firstKept = UInt32(kept.count)
                place.keptCount = UInt32(texts.count)
                texts.forEach { kept.append(String(decoding: $1)) }
            }
            places.append(place)
        }
        self.places = places
        self.kept = kept
    }

    /// The profile of `row`.
    func profile(at row: Int) -> InstrumentProfile {
        var profile = InstrumentProfile()
        for first in stride(from: 0, to: places.count, by: Self.groupSize) {
            let group = first..<min(first + Self.groupSize, places.count)
            add(row, group, of: places, to: &profile)
        }
        return profile
    }

    /// Sets the fields of a group of columns.
    @inline(__always)
    private func add(
        _ row: Int, _ group: Range<Int>, of all: borrowing RawArray<Place>, to profile: inout InstrumentProfile
    ) {
        let places = all.span.extracting(group)
        var numbers = InlineArray<64, UInt32>(repeating: 0)
        var ids = numbers.mutableSpan
        var waiting = Columns()
        var set = Columns()
        for index in 0..<places.count {
            if places[index].hasRowTexts {
                places[index].texts.fetchStart(of: row, in: file)
                set.insert(index)
            } else if let id = places[index].isSparse
                ? columns[group.lowerBound + index].id(at: row) : places[index].ids.commonNumber(of: row, in: file)
            {
                // Of most fields the rows around have the same value.
                if id == 0 { continue }
                places[index].fetchValue(of: id, in: file)
                ids[index] = id
                set.insert(index)
            } else {
                places[index].ids.fetch(row, in: file)
                waiting.insert(index)
            }
        }
        for index in waiting {
            let id = places[index].ids.number(of: row, in: file)
            if id == 0 { continue }
            places[index].fetchValue(of: id, in: file)
            ids[index] = id
            set.insert(index)
        }
        for index in set where places[index].isRead {
            places[index].texts.fetchBlock(of: places[index].text(of: row, ids[index]), in: file)
        }
        for index in set { setField(places[index], group.lowerBound + index, ids[index], row, &profile) }
    }

    /// Sets the field of the column at `index`.
    @inline(__always)
    private func setField(
        _ place: borrowing Place, _ index: Int, _ id: UInt32, _ row: Int, _ profile: inout InstrumentProfile
    ) {
        if place.numbers >= 0, let field = fields[index] {
            let bits = file.u64(at: place.number(id))
            switch kinds[index] {
            case .text: break
            case .integer: profile.set(field, integer: CatalogColumn.integer(bits))
            case .number: profile.set(field, number: CatalogColumn.number(bits))
            case .date: profile.set(field, date: CatalogColumn.date(bits))
            }
            return
        }
        let text = id &- 1 < place.keptCount ? kept[Int(place.firstKept &+ id &- 1)] : string(place, index, row, id)
        if let field = fields[index] {
            profile.set(field, text: text)
        } else if !text.isEmpty {
            profile.customFields.append(.init(name: columns[index].name, value: text))
        }
    }

    /// The text of a row that isn't kept.
    @inline(__always)
    private func string(_ place: borrowing Place, _ index: Int, _ row: Int, _ id: UInt32) -> String {
        place.texts.shortString(place.text(of: row, id), in: file) ?? columns[index].string(at: row)
    }
}
