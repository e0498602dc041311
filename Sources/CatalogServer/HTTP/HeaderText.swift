internal import HTTPTypes
internal import Scanning

extension String {
    /// The items of a field such as `Accept`, in order. Each has its name in lower case, and whether `q=0` refuses it
    /// (RFC 9110, section 12.4.2).
    var acceptedItems: some Sequence<(name: String, isRefused: Bool)> {
        split(separator: ",").lazy.compactMap { item in
            let parts = item.split(separator: ";").map { $0.trimmed().lowercased() }
            guard let name = parts.first else { return nil }
            return (name, parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) })
        }
    }
}

extension HTTPField.Name {
    static let host = HTTPField.Name("Host")!
    static let requestID = HTTPField.Name("X-Request-Id")!
    /// The header field with the state from which an answer was computed (`ServedSnapshot.name`).
    static let snapshot = HTTPField.Name("IPF-Snapshot")!
    /// The header field with the time since which the followed master hasn't answered.
    static let staleSince = HTTPField.Name("IPF-Stale-Since")!
}

/// The entity tags of `If-None-Match`, which may be weak, or `*` for any (RFC 9110, section 13.1.2).
struct EntityTags {
    /// Whether the field is `*`, which matches every answer.
    let isAny: Bool
    /// The tags with their quotes, without `W/`, because this field uses weak comparison.
    private let tags: [Substring]

    init(_ field: String) {
        isAny = field.trimmed() == "*"
        tags = field.split(separator: ",").map { item in
            let tag = item.trimmed()
            return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        }
    }

    /// Returns the first listed tag that begins with `tag`, and so matches in any content encoding; `nil` if no tag
    /// does. `tag` has no quotes.
    func first(of tag: String) -> String? {
        tags.first { $0.hasPrefix("\"") && $0.hasSuffix("\"") && $0.dropFirst().hasPrefix(tag) }.map(String.init)
    }

    /// Returns whether exactly this quoted tag is listed.
    func contains(_ quoted: String) -> Bool { isAny || tags.contains { $0 == quoted } }
}
