/// Tells from its beginning whether a text may be one of profiles: no record can stand before a definition, so it begins with
/// `#`, after empty lines and a byte order mark; a quote may hide a `#`.
struct ProfileTextCheck {
    /// Something but empty lines has come.
    private var isDecided = false

    /// Looks at the next bytes of the text.
    ///
    /// - Returns: what it begins with, for people, where that isn't a text of profiles; `nil` while it may be one.
    mutating func fault(_ bytes: Span<UInt8>) -> String? {
        guard !isDecided else { return nil }
        for index in bytes.indices {
            let byte = bytes[index]
            if [0xEF, 0xBB, 0xBF, ASCII.lineFeed, ASCII.carriageReturn].contains(byte) { continue }
            isDecided = true
            if byte == ASCII.hash || byte == ASCII.quote { return nil }
            let line = String(decoding: bytes.extracting(index..<min(index + 60, bytes.count)))
            return "it begins with “\(GrammarError.excerpt(line))”"
        }
        return nil
    }
}
