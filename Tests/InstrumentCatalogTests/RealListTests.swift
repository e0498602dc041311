import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Search on real public lists, with queries that were judged without a look at the code
/// (conformance tables, `search-real`).
@Suite(.enabled(if: Conformance.folder != nil)) struct RealListTests {
    private static let folder = Conformance.folder?.appending(path: "search-real")

    private struct Query {
        var name: String
        var text: String
        var acceptable: [String]
    }

    private static func queries() throws -> [Query] {
        try String(contentsOf: folder!.appending(path: "public.tsv"), encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("# ") }
            .map { line in
                let parts = line.split(separator: "\t").map(String.init)
                let acceptable = parts[2].split(separator: "|").map(String.init)
                return Query(name: parts[0], text: parts[1], acceptable: acceptable)
            }
    }

    /// Returns whether an instrument is acceptable: `*` stands for any characters, `@ETF:` precedes a regular
    /// expression for the description of a fund, and `@ISIN:` an ISIN.
    private static func isAcceptable(_ profile: InstrumentProfile, _ acceptable: [String]) throws -> Bool {
        try acceptable.contains { text in
            if text.hasPrefix("@ETF:") {
                return try profile.type == "ETF"
                    && profile.description.firstMatch(of: Regex(String(text.dropFirst(5))).ignoresCase()) != nil
            }
            if text.hasPrefix("@ISIN:") { return profile.isin == text.dropFirst(6) }
            let parts = text.split(separator: "*", omittingEmptySubsequences: false)
            return parts.count == 1
                ? profile.symbol == text : profile.symbol.hasPrefix(parts[0]) && profile.symbol.hasSuffix(parts.last!)
        }
    }

    @Test func theRightInstrumentComesFirst() throws {
        let temporary = try TemporaryFolder()
        let text = try String(contentsOf: Self.folder!.appending(path: "real.ipf"), encoding: .utf8)
        var builder = try Building.builder(text)
        builder.includesBundledAliases = true
        builder.identifierFields += ["FIGI"]
        _ = try builder.write(to: temporary.path("real"))
        let catalog = try Catalog.open(temporary.path("real"))
        let queries = try Self.queries()
        #expect(queries.count == 785)
        var (first, amongFive) = (0, 0)
        let day = CalendarDate(year: 2026, month: 11, day: 27)!
        for query in queries {
            let hits = try catalog.search(query.text, on: day, limit: 5).hits
            let place = try hits.firstIndex { try Self.isAcceptable(catalog.profile(at: $0.row), query.acceptable) }
            if place == 0 { first += 1 }
            if place != nil { amongFive += 1 }
        }
        // Benchmarks/NOTES.md has the measured shares.
        #expect(first * 1000 >= queries.count * 925)
        #expect(amongFive * 1000 >= queries.count * 970)
    }
}
