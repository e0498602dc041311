package import CatalogHistory
internal import InstrumentCatalog

/// Instruments as a table, with a row per instrument and a column per field.
extension ExportTable {
    /// Returns the instruments that match a filter, in an order, with the named fields. Only one batch of rows is in
    /// memory at a time.
    ///
    /// - Complexity: as `SegmentedCatalog.columnReaders(of:in:fields:)`.
    package static func instruments(
        _ catalogs: SegmentedCatalog, of filter: CatalogFilter, in order: CatalogOrder, fields: [String]
    ) -> ExportTable {
        let readers = catalogs.columnReaders(of: filter, in: order, fields: fields)
        // A column is coded if all catalogs code it and the merged dictionary fits; otherwise codes become texts.
        let merged = fields.indices.map { index in
            readers.allSatisfy { $0.columns[index].listCount != nil } ? MergedTexts(readers, index) : nil
        }
        let columns = fields.indices.map { index in
            Column(fields[index], Kind(readers[0].columns[index].kind), dictionary: merged[index]?.texts)
        }
        var reading = 0
        return ExportTable("instruments", columns) {
            while reading < readers.count {
                let reader = readers[reading]
                if let batch = reader.next() {
                    let values = fields.indices.map { index in
                        Values(batch.columns[index], reader, index, merged[index]?.places[reading])
                    }
                    return Batch(count: batch.count, columns: values)
                }
                reading += 1
            }
            return nil
        }
    }
}

extension ExportTable.Kind {
    fileprivate init(_ kind: ProfileField.Kind) {
        switch kind {
        case .text: self = .text
        case .integer: self = .integer
        case .number: self = .number
        case .date: self = .date
        }
    }
}

/// The merged dictionary of a column in several catalogs, each text once.
private struct MergedTexts {
    private(set) var texts = TextList()
    /// The merged index of each text, by catalog and by the text's index in the dictionary of that catalog.
    private(set) var places: [[Int16]] = []

    /// Merges the dictionaries; `nil` if the result exceeds the limit.
    init?(_ readers: [ColumnReader], _ index: Int) {
        var known: [[UInt8]: Int] = [:]
        for reader in readers {
            let list = TextList(reader.values(of: index))
            var found: [Int16] = []
            for text in 0..<list.count {
                let bytes = Array(list.bytes[list.range(text)])
                let place = known[bytes] ?? texts.count
                if place == ColumnReader.codedValues { return nil }
                if place == texts.count {
                    known[bytes] = place
                    texts.append(bytes)
                }
                found.append(Int16(place))
            }
            places.append(found)
        }
    }
}

extension TextList {
    fileprivate init(_ values: (offsets: ColumnBuffer<Int32>, bytes: ColumnBuffer<UInt8>)) {
        self.init(offsets: values.offsets.array, bytes: values.bytes.array)
    }
}

extension ExportTable.Values {
    /// - Parameter places: The merged indexes of a coded column; `nil` to convert codes to texts.
    fileprivate init(_ values: ColumnValues, _ reader: ColumnReader, _ index: Int, _ places: [Int16]?) {
        let validity = values.validity?.array
        let storage: Storage =
            switch values.storage {
            case .codes8(let codes): Self.storage(codes.array, validity, reader, index, places)
            case .codes16(let codes): Self.storage(codes.array, validity, reader, index, places)
            case .texts(let offsets, let bytes): .texts(TextList(offsets: offsets.array, bytes: bytes.array))
            case .integers(let buffer): .integers(buffer.array)
            case .numbers(let buffer): .numbers(buffer.array)
            case .days(let buffer): .days(buffer.array)
            }
        self.init(storage: storage, validity: validity, nullCount: values.nullCount)
    }

    private static func storage(
        _ codes: [some FixedWidthInteger], _ validity: [UInt8]?, _ reader: ColumnReader, _ index: Int,
        _ places: [Int16]?
    ) -> Storage {
        if let places {
            // An empty dictionary has no indexes.
            return .codes(codes.map { places.isEmpty ? 0 : places[Int($0)] })
        }
        let values = TextList(reader.values(of: index))
        var texts = TextList()
        for (row, code) in codes.enumerated() {
            let isSet = validity.map { $0[row / 8] & (1 << UInt8(row % 8)) != 0 } ?? true
            texts.append(values.bytes[isSet ? values.range(Int(code)) : 0..<0])
        }
        return .texts(texts)
    }
}
