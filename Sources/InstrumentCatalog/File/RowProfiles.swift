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
        var isSparse = false
        var hasRowTexts = false
        /// Its texts are neither kept nor numbers.
        var isRead: Bool { numbers < 0 && keptCount == 0 }
    }

    private let file: MappedSection
    private let columns: [CatalogColumn]
    private let places: RawArray<Place>
    private let kept: [String]

    /// - Complexity: O(values of the fields that have few).
    init(_ rows: CatalogRows) {
        file = rows.sections.file
        columns = rows.columns
        var places = RawArray<Place>()
        var kept: [String] = []
        for (index, column) in columns.enumerated() {
            let start = { rows.sections.offset(of: $0, field: index) ?? 0 }
            var place = Place(ids: column.packedIDs.shape)
            place.ids.start = start(.valueIDs)
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
            add(row, first..<min(first + Self.groupSize, places.count), to: &profile)
        }
        return profile
    }

    /// Sets the fields of a group of columns.
    @inline(__always)
    private func add(_ row: Int, _ group: Range<Int>, to profile: inout InstrumentProfile) {
        for index in group { places[index].ids.fetch(row, in: file) }
        var ids = InlineArray<64, UInt32>(repeating: 0)
        for index in group {
            let place = places[index]
            let id = place.isSparse ? columns[index].id(at: row) : place.ids.number(of: row, in: file)
            ids[index - group.lowerBound] = id
            if place.hasRowTexts {
                columns[index].rowTexts?.fetchStart(of: row)
            } else if id == 0 {
                continue
            } else if place.numbers >= 0 {
                file.fetch(place.numbers &+ 8 &* (Int(id) - 1))
            } else if place.isRead {
                columns[index].valueTexts.fetchStart(of: Int(id) - 1)
            }
        }
        for index in group where places[index].isRead {
            let id = ids[index - group.lowerBound]
            if let texts = columns[index].rowTexts {
                texts.fetchBlock(of: row)
            } else if id > 0 {
                columns[index].valueTexts.fetchBlock(of: Int(id) - 1)
            }
        }
        for index in group {
            let id = ids[index - group.lowerBound]
            let place = places[index]
            if id == 0, !place.hasRowTexts { continue }
            let text = id &- 1 < place.keptCount ? kept[Int(place.firstKept &+ id &- 1)] : nil
            set(columns[index], text, id, row, &profile)
        }
    }

    /// Sets the field of a column.
    ///
    /// - Parameter text: the text of the value where it is kept.
    @inline(__always)
    private func set(
        _ column: CatalogColumn, _ text: String?, _ id: UInt32, _ row: Int, _ profile: inout InstrumentProfile
    ) {
        guard let field = column.field else {
            let text = text ?? column.string(at: row)
            if !text.isEmpty { profile.customFields.append(.init(name: column.name, value: text)) }
            return
        }
        switch column.kind {
        case .text: profile.set(field, text: text ?? column.string(at: row))
        case .integer: profile.set(field, integer: column.integer(ofValue: id))
        case .number: profile.set(field, number: column.number(ofValue: id))
        case .date: profile.set(field, date: column.date(ofValue: id))
        }
    }
}
