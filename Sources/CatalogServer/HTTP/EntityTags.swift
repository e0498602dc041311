/// Entity tags of requests (RFC 9110, section 8.8.3).
enum EntityTags {
    /// The tag among those of `If-None-Match` that begins with a snapshot's; `nil` where none does.
    static func match(_ condition: String, _ tag: String) -> String? {
        for item in condition.split(separator: ",") {
            var text = item.trimmed()
            if text.hasPrefix("W/") { text = text.dropFirst(2) }
            if text.dropFirst().hasPrefix(tag), text.hasPrefix("\""), text.hasSuffix("\"") { return String(text) }
        }
        return nil
    }

    /// Whether `If-None-Match` names a tag, in either encoding, or anything at all.
    static func isMet(_ condition: String, _ quoted: String, _ tag: String) -> Bool {
        condition.trimmed() == "*" || match(condition, tag) != nil || condition.contains(quoted)
    }
}
