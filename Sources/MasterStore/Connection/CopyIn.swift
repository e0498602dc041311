internal import CPostgres
internal import ProfileFormat

/// A copy of rows into a table, in PostgreSQL's binary format.
///
/// ```
/// "PGCOPY\n" FF 0D 0A 00   u32 flags 0   u32 0
/// a row:   u16 columns, for each: i32 length (-1: NULL), bytes      big-endian
/// the end: FF FF
/// ```
/// Worked example, the row (7 as int8, 'A'):
/// ```
/// 00 02   00 00 00 08 00 00 00 00 00 00 00 07   00 00 00 01 41
/// ```
package struct CopyIn: ~Copyable {
    private let connection: MasterConnection
    private var bytes: [UInt8]
    private var isOpen = true

    /// Begins a `COPY … FROM STDIN (FORMAT binary)`.
    ///
    /// - Throws: `MasterStoreError`.
    package init(_ connection: MasterConnection, into table: String) throws(MasterStoreError) {
        self.connection = connection
        bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
        bytes.reserveCapacity(Self.room + 4096)
        try connection.execute("COPY \(table) FROM STDIN (FORMAT binary)")
    }

    /// The number of bytes in the buffer at which they are sent.
    private static let room = 256 * 1024

    deinit {
        if isOpen { connection.abandonCopy() }
    }

    // MARK: Values

    /// Begins a row with a number of columns.
    ///
    /// - Throws: `MasterStoreError` if earlier rows cannot be sent.
    package mutating func beginRow(columns: Int) throws(MasterStoreError) {
        if bytes.count >= Self.room { try send() }
        append(UInt16(columns))
    }

    /// Appends an `int8`.
    package mutating func append(integer value: Int) {
        append(UInt32(8))
        append(UInt64(bitPattern: Int64(value)))
    }

    /// Appends an `int4`.
    package mutating func append(int4 value: Int32) {
        append(UInt32(4))
        append(UInt32(bitPattern: value))
    }

    /// Appends a `text` in UTF-8, or a `bytea`.
    package mutating func append(_ value: Span<UInt8>) {
        append(UInt32(value.count))
        // SAFETY: the buffer belongs to the span.
        unsafe value.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends a `text`, or NULL if `value` is `nil`.
    package mutating func append(text value: String?) {
        guard let value else { return appendNull() }
        append(value.utf8Span.span)
    }

    /// Appends NULL.
    package mutating func appendNull() { append(UInt32.max) }

    private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        var shift = Number.bitWidth
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    // MARK: Sending

    private mutating func send() throws(MasterStoreError) {
        try connection.checkCancelled()
        // SAFETY: the bytes are sent or copied during the call.
        let sent = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) {
                unsafe PQputCopyData(connection.handle, $0.baseAddress, Int32($0.count))
            }
        }
        if sent != 1 { throw connection.connectionFault() }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Sends the remaining rows and ends the copy.
    ///
    /// - Throws: `MasterStoreError`. None of the rows is then in the table.
    package consuming func finish() throws(MasterStoreError) {
        append(UInt16.max)
        try send()
        isOpen = false
        try connection.endCopy()
    }
}

extension MasterConnection {
    /// Ends a copy into a table.
    ///
    /// - Throws: `MasterStoreError` if the server rejects the rows.
    fileprivate func endCopy() throws(MasterStoreError) {
        // SAFETY: the handle is alive; each result is freed once.
        guard unsafe PQputCopyEnd(handle, nil) == 1 else { throw connectionFault() }
        try takeResults()
    }

    /// Ends a copy and discards its rows.
    fileprivate func abandonCopy() {
        // SAFETY: as above.
        guard unsafe PQputCopyEnd(handle, "given up") == 1 else { return }
        try? takeResults()
    }

    /// Reads and frees all pending results, so that the connection can be used again.
    ///
    /// - Throws: `MasterStoreError` for the first result that is an error.
    func takeResults() throws(MasterStoreError) {
        var fault: MasterStoreError?
        // SAFETY: as above.
        while let result = unsafe PQgetResult(handle) {
            do throws(MasterStoreError) {
                unsafe PQclear(try check(result))
            } catch {
                fault = fault ?? error
            }
            if unsafe PQstatus(handle) != CONNECTION_OK { break }
        }
        if let fault { throw fault }
    }
}
