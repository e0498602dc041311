extension TimeZoneRules {
    /// Creates a zone with a fixed offset from `GMT+hh:mm` or `GMT-hh:mm`, with hh below 24 and mm below 60. Returns
    /// `nil` for other names.
    package init?(customID id: String) {
        let text = id.utf8Span.span
        guard text.count == 9, text[0] == UInt8(ascii: "G"), text[1] == UInt8(ascii: "M"), text[2] == UInt8(ascii: "T"),
            text[3] == ASCII.plus || text[3] == ASCII.minus, text[6] == ASCII.colon,
            text[4].isASCIIDigit, text[5].isASCIIDigit, text[7].isASCIIDigit, text[8].isASCIIDigit
        else { return nil }
        let hours = text[4].digitValue * 10 + text[5].digitValue
        let minutes = text[7].digitValue * 10 + text[8].digitValue
        guard hours < 24, minutes < 60 else { return nil }
        let seconds = Int32(hours * 3600 + minutes * 60)
        self.init(ZoneTable(id: id, fixedOffset: text[3] == ASCII.minus ? -seconds : seconds))
    }

    /// Returns whether `id` may name a zone file. It must consist of letters, digits, `_`, `+` and `-` in parts joined
    /// by `/`, so that no name leads outside the zone folder.
    ///
    /// Rejects files that are not zones (`localtime`, `posixrules`, `Factory`), the folder whose zones count leap
    /// seconds (`right`), and the folder that repeats all zones (`posix`).
    static func isZoneName(_ id: String) -> Bool {
        let text = id.utf8Span.span
        guard text.count > 0, text.count <= 128 else { return false }
        var previous = ASCII.slash
        for index in 0..<text.count {
            let byte = text[index]
            switch byte {
            case ASCII.slash: guard previous != ASCII.slash else { return false }
            case ASCII.underscore, ASCII.plus, ASCII.minus: break
            default: guard byte.isASCIILetter || byte.isASCIIDigit else { return false }
            }
            previous = byte
        }
        return previous != ASCII.slash && !["localtime", "posixrules", "Factory"].contains(id)
            && !id.hasPrefix("right/") && !id.hasPrefix("posix/")
    }
}
