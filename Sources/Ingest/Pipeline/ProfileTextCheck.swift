/// Recognizes, at the beginning of a text, that the text cannot contain profiles.
///
/// A record needs a format line before it. So a text of profiles begins with `#`, after an optional byte order mark and
/// empty lines. The `#` may be within quotes.
struct ProfileTextCheck {
    /// Whether the first byte was found that is not part of a byte order mark or an empty line.
    private var isDecided = false

    /// Checks the next bytes of the text.
    ///
    /// - Returns: How the text begins, if it does not contain profiles; `nil` as long as it may contain them.
    mutating func fault(_ bytes: Span<UInt8>) -> String? {
        guard let index = beginning(of: bytes, after: Self.empty) else { return nil }
        let byte = bytes[index]
        if byte == ASCII.hash || byte == ASCII.quote { return nil }
        let line = String(decoding: bytes.extracting(index..<min(index + 60, bytes.count)))
        return "it begins with “\(GrammarError.excerpt(line))”"
    }

    /// Checks the next bytes for other formats that are often supplied by mistake.
    ///
    /// - Returns: The error; `nil` if the text may contain profiles, or has an unknown form. The reader reports an
    ///   unknown form record by record.
    mutating func otherForm(_ bytes: Span<UInt8>) -> IngestError? {
        guard let index = beginning(of: bytes, after: Self.empty + [ASCII.space, 0x09]) else { return nil }
        let rest = bytes.extracting(index...)
        func isAt(_ place: Int, _ byte: UInt8) -> Bool { place < rest.count && rest[place] == byte }
        if isAt(0, 0xFF) && isAt(1, 0xFE) || isAt(0, 0xFE) && isAt(1, 0xFF) || isAt(1, 0) || isAt(0, 0) {
            return .notProfiles(
                "found text in UTF-16, expected UTF-8; convert it, for example with iconv -f UTF-16 "
                    + "-t UTF-8")
        }
        let text = String(decoding: rest.extracting(first: Self.judgedBytes)).lowercased()
        let next = text.dropFirst().first { !$0.isWhitespace }
        switch text.first {
        case "<" where ["<!doctype html", "<html", "<head", "<body", "<!--", "<script"].contains(where: text.hasPrefix):
            return .notProfiles(
                "found an HTML page, expected instrument profiles; open the address in a browser to see whether it is "
                    + "a login, an error or a folder")
        case "<" where next?.isLetter == true || next == "?" || next == "!":
            return .notProfiles("found XML, expected instrument profiles (IPF); look for the data in that format")
        case "{" where next == "\"" || next == "}", "[" where next.map { "{[]\"".contains($0) || $0.isNumber } == true:
            return .notProfiles("found JSON, expected instrument profiles (IPF); look for the data in that format")
        default: return nil
        }
    }

    private static let judgedBytes = 64
    private static let empty: [UInt8] = [0xEF, 0xBB, 0xBF, ASCII.lineFeed, ASCII.carriageReturn]

    /// Returns the index of the first significant byte. Returns `nil` if `bytes` does not contain it, or if it was
    /// found earlier.
    private mutating func beginning(of bytes: Span<UInt8>, after empty: [UInt8]) -> Int? {
        if isDecided { return nil }
        for index in bytes.indices where !empty.contains(bytes[index]) {
            isDecided = true
            return index
        }
        return nil
    }
}

extension IngestError {
    fileprivate static func notProfiles(_ reason: String) -> IngestError {
        IngestError(kind: .notProfiles, reason: reason)
    }
}
