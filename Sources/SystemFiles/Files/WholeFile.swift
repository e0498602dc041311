/// Small regular files, read at once.
package enum WholeFile {
    /// What a file was found to hold.
    package enum Contents: Sendable {
        case bytes([UInt8])
        /// More bytes than were asked for.
        case tooLarge
    }

    /// The bytes of the file at `path`; `nil` where there is none. A named pipe is not waited for.
    ///
    /// - Parameter limit: more bytes are not read.
    /// - Throws: `FileFault` where the system refuses, and for what isn't a regular file.
    /// - Complexity: O(bytes of the file).
    package static func read(_ path: String, limit: Int) throws(FileFault) -> Contents? {
        do throws(FileFault) {
            let file = try OpenFile(path, for: .reading)
            let kind = try file.status().kind
            guard kind == .file else { throw .unfit("is \(kind.words); expected a file") }
            // What the system makes up, as under /proc, has no size.
            var bytes: [UInt8] = []
            while bytes.count <= limit {
                let piece = try file.bytes(at: bytes.count, limit: min(limit + 1 - bytes.count, 1 << 20))
                if piece.isEmpty { return .bytes(bytes) }
                bytes += piece
            }
            return .tooLarge
        } catch {
            if error == .system(action: "open", .noSuchFile) { return nil }
            throw error
        }
    }
}
