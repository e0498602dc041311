import ArgumentParser
import CatalogAnswers
import CatalogHistory
import InstrumentCatalog
import Scanning

/// `ipf chain`: lists the options of an underlying or product, or the futures of a product.
struct ChainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chain",
        abstract: "Show the options or futures of an underlying",
        discussion: """
            Instruments of type OPTION are grouped into series; each lists its strikes with their calls and puts. With \
            --format jsonl, each series is one JSON object per line. If a strike has several calls or puts, "calls" \
            and "puts" list all of them, best rank first.

            The name is an underlying, a product, or both. The options of a product can be on many futures. If the \
            name is both, all options form one chain, and the answer says so. --product shows only the options of the \
            product. A name that is neither may be the root of options: SPXW shows those of SPX with that root. \
            --futures lists the futures of the product by expiration, and --on DATE marks the one that is current on \
            that day.

            The exit code is 1 if the name has no options, or no futures.

            \(StoredCatalogOptions.help)

            \(ExpiredOption.help) A series with live and expired options is shown twice, live options first.

            Examples:
              ipf chain all.catalog AAPL
              ipf chain all.catalog AAPL --expiration 2027-01-15 --strikes 10 --around 227.5
              ipf chain all.catalog AAPL --expiration 2027-01-01..2027-06-30 --style 'Week*'
              ipf chain all.catalog /ES --futures --on 2027-01-15
              ipf chain /srv/segments AAPL --expiration 2025-01-01..2025-12-31 --expired
            """)

    @Argument(help: ArgumentHelp("A catalog file, or a master.", valueName: "file"))
    var catalog: String

    @OptionGroup var stored: StoredCatalogOptions
    @OptionGroup var gone: ExpiredOption

    @Argument(help: ArgumentHelp("The symbol of the underlying, a product, or a root.", valueName: "underlying"))
    var name: String

    @Flag(help: "Only the options of the product with this name, not those of an underlying.")
    var product = false

    @Option(help: ArgumentHelp("Only series that expire then: a date or FROM..THROUGH.", valueName: "dates"))
    var expiration: [DateRange] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only strikes in this range: FROM..THROUGH.", valueName: "prices"))
    var strike: NumberRange?

    @Option(help: ArgumentHelp("Only series of this expiration style; wildcards are allowed.", valueName: "style"))
    var style: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of strikes per series, nearest to --around: 1 or more.", valueName: "count"))
    var strikes: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The price for --strikes: a number such as 227.5.", valueName: "price"))
    var around: PriceArgument?

    @Flag(help: "List the futures of the product.")
    var futures = false

    @Option(help: ArgumentHelp("With --futures: mark the one that is current on this day.", valueName: "date"))
    var on: DateArgument?

    @Option(help: "The output format.")
    var format = TableFormat.table

    func validate() throws {
        if (strikes == nil) != (around == nil) {
            throw ValidationError("--strikes and --around must be given together.")
        }
        if let strikes, strikes < 1 { throw ValidationError("--strikes is \(strikes), expected 1 or more.") }
        if on != nil, !futures { throw ValidationError("--on requires --futures.") }
    }

    func run() throws {
        let catalogs = try gone.open(catalog, stored).catalogs
        if futures { try writeFutures(catalogs) } else { try writeOptions(catalogs) }
    }

    private func writeOptions(_ catalogs: SegmentedCatalog) throws {
        var filter = OptionChainFilter()
        filter.expirations = expiration.map(\.bounds)
        filter.strike = strike?.bounds ?? filter.strike
        filter.styles = FilterText.patterns(style)
        if let strikes, let around { filter.nearest = (strikes, around.price) }
        let count = catalogs.futures(ofProduct: name).reduce(0) { $0 + $1.items.count }
        let futures: TerminalText =
            "`ipf chain \(self.catalog) \(name) --futures` lists its \(count == 1 ? "future" : "\(count) futures")"
        let chains = catalogs.optionChains(named: name, as: product ? .product : .any, filter)
        guard !chains.isEmpty else {
            if count > 0 { throw Failure(.negativeAnswer, "\(name) is a product without options; \(futures)") }
            throw nothing(product ? "options of that product" : "options on it", in: catalogs.live)
        }
        if chains.contains(where: { $0.chain.roles.contains(.product) }), count > 0 {
            StandardError.write("ipf: \(name) is a product; \(futures)\n")
        }
        try catalogs.check(filter.conditions)
        if chains.allSatisfy(\.chain.series.isEmpty) {
            throw Failure(.negativeAnswer, "\(name): no series matches --expiration, --style and --strike")
        }
        switch format {
        case .table: try Answer.write(ChainText.table(chains))
        case .jsonl:
            let lines = chains.flatMap { catalog, chain in
                chain.series.map { ChainText.json($0, of: chain, catalog) }
            }
            try Answer.write(raw: lines.joined())
        }
    }

    /// Returns the failure for a name without a chain, with similar names.
    private func nothing(_ what: TerminalText, in catalog: Catalog) -> Failure {
        var near: [String] = []
        if catalog.row(forSymbol: name) == nil {
            near = catalog.values(near: name, of: futures ? [.product] : [.underlying, .product])
            if near.isEmpty { near = catalog.symbols(near: name) }
        }
        return Failure(.negativeAnswer, "\(name): no \(what) in the catalog\(NearestNames.question(near))")
    }

    private func writeFutures(_ catalogs: SegmentedCatalog) throws {
        let futures = catalogs.futures(ofProduct: name)
        guard !futures.isEmpty else { throw nothing("futures of that product", in: catalogs.live) }
        let current = on.flatMap { catalogs.live.currentFuture(ofProduct: name, on: $0.date) }
        switch format {
        case .table: try Answer.write(ChainText.table(futures, current: current))
        case .jsonl:
            let lines = futures.flatMap { slice in
                slice.items.map { future in
                    let isCurrent = future == current && slice.catalog.removal(at: future.row) == nil
                    return ChainText.json(future, isCurrent: isCurrent, slice.catalog)
                }
            }
            try Answer.write(raw: lines.joined())
        }
    }
}

/// A price on the command line.
struct PriceArgument: ExpressibleByArgument {
    let price: Double

    init?(argument: String) {
        guard let price = DecimalNumber.parse(argument.utf8Span.span) else { return nil }
        self.price = price
    }
}
