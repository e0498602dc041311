import ArgumentParser
import CatalogAnswers
import CatalogHistory
import InstrumentCatalog
import MarketRules
import Scanning

/// `ipf search`: searches instruments by words, symbols and identifiers.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search symbols, identifiers and descriptions",
        discussion: """
            Case and accents are ignored. Results are listed best first: the exact symbol, an exact identifier, the \
            instrument in another notation, an alias, symbols that start with the query, descriptions with all words, \
            spreads that have the instrument as a leg, other symbols that contain the query, then texts with typos. \
            The query can be several arguments: "turkish air" and turkish air are equivalent.

            \(FilterOptions.help)

            With --format jsonl, each result is one JSON object per line: symbol, type, description, match \
            (exactSymbol, exactIdentifier, notation, alias, symbolPrefix, description, aliasPrefix, symbolSubstring or \
            typo), and highlights: ranges of UTF-8 bytes [from, to) for each field that matched. For a notation, an \
            alias or a leg, reason says how the query was interpreted.

            If nothing matches the whole query, words that name a place, currency or type are a filter, or a word is \
            left out. Standard error and the results say so.

            --explain shows the criteria that order the results, the most important first: the stage of the search, \
            the words of the description left over, typos, AUTOCOMPLETE_WEIGHT, the listing (home, United States, \
            main, foreign, regional), and the popularity from 0 to 6. The type, the quote currency of a pair or the number \
            of venues with the ISIN, and the symbol decide between equal ones. RANK is the place among all instruments. With --format jsonl, explain has \
            these members.

            If the query is the name or the MIC of a venue, standard error shows its hours of the day (ipf schedule).

            If more results remain, standard error shows how to request them. A cursor is valid for one catalog file, \
            query and filter. The exit code is 1 if nothing is found.

            \(FilterOptions.missesHelp)

            \(StoredCatalogOptions.help)

            \(ExpiredOption.help)

            Examples:
              ipf search all.catalog turk hava
              ipf search all.catalog apple --type STOCK,ETF --country US --limit 20
              ipf search /srv/segments 'aapl jun 25' --expired
              ipf search all.catalog siemens --explain
              ipf search all.catalog 'call 150' --underlying AAPL --format jsonl
            """)

    @Argument(help: ArgumentHelp("A catalog file, or a master.", valueName: "file"))
    var catalog: String

    @OptionGroup var stored: StoredCatalogOptions
    @OptionGroup var gone: ExpiredOption

    @Argument(help: ArgumentHelp("The text to search for.", valueName: "query"))
    var query: [String]

    @OptionGroup(title: "Filters") var filters: FilterOptions

    @Option(
        help: ArgumentHelp(
            "The day that resolves what the query leaves open, such as the year of a future; today in UTC by default.",
            valueName: "date"))
    var on: DateArgument?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The largest number of results: 1 or more.", valueName: "count"))
    var limit = 10

    @Option(parsing: .unconditional, help: ArgumentHelp("Continue after the previous page.", valueName: "cursor"))
    var cursor: String?

    @Option(help: "The output format.")
    var format = TableFormat.table

    @Flag(help: "Print counts of all results by type, place of listing, country and currency instead.")
    var facets = false

    @Flag(help: "Show why the results are in this order.")
    var explain = false

    func validate() throws {
        if facets && explain { throw ValidationError("--facets lists no results to explain; omit --explain.") }
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
        if cursor == nil { noteVenue(query) }
        let page = try catalogs.search(
            query, filter: filter, on: on?.date, limit: limit, after: cursor.map { try CatalogCursor(parsing: $0) })
        guard !page.slices.isEmpty else { throw nothing }
        if let relaxation = page.relaxation {
            StandardError.write("ipf: \(query): no instrument matches the whole query; found \(relaxation)\n")
        }
        switch format {
        case .table:
            try Answer.write(explain ? SearchText.explanations(page.slices) : SearchText.table(page.slices))
        case .jsonl:
            let lines = page.slices.flatMap { slice in
                let explanations = explain ? slice.catalog.explain(slice.items) : []
                return slice.items.enumerated().map { number, hit in
                    SearchText.json(hit, slice.catalog, explain ? explanations[number] : nil)
                }
            }
            try Answer.write(raw: lines.joined())
        }
        if let next = page.next { StandardError.write("ipf: there are more results; continue with --cursor \(next)\n") }
    }

    /// Reports the venue that the query names, with the venue's hours of today.
    private func noteVenue(_ query: String) {
        guard let schedule = ScheduleDefaults.bundled.schedule(ofVenueNamed: query) else { return }
        let clock = VenueClock(zone: schedule.zone)
        let today = (try? schedule.day(containing: clock.instant("now")))?.date ?? .today
        guard let day = try? schedule.day(on?.date ?? today) else { return }
        let sessions = day.isTrading ? ": " + day.sessionWords(by: clock) : ""
        StandardError.write(
            "ipf: \(schedule.venue) is a venue, \(schedule.name): \(day.date) \(day.words)\(sessions)\n")
    }
}
