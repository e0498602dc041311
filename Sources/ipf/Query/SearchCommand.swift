import ArgumentParser
import CatalogHistory
import InstrumentCatalog

/// `ipf search`: searches instruments by words, symbols and identifiers.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search a catalog by symbols, identifiers and words of descriptions.",
        discussion: """
            Case and accents don't matter. The best come first: the exact symbol, an exact identifier, the instrument in \
            another notation, an alias, symbols that begin with the text, descriptions with all words, spreads of which it is a \
            leg, other symbols with the text inside, then texts with typos. The query may be several arguments: "turkish air" and turkish air are the same.

            \(FilterOptions.help)

            With --format jsonl each result is one JSON object a line: symbol, type, description, match (exactSymbol, \
            exactIdentifier, notation, alias, symbolPrefix, description, aliasPrefix, symbolSubstring or typo), highlights, for each field \
            that matched the ranges of UTF-8 bytes [from, to), and for a notation, an alias or a leg reason: what was understood. Where more are left, standard error says how to ask for them; a \
            cursor holds for that catalog file, query and filter. The exit code is 1 where nothing is found.

            \(FilterOptions.missesHelp)

            \(StoredCatalogOptions.help)

            \(ExpiredOption.help)

            Examples:
              ipf search all.catalog turk hava
              ipf search all.catalog apple --type STOCK,ETF --country US --limit 20
              ipf search /srv/segments 'aapl jun 25' --expired
              ipf search all.catalog 'call 150' --underlying AAPL --active-on 2027-01-15 --format jsonl
            """)

    @Argument(help: ArgumentHelp("A catalog file, or a master store.", valueName: "file"))
    var catalog: String

    @OptionGroup var stored: StoredCatalogOptions
    @OptionGroup var gone: ExpiredOption

    @Argument(help: ArgumentHelp("What to search for.", valueName: "query"))
    var query: [String]

    @OptionGroup(title: "Filters") var filters: FilterOptions

    @Option(
        help: ArgumentHelp(
            "The day that decides what the query leaves open, as a future's year; today in UTC by default.",
            valueName: "date"))
    var on: DateArgument?

    @Option(parsing: .unconditional, help: ArgumentHelp("How many at most: 1 or more.", valueName: "count"))
    var limit = 10

    @Option(parsing: .unconditional, help: ArgumentHelp("Go on where the last page ended.", valueName: "cursor"))
    var cursor: String?

    @Option(help: "table or jsonl.")
    var format = TableFormat.table

    @Flag(help: "Count all results by type, place of listing, country and currency instead.")
    var facets = false

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit is \(limit), expected 1 or more.") }
    }

    func run() throws {
        let catalogs = try gone.open(catalog, stored).catalogs
        let query = query.joined(separator: " ")
        let filter = filters.filter
        try catalogs.check(filter)
        let nothing = Failure(.negativeAnswer, "\(query): nothing found")
        if facets {
            let (count, facets) = try catalogs.facets { (catalog) throws(CatalogError) in
                try catalog.select(matching: query, filter: filter, on: on?.date)
            }
            try Answer.write(FacetTable.text(count, facets))
            if count == 0 { throw nothing }
            return
        }
        let page = try catalogs.search(
            query, filter: filter, on: on?.date, limit: limit, after: cursor.map { try CatalogCursor(parsing: $0) })
        guard !page.slices.isEmpty else { throw nothing }
        switch format {
        case .table: try Answer.write(SearchText.table(page.slices))
        case .jsonl:
            let lines = page.slices.flatMap { slice in
                slice.items.map { SearchText.json($0, slice.catalog) }
            }
            try Answer.write(raw: lines.joined())
        }
        if let next = page.next { StandardError.write("ipf: there are more results; continue with --cursor \(next)\n") }
    }
}
