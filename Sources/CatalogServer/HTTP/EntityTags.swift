internal import Scanning

/// What `If-None-Match` names: entity tags, which may be weak, or any (RFC 9110, section 13.1.2).
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

    /// The first tag of a state, in whatever encoding: one that begins with `tag`, which has no quotes; `nil` where there is none.
    func first(of tag: String) -> String? {
        tags.first { $0.hasPrefix("\"") && $0.hasSuffix("\"") && $0.dropFirst().hasPrefix(tag) }.map(String.init)
    }

    /// Whether just this tag, which has quotes, is named.
    func contains(_ quoted: String) -> Bool { isAny || tags.contains { $0 == quoted } }
}
