internal import CPostgres

/// What a statement returned: rows of columns, both counted from 0. Times are microseconds since 1970 UTC.
@safe
package final class MasterRows {
    // SAFETY: the value's own from `init` to `deinit`, which frees it.
    private let result: OpaquePointer

    /// - Parameter result: belongs to the value from now on.
    init(_ result: OpaquePointer) { unsafe self.result = result }

    deinit {
        // SAFETY: freed once, here.
        unsafe PQclear(result)
    }

    /// The number of rows.
    package var count: Int { Int(unsafe PQntuples(result)) }  // SAFETY: alive as long as the value.

    /// It is NULL.
    package func isNull(_ row: Int, _ column: Int) -> Bool {
        // SAFETY: alive as long as the value; libpq checks both numbers.
        unsafe PQgetisnull(result, Int32(row), Int32(column)) == 1
    }

    /// The bytes of a value; none of NULL.
    package func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        if isNull(row, column) { return [] }
        // SAFETY: libpq gives the address of as many bytes as it says, which live as long as the result; copied at once.
        let count = unsafe PQgetlength(result, Int32(row), Int32(column))
        return unsafe Array(
            UnsafeRawBufferPointer(start: PQgetvalue(result, Int32(row), Int32(column)), count: Int(count)))
    }

    /// A whole number of any size; `nil` for NULL.
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

    /// A truth value; `nil` for NULL.
    package func bool(_ row: Int, _ column: Int) -> Bool? { integer(row, column).map { $0 != 0 } }

    /// A `timestamptz`: microseconds since 1970 UTC; `nil` for NULL.
    package func time(_ row: Int, _ column: Int) -> Int? { integer(row, column).map { $0 + Self.epoch2000 } }

    /// The server counts from 2000.
    private static let epoch2000 = 946_684_800_000_000
}
