import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Queries with a known best result, over well-known instruments.
@Suite(.enabled(if: Conformance.folder != nil, "no conformance tables; set IPF_CONFORMANCE"))
struct JudgedTests {
    /// Lines whose expectation is wrong, each with the reason.
    private static let exceptions: [String: String] = [:]

    /// Queries without a date are evaluated as of this day.
    private static let day = CalendarDate(year: 2026, month: 11, day: 21)

    private static let catalog = Result<Catalog, any Error> {
        let folder = try TemporaryFolder()
        let text = try Data(contentsOf: tables.appending(path: "instruments.ipf"))
        var builder = try Building.builder([UInt8](text))
        builder.includesBundledAliases = true
        _ = try builder.write(to: folder.path("catalog"))
        // The catalog keeps its file mapped, so the folder may be removed.
        return try Catalog.open(folder.path("catalog"))
    }

    private static var tables: URL { Conformance.folder!.appending(path: "search") }
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    /// Three tables of queries: one was given to the project, and two were made for it. The second was used to tune the
    /// order, the third was not.
    @Test(arguments: ["judged", "judged-looked-at", "judged-kept-apart"])
    func judgedQueriesFindTheExpectedInstruments(name: String) throws {
        let folder = name == "judged" ? Self.tables : Self.fixtures
        let catalog = try Self.catalog.get()
        let lines = try String(contentsOf: folder.appending(path: "\(name).tsv"), encoding: .utf8)
            .split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines {
            let parts = line.split(separator: "\t").map(String.init)
            let right = parts[1].split(separator: "|").map(String.init)
            let hits = try catalog.search(parts[0], on: Self.day, limit: 3).hits
            let found = hits.map { catalog.symbol(at: $0.row) }
            let isRight = found.first.map(right.contains) ?? false
            if let reason = Self.exceptions[parts[0]] {
                #expect(!isRight, "\(parts[0]) is right, but excepted: \(reason)")
            } else {
                #expect(isRight, "\(parts[0]): \(hits.map(\.tier)) \(found), expected \(parts[1])")
            }
        }
    }
}
