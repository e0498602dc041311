extension ByteCursor {
    /// A part of the bytes as a string; what isn't UTF-8 is repaired.
    func text(_ range: Range<Int>) -> String { String(decodingUTF8: bytes.extracting(range)) }
}

extension String {
    /// The bytes as a string; what isn't UTF-8 is repaired.
    init(decodingUTF8 bytes: Span<UInt8>) {
        if let valid = try? UTF8Span(validating: bytes) {
            self.init(copying: valid)
        } else {
            self.init(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
        }
    }
}
