@testable import CatalogHistory
@testable import InstrumentCatalog

/// Runs every query of a catalog, with hits and misses. The answers are texts, which tests compare.
enum EveryQuestion {
    /// The answers to all queries.
    static func answers(_ catalog: Catalog) -> [String] {
        walks(catalog) + texts(catalog) + lookups(catalog) + searches(catalog) + filters(catalog) + chains(catalog)
            + past(catalog)
    }

    /// Runs the slower queries: notations, the history, and operations that build on a catalog, such as a merge.
    static func askFurther(_ catalog: Catalog) {
        _ = notations(catalog)
        for symbol in symbols { _ = (try? catalog.lives(of: symbol), try? catalog.removal(of: symbol)) }
        _ = try? catalog.removedInstruments()
        _ = CatalogDifference(from: catalog, to: catalog).forEachChange { _ in }
        let reader = catalog.columnReader()
        while reader.next() != nil {}
        for number in reader.columns.indices where reader.columns[number].listCount != nil {
            _ = reader.values(of: number)
        }
        var builder = CatalogBuilder()
        builder.includesBundledAliases = false
        guard (try? builder.append(contentsOf: catalog)) != nil else { return }
        _ = try? builder.image(path: "", fingerprint: 0)
    }

    /// The instruments that texts in other notations denote, and the catalog's references of some rows.
    private static func notations(_ catalog: Catalog) -> [String] {
        let day = CalendarDate(year: 2026, month: 11, day: 27)!
        let texts = [
            "ES", "ESZ6", "/ESZ26", "ES1!", "es dec", "ES Dec 26", "ESZ26:XCME", "E6000Z6", "IBM   261218C00150000",
            "IBM 18DEC26 150 C", "IBM DEC 26 150 P", "THYAO.IS", "IBM US Equity", "BTC/USD", "^SPX", "=2*IBM-THYAO:TR",
            "US4592001014",
        ]
        var answers: [String] = []
        for text in texts {
            answers.append("\(catalog.instruments(written: text, on: day))")
            answers.append("\((try? catalog.search(text, on: day, limit: 5)).map(hits) ?? [])")
            answers.append("\((try? catalog.spreadLegs(of: text))?.instruments.map(\.symbol) ?? [])")
        }
        for row in catalog.fileRows.prefix(32) { answers.append("\(catalog.reference(at: row))") }
        answers.append(
            "\(catalog.futures(ofProduct: "/ES")) \(catalog.currentFuture(ofProduct: "/ES", on: day) as Any)")
        return answers + ["\(catalog.suggestions(for: "ibm"))", "\(catalog.symbols(near: "IBN"))"]
    }

    private static func past(_ catalog: Catalog) -> [String] {
        ([0, 1_000, 2_000] as [Int64]).map { time in
            let then = try? catalog.asOf(Instant(milliseconds: time))
            guard let then, then.version != catalog.version, then.count < 100_000 else { return "now" }
            let symbols = symbols.map { "\(then[$0] as InstrumentProfile?)" }
            return
                "\(then.count) \(symbols) \(then.removedSymbols) \((try? then.search("ib", limit: 2)).map(hits) ?? [])"
        }
            + ["\((try? catalog.history()) as CatalogHistory??)"]
    }

    private static let symbols = ["IBM", "THYAO:TR", ".IBM261218C150", "/ESZ26:XCME", "OLD", "NONE", ""]

    private static func walks(_ catalog: Catalog) -> [String] {
        var answers = catalog.fileRows.map { "\(catalog.profile(at: $0))" }
        answers += (0..<catalog.count).map { catalog.symbol(at: catalog.row(atSymbolPosition: $0)) }
        for order in CatalogOrder.allCases {
            for (start, limit) in [(1, 3), (0, 1000)] {
                catalog.forEachRow(in: order, from: start) { position, row in
                    answers.append("\(order) \(position) \(row)")
                    return position < start + limit
                }
            }
        }
        let everything = catalog.select(CatalogFilter())
        for field in catalog.fieldNames { answers.append("\(everything.counts(named: field))") }
        answers += catalog.removedSymbols + catalog.fieldNames
        answers += [
            "\(catalog.wasRemoved("OLD"))", "\(catalog.notes.sorted { $0.key < $1.key })", "\(catalog.isComplete)",
        ]
        return answers
    }

    private static func texts(_ catalog: Catalog) -> [String] {
        let view = catalog
        let forms: [RowForm] = [
            .ipf(), .ipf(definitions: .asNeeded), .csv(columns: view.fieldNames), .json(style: .compact),
        ]
        return zip(forms, [.type, .rank, .symbol, .type] as [CatalogOrder]).map { form, order in
            var text: [UInt8] = []
            var writer = view.rowWriter(form, in: order)
            while writer.write(atLeast: 100, { for index in 0..<$0.count { text.append($0[index]) } }) {}
            return String(decoding: text, as: UTF8.self)
        }
    }

    private static func lookups(_ catalog: Catalog) -> [String] {
        var answers = symbols.map { "\(catalog.row(forSymbol: $0) as Row?)" }
        answers.append("\(catalog.rows(forSymbols: symbols))")
        answers += symbols.map { "\(catalog.suggestions(for: $0))" }
        let identifiers: [Identifier] = [
            .symbol("IBM"), .symbol("OLD"), .isin("US4592001014"), .isin("US4592001015"), .cusip("459200101"),
            .sedol("2005973"), .localSymbol("THYAO"), .localSymbol("none"),
        ]
        return answers + catalog.lookup(identifiers).map { "\($0)" }
    }

    private static func searches(_ catalog: Catalog) -> [String] {
        let queries = [
            "i", "ib", "ibm", "turk hava", "us4592001014", "thyao", "c150", "261", "bigg blu", "hawa yollari",
            "call 150", "&",
            "ibm corporaton", "w",
        ]
        var answers: [String] = []
        for query in queries {
            guard let page = try? catalog.search(query, limit: 2) else { continue }
            answers.append("\(query): \(hits(page))")
            if let next = page.next, let second = try? catalog.search(query, limit: 2, after: next) {
                answers.append("\(query), then: \(hits(second))")
            }
        }
        return answers + ["\((try? catalog.select(matching: "i").rows()) ?? [])"]
    }

    /// Formats a page of search results. Fields are sorted, because dictionaries are unordered.
    private static func hits(_ page: SearchPage) -> [String] {
        page.hits.map { hit in
            "\(hit.row) \(hit.tier) \(hit.highlights.sorted { $0.key.rawValue < $1.key.rawValue })"
        } + ["\(page.next as CatalogCursor?)"]
    }

    private static func filters(_ catalog: Catalog) -> [String] {
        let conditions: [(ProfileField, [FieldPattern])] = [
            (.type, ["STOCK", "FUT*"]), (.symbol, ["*C15*"]), (.symbol, [".IBM*"]), (.description, ["*lu*"]),
            (.strike, ["150"]), (.expiration, ["2026-*"]), (.currency, [""]), (.exchanges, ["?*"]),
        ]
        var answers: [String] = []
        for (field, patterns) in conditions {
            var filter = CatalogFilter()
            filter.require(field, anyOf: patterns)
            answers.append("\(catalog.select(filter).rows()) \(catalog.select(filter).facets)")
            answers.append("\(catalog.misses(of: filter))")
        }
        var filter = CatalogFilter()
        filter.strike = .init(from: 100, through: 152)
        filter.lastTrade = .init(through: CalendarDate(year: 2027, month: 1, day: 1))
        answers.append("\(catalog.select(filter).rows())")
        filter = CatalogFilter()
        filter.activeOn = CalendarDate(year: 2026, month: 12, day: 19)
        answers.append("\((try? catalog.page(of: filter, in: .symbol, limit: 2)) as CatalogPage?)")
        return answers
    }

    private static func chains(_ catalog: Catalog) -> [String] {
        var filter = OptionChainFilter()
        filter.nearest = (1, 151)
        var answers: [String] = []
        for name in ["IBM", "/ES", "NONE"] {
            answers += ["\(catalog.optionChain(named: name, as: .underlying) as OptionChain?)"]
            answers += ["\(catalog.hasOptions(underlying: name))"]
            answers += ["\(catalog.optionChain(named: name, as: .underlying, filter) as OptionChain?)"]
            answers += ["\(catalog.optionChain(named: name, as: .product) as OptionChain?)"]
            answers += ["\(catalog.futures(ofProduct: name))"]
        }
        return answers
    }
}
