import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// The program of the article, word for word.
struct SearchArticleTests {
    @Test func program() throws {
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

    @Test func isTheArticles() throws {
        let squeezed = { (text: String) in text.filter { !$0.isWhitespace } }
        let here = URL(filePath: #filePath)
        let article = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/InstrumentCatalog/InstrumentCatalog.docc/Search.md")
        let blocks = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        #expect(blocks.count == 1)
        let source = squeezed(try String(contentsOf: here, encoding: .utf8))
        for block in blocks { #expect(source.contains(squeezed(block.components(separatedBy: "```")[0]))) }
    }
}
