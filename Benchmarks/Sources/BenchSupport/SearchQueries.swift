import Foundation

/// The recorded queries of `Benchmarks/make-queries`.
public struct SearchQueries {
    public struct Query {
        public let kind: String
        public let text: String
    }

    public let all: [Query]
    /// The kinds, in the order of their first query.
    public let kinds: [String]

    public static func recorded() throws -> SearchQueries {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Queries/search.txt")
        let text = try String(contentsOf: path, encoding: .utf8)
        let all = text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1)
            return Query(kind: String(parts[0]), text: String(parts[1]))
        }
        return SearchQueries(all: all, kinds: Set(all.map(\.kind)).sorted())
    }
}
