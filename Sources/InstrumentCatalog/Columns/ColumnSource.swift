internal import Scanning

/// Where a column of a table comes from: for each part of the catalog the part's own column.
final class ColumnSource {
    let kind: ProfileField.Kind
    /// The texts are handed out as places in a list.
    let isCoded: Bool
    private let columns: [CatalogColumn?]
    private let owner = PlaceOwner<ColumnText>()
    /// By part.
    private let texts: [Place<ColumnText>?]
    /// By part, what stands in the list before its first value.
    private var firstValue: [Int] = []

    init(_ field: RowFields.Field) {
        kind = field.standard?.kind ?? .text
        columns = field.columns
        texts = columns.map { [owner] column in column.map { owner.make(ColumnText($0, .plain)) } }
        var count = 0
        for column in columns {
            firstValue.append(count)
            count += column?.valueCount ?? 0
        }
        isCoded =
            kind == .text && count <= ColumnReader.codedValues && columns.allSatisfy { $0?.rowTexts == nil }
            && columns.contains { $0 != nil }
    }

    /// The column of some rows; `nil` where its texts have more bytes than offsets of 32 bits can tell: then fewer rows are to be read.
    func read(_ places: Span<RowPlace>) -> ColumnValues? {
        if isCoded { return readCodes(places) }
        switch kind {
        case .text: return readTexts(places)
        case .integer: return read(places, Int64(0), { Int64($0.integer(ofValue: $1)) }, { .integers($0) })
        case .number: return read(places, 0.0, { $0.number(ofValue: $1) }, { .numbers($0) })
        case .date: return read(places, Int32(0), { Int32($0.dayNumber(ofValue: $1)) }, { .days($0) })
        }
    }

    /// The list of the values that codes stand for.
    func values() -> (offsets: ColumnBuffer<Int32>, bytes: ColumnBuffer<UInt8>) {
        var offsets = RawArray<Int32>(repeating: 0, count: 1)
        var bytes = RawArray<UInt8>()
        for column in columns {
            guard let column else { continue }
            for id in 0..<column.valueCount {
                column.withText(ofValue: UInt32(id + 1)) { bytes.append($0) }
                offsets.append(Int32(bytes.count))
            }
        }
        return (ColumnBuffer(offsets), ColumnBuffer(bytes))
    }

    // MARK: The kinds of columns

    /// The value id of a row; 0 where the field is not set, or the id is damage.
    @inline(__always)
    private func id(_ place: RowPlace, _ column: CatalogColumn) -> UInt32 {
        let id = texts[Int(place.part)]!.value.id(of: Int(place.row))
        return Int(id) <= column.valueCount ? id : 0
    }

    private func read<Value: BitwiseCopyable & Sendable>(
        _ places: Span<RowPlace>, _ absent: Value, _ value: (CatalogColumn, UInt32) -> Value,
        _ storage: (ColumnBuffer<Value>) -> ColumnValues.Storage
    ) -> ColumnValues {
        var values = RawArray<Value>()
        values.reserve(places.count)
        var validity = ValidityBits()
        for index in 0..<places.count {
            let place = places[index]
            guard let column = columns[Int(place.part)] else {
                validity.append(false)
                values.append(absent)
                continue
            }
            let id = id(place, column)
            validity.append(id != 0)
            values.append(id == 0 ? absent : value(column, id))
        }
        return validity.column(storage(ColumnBuffer(values)))
    }

    private func readCodes(_ places: Span<RowPlace>) -> ColumnValues {
        var codes = RawArray<Int32>()
        codes.reserve(places.count)
        var validity = ValidityBits()
        for index in 0..<places.count {
            let place = places[index]
            var code: Int32 = -1
            if let column = columns[Int(place.part)] {
                let id = id(place, column)
                if id != 0 { code = Int32(firstValue[Int(place.part)] + Int(id) - 1) }
            }
            validity.append(code >= 0)
            codes.append(max(code, 0))
        }
        return validity.column(.codes(ColumnBuffer(codes)))
    }

    private func readTexts(_ places: Span<RowPlace>) -> ColumnValues? {
        var offsets = RawArray<Int32>()
        offsets.reserve(places.count + 1)
        offsets.append(0)
        var bytes = RawArray<UInt8>()
        var validity = ValidityBits()
        for index in 0..<places.count {
            let place = places[index]
            validity.append(texts[Int(place.part)]?.value.append(row: Int(place.row), to: &bytes) ?? false)
            if bytes.count > Self.mostBytes, places.count > 1 { return nil }
            offsets.append(Int32(bytes.count))
        }
        return validity.column(.texts(offsets: ColumnBuffer(offsets), bytes: ColumnBuffer(bytes)))
    }

    /// A text has 16 MiB at most, so that offsets never come near 2 GiB.
    private static let mostBytes = 1 << 30
}
