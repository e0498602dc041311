internal import CPostgres
internal import ProfileFormat

extension MasterConnection {
    /// Calls `body` for each row of a query as the row arrives, in PostgreSQL's binary format (`CopyIn`). The result
    /// may be of any size, because it is not kept in memory.
    ///
    /// - Parameter query: A `SELECT` without parameters.
    /// - Throws: `MasterStoreError`, or the error that `body` throws. The remaining rows are then discarded.
    package func copy(_ query: String, _ body: (borrowing CopiedRow) throws -> Void) throws {
        try execute("COPY (\(query)) TO STDOUT (FORMAT binary)")
        do {
            var isFirst = true
            while try copyNext(&isFirst, body) {}
        } catch let error {
            // The connection can only be used again after the rest of the copy: ask the server to stop, and discard the
            // rest.
            stopCopy()
            throw error
        }
        try takeResults()
    }

    /// Calls `body` for the rows of the next message. Returns `false` after the last message.
    private func copyNext(_ isFirst: inout Bool, _ body: (borrowing CopiedRow) throws -> Void) throws -> Bool {
        var message: UnsafeMutablePointer<CChar>?
        watch?.expect(within: answerBound)
        defer { watch?.hear() }
        // SAFETY: libpq allocates a message of the returned length, which is freed here once.
        let length = unsafe PQgetCopyData(handle, &message, 0)
        if length == -1 { return false }
        guard length >= 0, let message = unsafe message else { throw connectionFault() }
        defer { unsafe PQfreemem(message) }
        let bytes = unsafe UnsafeRawBufferPointer(start: message, count: Int(length))
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
        var place = isFirst ? CopiedRow.headerSize : 0
        isFirst = false
        while place + 2 <= span.count {
            let row = try CopiedRow(span, &place, store: store)
            if row.count == 0 { break }
            try body(row)
        }
        return true
    }

    private func stopCopy() {
        var message: UnsafeMutablePointer<CChar>?
        var text = [CChar](repeating: 0, count: 256)
        // SAFETY: each message and the request are freed once; the handle is alive.
        if unsafe PQstatus(handle) == CONNECTION_OK, let cancel = unsafe PQgetCancel(handle) {
            unsafe _ = PQcancel(cancel, &text, Int32(text.count))
            unsafe PQfreeCancel(cancel)
        }
        while unsafe PQgetCopyData(handle, &message, 0) >= 0 { unsafe PQfreemem(message) }
        try? takeResults()
    }
}

/// A row of a copy, valid only during the call.
package struct CopiedRow: ~Copyable, ~Escapable {
    /// The size in bytes of the header: the signature `PGCOPY…`, the flags, and the length of an empty extension.
    static let headerSize = 19

    private let bytes: Span<UInt8>
    /// The offset and the count of the bytes of each column's value. The count is -1 for NULL.
    private var columns = InlineArray<17, (start: Int, count: Int)>(repeating: (0, -1))
    /// The number of columns; 0 for the end marker.
    let count: Int

    /// - Throws: `MasterStoreError` if the bytes are not a row.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ place: inout Int, store: String) throws(MasterStoreError) {
        self.bytes = bytes
        let damaged = MasterStoreError(.server, store: store, "a row of a copy is not in PostgreSQL's binary form")
        let count = Int(Int16(bitPattern: UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])))
        place += 2
        self.count = max(count, 0)
        guard count <= columns.count else { throw damaged }
        for column in 0..<self.count {
            guard place + 4 <= bytes.count else { throw damaged }
            let size = Int(Int32(truncatingIfNeeded: Self.number(bytes, place, 4)))
            place += 4
            guard size <= bytes.count - place else { throw damaged }
            columns[column] = (place, size)
            place += max(size, 0)
        }
    }

    private static func number(_ bytes: Span<UInt8>, _ place: Int, _ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in place..<(place + count) { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    /// Returns whether the value of a column is NULL.
    package func isNull(_ column: Int) -> Bool { columns[column].count < 0 }

    /// The bytes of a `text` or `bytea`; empty for NULL.
    @_lifetime(copy self)
    package func bytes(_ column: Int) -> Span<UInt8> {
        let (start, count) = columns[column]
        return bytes.extracting(start..<(start + max(count, 0)))
    }

    /// An integer of any size; 0 for NULL.
    package func integer(_ column: Int) -> Int {
        let (start, count) = columns[column]
        if count <= 0 { return 0 }
        let shift = Int64(64 - 8 * count)
        return Int(Int64(bitPattern: Self.number(bytes, start, count) << UInt64(shift)) >> shift)
    }

    /// A text; empty for NULL.
    package func text(_ column: Int) -> String { String(decoding: bytes(column)) }
}
