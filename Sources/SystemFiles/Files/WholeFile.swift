/// Reads small regular files as a whole.
package enum WholeFile {
    /// The result of reading a file.
    package enum Contents: Sendable {
        case bytes([UInt8])
        /// The file is larger than the limit.
        case tooLarge
    }

    /// Returns the bytes of the file at `path`; `nil` if the file does not exist. Never waits for a named pipe.
    ///
    /// - Parameter limit: The maximum number of bytes that the file may have.
    /// - Throws: `FileFault` if the system refuses, or if the path does not denote a regular file.
    /// - Complexity: O(bytes of the file).
    package static func read(_ path: String, limit: Int) throws(FileFault) -> Contents? {
        do throws(FileFault) {
            let file = try OpenFile(path, for: .reading)
            let kind = try file.status().kind
            guard kind == .file else { throw .unfit("is \(kind.words); expected a file") }
            // A generated file, such as those in /proc, has size 0, so read until the end.
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
