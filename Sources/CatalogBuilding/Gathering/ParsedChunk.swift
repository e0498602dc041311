internal import Scanning
internal import Synchronization

/// Records that another thread parses for a builder (`CatalogBuilder.append(_:)`). Each record is stored as its
/// differences from the previous one, so that little is copied.
///
/// Chunks reject records that name a column twice; the builder reads these itself.
package final class ParsedChunk: RecordConsumer, @unchecked Sendable {  // used by one thread at a time
    private let memory: PartMemory
    private let contents: StableBox<PartContents>

    /// Creates an empty chunk that reuses the memory of a finished one.
    package init(_ memory: PartMemory) {
        self.memory = memory
        contents = memory.take()
    }

    deinit { memory.keep(contents) }

    /// Appends a record.
    ///
    /// - Throws: An error if only the builder can read the record.
    package func consume(_ record: borrowing ProfileRecord) throws { try contents.value.append(record) }

    /// Throws `error`, because a chunk must contain only well-formed records.
    package func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
    /// Does nothing, because chunks receive only records.
    package func flush() {}
    /// Does nothing, because chunks receive only records.
    package func complete() {}

    /// Calls `body` with the parsed records.
    package func withRecords(_ body: (borrowing PartContents) throws(CatalogError) -> Void) throws(CatalogError) {
        try body(contents.value)
    }
}

/// A pool of buffers from finished chunks, which saves growing and copying new arrays for each chunk.
package final class PartMemory: Sendable {
    private let ended = Mutex<[StableBox<PartContents>]>([])

    package init() {}

    deinit { ended.withLock { for contents in $0 { contents.free() } } }

    /// Returns contents without records.
    func take() -> StableBox<PartContents> { ended.withLock { $0.popLast() } ?? StableBox(PartContents()) }

    /// Returns contents to the pool, once they are no longer in use.
    func keep(_ contents: StableBox<PartContents>) {
        contents.value.forgetRecords()
        ended.withLock { $0.append(contents) }
    }
}

/// The records of a chunk.
package struct PartContents: ~Copyable {
    /// Thrown if only the builder can read a record.
    struct IsOutOfTheOrdinary: Error {}

    /// The text of a field, as a range of `texts`.
    struct Field: BitwiseCopyable {
        /// The index of the field in its record.
        var source: UInt32 = 0
        var start: UInt32 = 0
        var end: UInt32 = 0
    }

    /// The symbol and type of a record.
    private struct Entry: BitwiseCopyable {
        /// The index of the record's shape, or `removed`.
        var shape: UInt32
        var symbolStart: UInt32
        var symbolEnd: UInt32
        /// The end of the record's fields in `fields`.
        var fieldsEnd: UInt32

        static let removed = UInt32.max
    }

    /// The common properties of records with the same columns.
    private struct Shape: ~Copyable {
        /// The first format with these columns.
        let format: RecordFormat
        /// The index of the record's symbol field; `nil` for records without a symbol.
        let symbolSource: Int?
        /// The total number of fields of the shapes before this one.
        let firstField: Int
        var previous = PreviousRecord()
    }

    /// The number of records so far, including skipped and REMOVED ones.
    package private(set) var recordCount = 0
    package private(set) var withoutSymbol = 0
    package private(set) var withoutType = 0
    private var shapes: [StableBox<Shape>] = []
    private var formats: [(format: RecordFormat, shape: Int)] = []
    private var entries = TrivialArray<Entry>()
    private var fields = TrivialArray<Field>()
    private var texts = TrivialArray<UInt8>()
    private var shape = 0
    private var format: RecordFormat?
    private var fieldCount = 0

    init() {}

    deinit { for shape in shapes { shape.free() } }

    /// Removes all records, but retains the memory.
    mutating func forgetRecords() {
        (recordCount, withoutSymbol, withoutType) = (0, 0, 0)
        for shape in shapes { shape.free() }
        shapes.removeAll()
        formats.removeAll()
        entries.truncate(to: 0)
        fields.truncate(to: 0)
        texts.truncate(to: 0)
        (shape, format, fieldCount) = (0, nil, 0)
    }

    /// The formats of the records, one for each set of columns.
    package var shapeFormats: [RecordFormat] { shapes.map { $0.value.format } }
}

// MARK: Appending records

extension PartContents {
    /// Appends a record with the rules of `CatalogBuilder.consume`.
    mutating func append(_ record: borrowing ProfileRecord) throws {
        if record.format !== format { try select(record.format) }
        // Offsets in `texts` have 32 bits. An unescaped text is never longer than its field.
        if texts.count + record.text.count > Int(UInt32.max) { throw IsOutOfTheOrdinary() }
        recordCount += 1
        let shape = shapes[self.shape]
        guard let symbolSource = shape.value.symbolSource, !record.range(of: symbolSource).isEmpty else {
            withoutSymbol += 1
            return
        }
        let type = record.field(0)
        guard !type.isEmpty else {
            withoutType += 1
            return
        }
        let symbol = append(symbolSource, of: record)
        var entry = Entry(shape: Entry.removed, symbolStart: symbol.start, symbolEnd: symbol.end, fieldsEnd: 0)
        if !BuilderStorage.isRemoved(type) {
            entry.shape = UInt32(self.shape)
            appendFields(of: record, but: symbolSource, &shape.value.previous)
        }
        entry.fieldsEnd = UInt32(truncatingIfNeeded: fields.count)
        entries.append(entry)
    }

    private mutating func appendFields(
        of record: borrowing ProfileRecord, but symbolSource: Int, _ previous: inout PreviousRecord
    ) {
        if record.hasQuotes || !previous.isKnown {
            for source in 0..<record.fieldCount where source != symbolSource {
                fields.append(append(source, of: record))
            }
        } else {
            var comparison = PreviousRecord.Comparison()
            while let source = previous.nextChange(in: record, &comparison) {
                if source != symbolSource { fields.append(append(source, of: record)) }
            }
        }
        if record.hasQuotes { previous.forget() } else { previous.remember(record) }
    }

    /// Copies the text of a field.
    @inline(__always)
    private mutating func append(_ source: Int, of record: borrowing ProfileRecord) -> Field {
        let start = texts.count
        record.withField(source) { texts.append($0) }
        return Field(
            source: UInt32(truncatingIfNeeded: source), start: UInt32(truncatingIfNeeded: start),
            end: UInt32(truncatingIfNeeded: texts.count))
    }

    private mutating func select(_ newFormat: RecordFormat) throws {
        format = newFormat
        if let known = formats.first(where: { $0.format === newFormat }) {
            shape = known.shape
            return
        }
        let names = newFormat.columns.map(\.name)
        if Set(names).count < names.count { throw IsOutOfTheOrdinary() }
        let known = shapes.firstIndex { $0.value.format.columns == newFormat.columns }
        shape = known ?? shapes.count
        formats.append((newFormat, shape))
        if known != nil { return }
        shapes.append(
            StableBox(
                Shape(
                    format: newFormat, symbolSource: names.firstIndex(of: ProfileField.symbol.name),
                    firstField: fieldCount)))
        fieldCount += names.count
    }
}

// MARK: Reading records

extension PartContents {
    /// A record of a chunk.
    package struct Record: ~Escapable {
        /// The index of the record's columns in `shapeFormats`; `nil` for REMOVED.
        package let shape: Int?
        package let symbol: Span<UInt8>
        /// The changed fields. All others equal those of the previous record with these columns.
        let changes: Span<Field>
        private let texts: Span<UInt8>
        /// All fields, by number.
        private let fields: Span<Field>

        @_lifetime(copy symbol, copy changes, copy texts, copy fields)
        fileprivate init(
            _ shape: Int?, symbol: Span<UInt8>, changes: Span<Field>, texts: Span<UInt8>, fields: Span<Field>
        ) {
            self.shape = shape
            self.symbol = symbol
            self.changes = changes
            self.texts = texts
            self.fields = fields
        }

        /// Returns the text of a field.
        @_lifetime(copy self)
        func text(of field: Field) -> Span<UInt8> { texts.extracting(Int(field.start)..<Int(field.end)) }

        /// Returns the text of the field with a number.
        @_lifetime(copy self)
        func text(ofField number: Int) -> Span<UInt8> { text(of: fields[number]) }
    }

    /// Calls `body` with each record, in order.
    package func forEach(_ body: (borrowing Record) throws(CatalogError) -> Void) throws(CatalogError) {
        var latest = TrivialArray<Field>(repeating: Field(), count: fieldCount)
        var start = 0
        for index in 0..<entries.count {
            let entry = entries[index]
            let changes = start..<Int(entry.fieldsEnd)
            start = changes.upperBound
            let symbol = texts.span.extracting(Int(entry.symbolStart)..<Int(entry.symbolEnd))
            if entry.shape == Entry.removed {
                try body(
                    Record(
                        nil, symbol: symbol, changes: fields.span.extracting(changes), texts: texts.span, fields: Span()
                    ))
                continue
            }
            let shape = Int(entry.shape)
            let first = shapes[shape].value.firstField
            for change in changes { latest[first + Int(fields[change].source)] = fields[change] }
            try body(
                Record(
                    shape, symbol: symbol, changes: fields.span.extracting(changes), texts: texts.span,
                    fields: latest.span.extracting(first..<fieldCount)))
        }
    }
}
