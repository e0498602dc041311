internal import InstrumentCatalog
internal import ProfileFormat

/// Tables of a catalog's fields. They use the buffers of a `ColumnReader` without copying them.
extension ArrowTable {
    /// Creates a table of the rows and fields of a reader.
    ///
    /// - Parameter list: A closure that returns the list of values of a coded column.
    convenience init(_ reader: ColumnReader, list: (Int) -> ColumnReader.List) {
        let fields = reader.columns.enumerated().map { index, column in
            ArrowField(
                column.name, column.format,
                dictionary: column.listCount == nil ? nil : ArrowValues(texts: list(index)))
        }
        self.init(fields) {
            reader.next().map { batch in
                ArrowBatch(count: batch.count, columns: batch.columns.map { ArrowValues($0, count: batch.count) })
            }
        }
    }
}

extension ColumnReader.Column {
    fileprivate var format: String {
        switch kind {
        case .text: listCount.map { $0 <= 128 ? "c" : "s" } ?? "u"
        case .integer: "l"
        case .number: "g"
        case .date: "tdD"
        }
    }
}

extension ArrowValues {
    // SAFETY: the column owns the buffers.
    fileprivate init(_ values: ColumnValues, count: Int) {
        var buffers: [UnsafeRawPointer?] = unsafe [values.validity?.address]
        var owners: [AnyObject] = values.validity.map { [$0] } ?? []
        func add<Element>(_ buffer: ColumnBuffer<Element>) {
            unsafe buffers.append(buffer.address ?? Self.empty)
            owners.append(buffer)
        }
        switch values.storage {
        case .codes8(let buffer): add(buffer)
        case .codes16(let buffer): add(buffer)
        case .days(let buffer): add(buffer)
        case .integers(let buffer): add(buffer)
        case .numbers(let buffer): add(buffer)
        case .texts(let offsets, let bytes):
            add(offsets)
            add(bytes)
        }
        unsafe self.init(count: count, nullCount: values.nullCount, buffers, owners)
    }

    /// Creates the values of a dictionary.
    // SAFETY: the column owns the buffers.
    fileprivate init(texts: ColumnReader.List) {
        unsafe self.init(
            count: texts.offsets.count - 1, nullCount: 0,
            [nil, texts.offsets.address, texts.bytes.address ?? Self.empty], [texts.offsets, texts.bytes])
    }

    /// The address of an empty buffer, required because some readers of Arrow reject NULL. SAFETY: never read, never
    /// freed.
    private static var empty: UnsafeRawPointer { unsafe UnsafeRawPointer(StaticString("").utf8Start) }
}
