internal import HTTPTypes
internal import Scanning

extension String {
    /// The items of a field such as `Accept`, in their order: names in lower case, and whether `q=0` refuses them (RFC 9110, section
    /// 12.4.2).
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
    /// The state that an answer is about (`ServedSnapshot.name`).
    static let snapshot = HTTPField.Name("IPF-Snapshot")!
    /// Since when the master that is followed has not answered.
    static let staleSince = HTTPField.Name("IPF-Stale-Since")!
}

/// The entity tags of `If-None-Match`, which may be weak, or `*` for any (RFC 9110, section 13.1.2).
struct EntityTags {
    /// It is `*`, which every answer meets.
    let isAny: Bool
    /// The tags with their quotes, without `W/`: for this field weak ones count as others do.
    private let tags: [Substring]

    init(_ field: String) {
        isAny = field.trimmed() == "*"
        tags = field.split(separator: ",").map { item in
            let tag = item.trimmed()
            return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        }
    }

    /// The first tag of a state, in whatever encoding: one that begins with `tag`, which has no quotes; `nil` if no tag does.
    func first(of tag: String) -> String? {
        tags.first { $0.hasPrefix("\"") && $0.hasSuffix("\"") && $0.dropFirst().hasPrefix(tag) }.map(String.init)
    }

    /// Whether just this tag, which has quotes, is named.
    func contains(_ quoted: String) -> Bool { isAny || tags.contains { $0 == quoted } }
}
