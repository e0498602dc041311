internal import Ingest
internal import InstrumentCatalog
internal import SystemFiles

/// Distinguishes a local file that has changed from one that has not, without reading all of it: its device, inode, size and time, and a
/// checksum of its beginning and of its end.
///
/// The checksums find a change that left the time as it was, as programs do that set it back. Such a change in the middle of a large file, of
/// the same length and in the same file, is not found.
package enum SourceStamp {
    /// Bytes of the beginning, and of the end.
    private static let edgeBytes = 64 << 10

    /// The stamp of the file at an address; `nil` for all but regular files, and for one that cannot be read.
    ///
    /// - Complexity: O(1), some ten microseconds.
    package static func of(_ address: SourceAddress) -> String? {
        guard let path = address.path, let stamp = FileStamp(path), stamp.kind == .file,
            let file = try? OpenFile(path, for: .reading),
            let beginning = try? file.bytes(at: 0, limit: edgeBytes),
            let end = try? file.bytes(at: max(edgeBytes, stamp.size - edgeBytes), limit: edgeBytes)
        else { return nil }
        let sums = [beginning, end].map { String(Checksum.of($0.span), radix: 16) }
        return "\(stamp.text), checksums of its ends \(sums.joined(separator: " "))"
    }
}
