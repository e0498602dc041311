import TestSupport
import Testing

@testable import InstrumentCatalog

/// Search finds the rows of the naive search over all rows, in the same order.
struct SearchTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func searchesEqualANaiveSearch(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var universe = SearchUniverse(seed: seed, count: [0, 1, 40, 120, 300, 700][Int(seed) - 1])
        let catalog = try universe.catalog(in: folder)
        try catalog.verify()
        let naive = NaiveSearch(catalog)
        for _ in 0..<60 {
            let text = universe.query()
            let expected = naive.search(text)
            let page = try catalog.search(text, on: NaiveSearch.day, limit: catalog.count)
            #expect(page.hits.map(\.row) == expected.map(\.row), "seed \(seed), text '\(text)'")
            #expect(page.hits.map(\.tier) == expected.map(\.tier), "seed \(seed), text '\(text)'")
            #expect(page.next == nil)
            // Every hit has highlights, or explains how the query was understood.
            #expect(
                page.hits.allSatisfy { !$0.highlights.isEmpty || $0.reason != nil }, "seed \(seed), text '\(text)'")
        }
    }

    @Test(arguments: [11, 12] as [UInt64])
    func pagesAndFiltersEqualANaiveSearch(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var universe = SearchUniverse(seed: seed, count: 400)
        let catalog = try universe.catalog(in: folder)
        let naive = NaiveSearch(catalog)
        for _ in 0..<40 {
            let text = universe.query()
            var filter = CatalogFilter()
            switch universe.number(below: 4) {
            case 0: filter.require(.type, anyOf: ["STOCK", "FUTURE"])
            case 1: filter.require(.symbol, anyOf: ["*A*"])
            case 2: filter.require(.currency, anyOf: ["NONE"])
            default: break
            }
            let day = NaiveSearch.day
            let all = try catalog.search(text, filter: filter, on: day, limit: .max).hits
            let expected = naive.search(text) { filter.matches($0) }
            #expect(all.map(\.row) == expected.map(\.row), "seed \(seed), text '\(text)'")
            #expect(try catalog.select(matching: text, filter: filter, on: day).rows() == all.map(\.row).sorted())
            var paged: [SearchHit] = []
            var cursor: CatalogCursor?
            let limit = 1 + universe.number(below: 20)
            repeat {
                let page = try catalog.search(text, filter: filter, on: day, limit: limit, after: cursor)
                paged += page.hits
                #expect(page.hits.count == limit || page.next == nil)
                // Converts the cursor to text and back, as in a URL.
                cursor = try page.next.map { try CatalogCursor(parsing: $0.description) }
            } while cursor != nil
            #expect(paged == all, "seed \(seed), text '\(text)', limit \(limit)")
        }
    }

    /// Tests typos at every position: each edit of a name and of a word, and if two typos are allowed, two edits.
    @Test(arguments: ["ABAC", "KELOM", "MARKET", "ÅNGSTRM", "CATALOG", "SWITCHES", "ABCABCABCD"])
    func everyTypoIsFound(word: String) throws {
        let folder = try TemporaryFolder()
        let once = Self.edits(of: word)
        var profiles: [InstrumentProfile] = []
        for (number, name) in ([word] + once).enumerated() where number % 4 == 0 {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = name
            // Adds texts with the same beginning, middle or end, also in descriptions.
            profile.description = number % 2 == 0 ? "\(name)S \(number)" : "Of \(word)"
            profiles.append(profile)
            profile.symbol = "\(number)\(name)"
            profile.description = "\(name) \(word.dropFirst(2))"
            profiles.append(profile)
        }
        var builder = CatalogBuilder()
        for profile in profiles { try builder.append(profile) }
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        let naive = NaiveSearch(catalog)
        var texts = once
        if word.count >= 8 {
            for (number, text) in once.enumerated() where number % 9 == 0 {
                for (place, edited) in Self.edits(of: text).enumerated() where place % 7 == 0 { texts.append(edited) }
            }
        }
        for text in texts {
            let hits = try catalog.search(text, limit: .max).hits
            #expect(hits.map(\.row) == naive.search(text).map(\.row), "\(text)")
        }
    }

    /// All texts with one typo: an insertion, deletion, substitution, or swap of neighbors.
    private static func edits(of word: String) -> [String] {
        let characters = Array(word)
        var edits: Set<String> = []
        for index in 0...characters.count {
            let front = String(characters[..<index])
            for other in "XA" { edits.insert(front + String(other) + String(characters[index...])) }
            if index == characters.count { continue }
            let rest = String(characters[(index + 1)...])
            edits.insert(front + rest)
            for other in "XA" { edits.insert(front + String(other) + rest) }
            if index + 1 == characters.count { continue }
            var swapped = characters
            swapped.swapAt(index, index + 1)
            edits.insert(String(swapped))
        }
        edits.remove(word)
        return edits.sorted()
    }

    /// More rows start with the text than the search takes from the tree of minima, and than a filter tests.
    @Test func commonPrefixesFindTheBestRows() throws {
        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        for number in 0..<25_000 {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = "A\(10_000 + number * 7919 % 25_000)"
            profile.currency = number % 5_000 == 0 ? "EUR" : "USD"
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        #expect(try catalog.search("a", limit: .max).hits.map(\.row.number) == Array(0..<25_000))
        var filter = CatalogFilter()
        filter.require(.currency, anyOf: ["EUR"])
        let rows = catalog.select(filter).rows()
        #expect(rows.count == 5)
        let page = try catalog.search("a", filter: filter, limit: 3)
        #expect(page.hits.map(\.row) == Array(rows[..<3]))
        #expect(
            try catalog.search("a", filter: filter, limit: 3, after: page.next).hits.map(\.row) == Array(rows[3...]))
    }

    private static let listing = """
        #STOCK::=TYPE,SYMBOL,LOCAL_SYMBOL,DESCRIPTION,LOCAL_DESCRIPTION,ISIN
        STOCK,THYAO:TR,THYAO,Turkish Airlines,TÜRK HAVA YOLLARI A.O.,TRATHYAO91M5
        STOCK,ISCTR:TR,ISCTR,Is Bankasi C,İŞ BANKASI C,TRAISCTR91N2
        STOCK,AAPL,,Apple Inc. - Common Stock,,US0378331005
        STOCK,MSFT,,Microsoft Corporation,,US5949181045
        #OPTION::=TYPE,SYMBOL,DESCRIPTION
        OPTION,.AAPL270115C100,AAPL Jan 15 2027 100.00 Call
        OPTION,.AAPL270115P100,AAPL Jan 15 2027 100.00 Put

        """

    /// A query, the symbols found, the reason, and the highlights in the first.
    private static let examples: [(String, [String], SearchTier?, [ProfileField: [String]])] = [
        ("turk", ["THYAO:TR"], .description, [.description: ["Turk"], .localDescription: ["TÜRK"]]),
        ("is", ["ISCTR:TR"], .symbolPrefix, [.symbol: ["IS"], .localSymbol: ["IS"]]),
        ("iş bank", ["ISCTR:TR"], .description, [.description: ["Is", "Bank"], .localDescription: ["İŞ", "BANK"]]),
        ("ıs ban", ["ISCTR:TR"], .description, [.description: ["Is", "Ban"], .localDescription: ["İŞ", "BAN"]]),
        (" aapl\n", ["AAPL", ".AAPL270115C100", ".AAPL270115P100"], .exactSymbol, [.symbol: ["AAPL"]]),
        ("us0378331005", ["AAPL"], .exactIdentifier, [.isin: ["US0378331005"]]),
        ("thyao", ["THYAO:TR"], .exactIdentifier, [.localSymbol: ["THYAO"]]),
        ("apple inc", ["AAPL"], .description, [.description: ["Apple", "Inc"]]),
        ("CALL 100", [".AAPL270115C100"], .description, [.description: ["100", "Call"]]),
        ("call jan", [".AAPL270115C100"], .description, [.description: ["Jan", "Call"]]),
        ("C100", [".AAPL270115C100"], .symbolSubstring, [.symbol: ["C100"]]),
        // The options have a word with one typo.
        ("appl", ["AAPL", ".AAPL270115C100", ".AAPL270115P100"], .description, [.description: ["Appl"]]),
        ("aple", ["AAPL"], .typo, [.description: ["Apple"]]),
        ("mircosoft", ["MSFT"], .typo, [.description: ["Microsoft"]]),
        ("microsft corp", ["MSFT"], .typo, [.description: ["Microsoft", "Corp"]]),
        ("ＭＳＦＴ", ["MSFT"], .exactSymbol, [.symbol: ["MSFT"]]),
        ("2028", [], nil, [:]), ("", [], nil, [:]), ("&", [], nil, [:]),
    ]

    @Test func queriesFindTheExpectedInstruments() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        for (text, symbols, tier, highlights) in Self.examples {
            let hits = try catalog.search(text).hits
            #expect(hits.map { catalog.symbol(at: $0.row) } == symbols, "\(text)")
            #expect(hits.first?.tier == tier, "\(text)")
            guard let hit = hits.first else { continue }
            let shown = Dictionary(
                uniqueKeysWithValues: hit.highlights.map { field, ranges in
                    let bytes = Array(catalog.string(field, at: hit.row).utf8)
                    return (field, ranges.map { String(decoding: bytes[$0], as: UTF8.self) })
                })
            #expect(shown == highlights, "\(text)")
        }
    }

    @Test func invalidQueriesAreRefused() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        let cursor = try #require(try catalog.search("a", limit: 1).next)
        func refusal(_ catalog: Catalog, _ text: String, filter: CatalogFilter = .init()) -> String? {
            let error = #expect(throws: CatalogError.self) { try catalog.search(text, filter: filter, after: cursor) }
            #expect(error?.kind == .cursor)
            return error?.reason
        }
        let question = "the cursor belongs to a different query; request the first page of this one"
        #expect(refusal(catalog, "b") == question)
        var filter = CatalogFilter()
        filter.require(.type, anyOf: ["STOCK"])
        #expect(refusal(catalog, "a", filter: filter) == question)
        let other = try Building.catalog(Self.listing + "OPTION,.B,B\n", in: folder, name: "other").catalog
        #expect(
            refusal(other, "a")
                == "the cursor belongs to another catalog, or to an earlier state of this one; request the first page "
                + "again"
        )
        // After folding, this text equals the query of the cursor.
        #expect(try catalog.search(" A", after: cursor).hits.count > 0)
        let long = #expect(throws: CatalogError.self) { try catalog.search(String(repeating: "é", count: 513)) }
        #expect(long?.kind == .invalidValue)
        #expect(long?.reason == "the text to search is 1026 bytes long, expected at most 1024: search for less of it")
    }

    /// The names of tiers, which occur in JSON, must not change.
    @Test func tiersHaveTheirNames() {
        #expect(
            SearchTier.allCases.map(\.name) == [
                "exactSymbol", "exactIdentifier", "notation", "alias", "symbolPrefix", "description", "aliasPrefix",
                "symbolSubstring", "typo",
            ])
    }
}
