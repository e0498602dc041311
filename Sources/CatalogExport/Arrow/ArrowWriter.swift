/// Writes a table in Arrow's IPC format, batch by batch.
///
/// A stream consists of the schema, a dictionary for each coded column, the batches, and an end. A file also has a mark
/// before the stream, and after it a footer with the positions of the messages:
/// ```
/// ARROW1 00 00                          the mark of a file
/// FF FF FF FF  size  metadata           the schema
/// FF FF FF FF  size  metadata  body     a dictionary
/// FF FF FF FF  size  metadata  body     a batch: for each column, the rows that are set, offsets and values
/// FF FF FF FF  00 00 00 00              the end of the stream
/// metadata  size  ARROW1                the footer of a file
/// ```
package struct ArrowWriter {
    /// The two forms of the format.
    package enum Form: Sendable {
        /// For readers that map or seek: `.arrow`, Feather.
        case file
        /// For readers that read in order: `.arrows`.
        case stream
    }

    private let form: Form
    private let columns: [ExportTable.Column]
    private let notes: [(name: String, value: String)]
    private let output: (Span<UInt8>) throws -> Void
    private var written = 0
    private var dictionaries: [ArrowMessages.Block] = []
    private var batches: [ArrowMessages.Block] = []

    private static let mark = Array("ARROW1".utf8)
    private static let continuation: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

    /// Writes a whole table.
    ///
    /// - Parameters:
    ///   - notes: The metadata of the schema, as names and values.
    ///   - output: Receives the bytes in chunks.
    /// - Returns: The number of written rows.
    /// - Throws: The errors of `output`.
    package static func write(
        _ table: ExportTable, as form: Form, notes: [(name: String, value: String)] = [],
        to output: @escaping (Span<UInt8>) throws -> Void
    ) throws -> Int {
        var writer = ArrowWriter(form: form, columns: table.columns, notes: notes, output: output)
        try writer.begin()
        var rows = 0
        while let batch = table.next() {
            rows += batch.count
            try writer.write(batch)
        }
        try writer.end()
        return rows
    }

    private init(
        form: Form, columns: [ExportTable.Column], notes: [(name: String, value: String)],
        output: @escaping (Span<UInt8>) throws -> Void
    ) {
        self.form = form
        self.columns = columns
        self.notes = notes
        self.output = output
    }

    private mutating func begin() throws {
        if form == .file { try put(Self.mark + [0, 0]) }
        _ = try put(message: ArrowMessages.schema(columns, notes), ArrowBody())
        for (id, column) in columns.enumerated() {
            guard let texts = column.dictionary else { continue }
            var body = ArrowBody()
            body.rows = texts.count
            body.add(ExportTable.Values(storage: .texts(texts), validity: nil, nullCount: 0), count: texts.count)
            dictionaries.append(try put(message: ArrowMessages.dictionary(id, body.layout), body))
        }
    }

    private mutating func write(_ batch: ExportTable.Batch) throws {
        var body = ArrowBody()
        body.rows = batch.count
        for (column, values) in zip(columns, batch.columns) {
            body.add(values, count: batch.count, places: column.dictionary.map { ArrowPlaces($0) } ?? .short)
        }
        batches.append(try put(message: ArrowMessages.batch(body.layout), body))
    }

    private mutating func end() throws {
        try put(Self.continuation + [0, 0, 0, 0])
        if form == .stream { return }
        let footer = ArrowMessages.footer(columns, notes, dictionaries: dictionaries, batches: batches)
        try put(footer + Self.bytes(Int32(footer.count)) + Self.mark)
    }

    // MARK: Bytes

    /// Writes a message and its body.
    private mutating func put(message: [UInt8], _ body: ArrowBody) throws -> ArrowMessages.Block {
        let offset = written
        // A message is padded to a multiple of 8 bytes, including the 8 bytes before it.
        let metadata = message + [UInt8](repeating: 0, count: -message.count & 7)
        try put(Self.continuation + Self.bytes(Int32(metadata.count)) + metadata)
        let bodyStart = written
        for buffer in body.buffers {
            try buffer.withBytes { bytes in
                try output(bytes)
                written += bytes.count
            }
            let padding = -(written - bodyStart) & (ArrowBody.alignment - 1)
            if padding > 0 { try put([UInt8](repeating: 0, count: padding)) }
        }
        return ArrowMessages.Block(
            offset: offset, metadataLength: 8 + metadata.count, bodyLength: written - bodyStart)
    }

    private mutating func put(_ bytes: [UInt8]) throws {
        try output(bytes.span)
        written += bytes.count
    }

    private static func bytes(_ number: Int32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
