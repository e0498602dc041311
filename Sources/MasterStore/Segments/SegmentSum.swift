internal import Ingest
internal import Scanning
internal import SystemFiles

/// The SHA-256 of a segment, in 64 hexadecimal digits.
struct SegmentSum: Hashable, CustomStringConvertible {
    let description: String

    init(hexadecimal: String) { description = hexadecimal.lowercased() }

    private init(_ hash: DigestHash) { description = ByteText.hexadecimal(hash.digest) }

    /// Computes the checksum of a file.
    ///
    /// - Throws: `MasterStoreError` of kind `segment` if the file cannot be read.
    init(ofFile path: String) throws(MasterStoreError) {
        let hash = DigestHash.sha256
        do throws(FileFault) {
            try Self.read(path) { (piece) throws(FileFault) in hash.add(piece) }
        } catch {
            throw MasterStoreError(.segment, "\(path) can't be read: \(error.words)")
        }
        self.init(hash)
    }

    /// Reads the checksum file of a segment: one line in the form of `sha256sum`, with the segment's name.
    ///
    /// - Throws: `MasterStoreError` of kind `segment` if the file cannot be read or has another form.
    init(of segment: SegmentName, at path: String) throws(MasterStoreError) {
        let contents: WholeFile.Contents?
        do throws(FileFault) {
            contents = try WholeFile.read(path, limit: 1024)
        } catch {
            throw MasterStoreError(.segment, "\(path) can't be read: \(error.words)")
        }
        guard case .bytes(let bytes) = contents, case let text = String(decoding: bytes, as: UTF8.self),
            case let sum = text.prefix(64), sum.utf8.count == 64, sum.allSatisfy(\.isHexDigit),
            // In binary mode, `sha256sum` writes a star instead of the second space.
            ["  \(segment)\n", " *\(segment)\n", "  \(segment)", " *\(segment)"].contains(text.dropFirst(64))
        else {
            throw MasterStoreError(
                .segment,
                "\(segment.sum) isn't a line of sha256sum for \(segment), expected 64 hexadecimal digits, two "
                    + "spaces and the name")
        }
        self.init(hexadecimal: String(sum))
    }

    /// Copies a file to `target`, and returns the checksum of the copied bytes.
    static func copy(_ path: String, to target: String) throws(FileFault) -> SegmentSum {
        let hash = DigestHash.sha256
        let replacement = try FileReplacement(FileTarget(target))
        try read(path) { (piece) throws(FileFault) in
            hash.add(piece)
            try replacement.file.write(piece)
        }
        try replacement.commit()
        return SegmentSum(hash)
    }

    /// Writes the checksum file of a segment.
    func write(_ segment: SegmentName, to path: String) throws(FileFault) {
        let replacement = try FileReplacement(FileTarget(path))
        try replacement.file.write("\(self)  \(segment)\n".utf8Span.span)
        try replacement.commit()
    }

    private static func read(
        _ path: String, _ body: (Span<UInt8>) throws(FileFault) -> Void
    ) throws(FileFault) {
        let file = try OpenFile(path, for: .reading)
        var offset = 0
        while true {
            let piece = try file.bytes(at: offset, limit: 1 << 20)
            if piece.isEmpty { return }
            try body(piece.span)
            offset += piece.count
        }
    }
}
