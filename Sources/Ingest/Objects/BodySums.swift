internal import SystemFiles

/// The checksums of a body that is sent: the store compares both, and refuses what isn't what was read here.
struct BodySums {
    let sha256: [UInt8]
    /// `nil` where the system allows no MD5.
    private let md5: [UInt8]?

    /// Reads the body once.
    ///
    /// - Throws: `IngestError` where its file can't be read.
    /// - Complexity: O(bytes of the body).
    init(_ body: RequestBody) throws(IngestError) {
        let (sha256, md5) = (DigestHash.sha256, DigestHash(.md5))
        try IngestError.reading { () throws(FileFault) in
            var offset = 0
            while true {
                let piece = try body.bytes(at: offset, limit: Self.pieceBytes)
                if piece.isEmpty { break }
                sha256.add(piece.span)
                md5?.add(piece.span)
                offset += piece.count
            }
            guard offset == body.count else { throw .unfit("became shorter while it was read; write it again") }
        }
        (self.sha256, self.md5) = (sha256.digest, md5?.digest)
    }

    private static let pieceBytes = 1 << 20

    var headers: [(name: String, value: String)] {
        [ObjectHeaders.contentSHA256(sha256)] + (md5.map { [("Content-MD5", ByteText.base64($0))] } ?? [])
    }
}
