internal import CPostgres

/// The result of a statement: rows and columns, both counted from 0. Times are in microseconds since 1970 UTC.
@safe
package final class MasterRows {
    // SAFETY: owned by this object from `init` to `deinit`, which frees it.
    private let result: OpaquePointer

    /// - Parameter result: A result, which this object then owns.
    init(_ result: OpaquePointer) { unsafe self.result = result }

    deinit {
        // SAFETY: freed once, here.
        unsafe PQclear(result)
    }

    /// The number of rows.
    package var count: Int { Int(unsafe PQntuples(result)) }  // SAFETY: alive as long as this object.

    /// Returns whether a value is NULL.
    package func isNull(_ row: Int, _ column: Int) -> Bool {
        // SAFETY: alive as long as this object; libpq checks both numbers.
        unsafe PQgetisnull(result, Int32(row), Int32(column)) == 1
    }

    /// The bytes of a value; empty for NULL.
    package func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        if isNull(row, column) { return [] }
        // SAFETY: libpq returns the address and the count of the bytes. They are alive as long as the result, and are
        // copied at once.
        let count = unsafe PQgetlength(result, Int32(row), Int32(column))
        return unsafe Array(
            UnsafeRawBufferPointer(start: PQgetvalue(result, Int32(row), Int32(column)), count: Int(count)))
    }

    /// An integer of any size; `nil` for NULL.
    package func integer(_ row: Int, _ column: Int) -> Int? {
        if isNull(row, column) { return nil }
        let bytes = bytes(row, column)
        let unsigned = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let shift = UInt64(64 - 8 * bytes.count)
        return Int(Int64(bitPattern: unsigned << shift) >> Int64(shift))
    }

    /// A text; `nil` for NULL.
    package func text(_ row: Int, _ column: Int) -> String? {
        isNull(row, column) ? nil : String(decoding: bytes(row, column), as: UTF8.self)
    }

    /// A Boolean value; `nil` for NULL.
    package func bool(_ row: Int, _ column: Int) -> Bool? { integer(row, column).map { $0 != 0 } }

    /// A `timestamptz`, in microseconds since 1970 UTC; `nil` for NULL.
    package func time(_ row: Int, _ column: Int) -> Int? { integer(row, column).map { $0 + Self.epoch2000 } }

    /// PostgreSQL's epoch, 2000-01-01, in microseconds since 1970.
    private static let epoch2000 = 946_684_800_000_000
}
