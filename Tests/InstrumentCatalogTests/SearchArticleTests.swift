import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// The program of the article, verbatim.
struct SearchArticleTests {
    @Test func theDocumentedProgramRuns() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(FileDamageTests.text, in: folder).catalog

        let page = try catalog.search("turk hav", limit: 10)
        for hit in page.hits { print(catalog.symbol(at: hit.row), hit.tier.name, hit.highlights) }
        if let next = page.next { print(try catalog.search("turk hav", limit: 10, after: next).hits.count) }

        for answer in catalog.lookup([.isin("US0378331005"), .symbol("AAPL")]) {
            switch answer {
            case .success(let rows): print(rows.map(catalog.symbol(at:)))
            case .failure(let error): print(error)
            }
        }

        #expect(page.hits.map { catalog.symbol(at: $0.row) } == ["THYAO:TR"])
    }

    private static let here = URL(filePath: #filePath)
    private static let article = here.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/InstrumentCatalog/InstrumentCatalog.docc/Search.md")

    /// The article's worked example of the order, with the ranks, sizes and grades of its table.
    @Test func theWorkedExampleHasItsOrder() throws {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        let table = text.components(separatedBy: "| place | symbol |")[1].components(separatedBy: "\n\n")[0]
        let rows = table.split(separator: "\n").dropFirst(2).map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(rows.count == 5)
        var builder = CatalogBuilder()
        builder.includesBundledAliases = false
        for row in rows.reversed() {
            var profile = InstrumentProfile()
            profile.type = "INDEX"
            profile.symbol = row[1]
            profile.description = row[2]
            profile.customFields = [.init(name: "AUTOCOMPLETE_WEIGHT", value: row[3])]
            try builder.append(profile)
        }
        let folder = try TemporaryFolder()
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        let hits = try catalog.search("kepler 500").hits
        #expect(hits.map { catalog.symbol(at: $0.row) } == rows.map { $0[1] })
        #expect(hits.allSatisfy { $0.tier == .description })
        for row in rows {
            let words = row[4].components(separatedBy: ", ").count
            #expect(row[5] == (words == 2 ? "none" : "\(words - 2)"))
            let left = words == 2 ? 0 : words <= 4 ? 1 : 2
            #expect(row[6] == (row[2].contains("Kepler 500 ") ? "\(left)" : "stage 6"))
            #expect(NaiveTerms(NaiveSearch.fold(row[2])).size == words)
        }
    }

    @Test func theProgramEqualsTheArticle() throws {
        let squeezed = { (text: String) in text.filter { !$0.isWhitespace } }
        let here = Self.here
        let blocks = try String(contentsOf: Self.article, encoding: .utf8).components(separatedBy: "```swift\n")
            .dropFirst()
        #expect(blocks.count == 1)
        let source = squeezed(try String(contentsOf: here, encoding: .utf8))
        for block in blocks { #expect(source.contains(squeezed(block.components(separatedBy: "```")[0]))) }
    }
}
