internal import SystemFiles

/// What a request sends.
enum RequestBody: Sendable {
    case bytes([UInt8])
    /// A range of a file that stays as it is meanwhile.
    case file(OpenFile, Range<Int>)

    /// How many bytes.
    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let range): range.count
        }
    }

    /// At most `limit` bytes from `offset` on; none at the end.
    ///
    /// - Throws: `FileFault` where the system refuses to read the file.
    func bytes(at offset: Int, limit: Int) throws(FileFault) -> [UInt8] {
        let count = min(limit, count - offset)
        switch self {
        case .bytes(let bytes): return Array(bytes[offset..<offset + count])
        case .file(let file, let range): return try file.bytes(at: range.lowerBound + offset, limit: count)
        }
    }
}
