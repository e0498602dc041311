/// Judges from its beginning whether a text may be one of profiles: no record can come before a definition, so it begins with
/// `#`, after empty lines and a byte order mark; a quote may hide a `#`.
struct ProfileTextCheck {
    /// Something but empty lines has come.
    private var isDecided = false

    /// Looks at the next bytes of the text.
    ///
    /// - Returns: what it begins with, for people, where that isn't a text of profiles; `nil` while it may be one.
    mutating func fault(_ bytes: Span<UInt8>) -> String? {
        guard let index = beginning(of: bytes, after: Self.empty) else { return nil }
        let byte = bytes[index]
        if byte == ASCII.hash || byte == ASCII.quote { return nil }
        let line = String(decoding: bytes.extracting(index..<min(index + 60, bytes.count)))
        return "it begins with “\(GrammarError.excerpt(line))”"
    }

    /// Looks at the next bytes of the text for a form that is often given by mistake.
    ///
    /// - Returns: the error; `nil` while it may be a text of profiles, and for all else, which the reader judges record by record.
    mutating func otherForm(_ bytes: Span<UInt8>) -> IngestError? {
        guard let index = beginning(of: bytes, after: Self.empty + [ASCII.space, 0x09]) else { return nil }
        let rest = bytes.extracting(index...)
        func isAt(_ place: Int, _ byte: UInt8) -> Bool { place < rest.count && rest[place] == byte }
        if isAt(0, 0xFF) && isAt(1, 0xFE) || isAt(0, 0xFE) && isAt(1, 0xFF) || isAt(1, 0) || isAt(0, 0) {
            return .notProfiles("found text in UTF-16, expected UTF-8; convert it, as with iconv -f UTF-16 -t UTF-8")
        }
        let text = String(decoding: rest.extracting(first: Self.judgedBytes)).lowercased()
        let next = text.dropFirst().first { !$0.isWhitespace }
        switch text.first {
        case "<" where ["<!doctype html", "<html", "<head", "<body", "<!--", "<script"].contains(where: text.hasPrefix):
            return .notProfiles(
                "found an HTML page, expected instrument profiles; open the address in a browser, since a server sends such a page for a "
                    + "login, an error or a folder")
        case "<" where next?.isLetter == true || next == "?" || next == "!":
            return .notProfiles("found XML, expected instrument profiles (IPF); look for another form of the data")
        case "{" where next == "\"" || next == "}", "[" where next.map { "{[]\"".contains($0) || $0.isNumber } == true:
            return .notProfiles("found JSON, expected instrument profiles (IPF); look for another form of the data")
        default: return nil
        }
    }

    private static let judgedBytes = 64
    private static let empty: [UInt8] = [0xEF, 0xBB, 0xBF, ASCII.lineFeed, ASCII.carriageReturn]

    /// Where the text begins, which decides; `nil` where it has begun before, or hasn't yet.
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
