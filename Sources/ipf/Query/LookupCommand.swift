import ArgumentParser
import CatalogHistory
import InstrumentCatalog

/// `ipf lookup`: prints profiles by symbol or identifier.
struct LookupCommand: ParsableCommand {
    /// The formats of looked-up profiles.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, jsonl, ipf
    }

    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Print instruments by symbol or identifier",
        discussion: """
            Symbols must match exactly. Identifiers match regardless of case, spaces and hyphens. If several \
            instruments share an identifier, all are printed, each once. --identifier accepts any field that the \
            catalog was imported with as an identifier (ipf import --identifier FIGI). Missing symbols and identifiers \
            are listed on standard error with the reason: removed by the last import, a wrong check digit, or similar \
            symbols. The exit code is then 1.

            --history shows the history of symbols (ipf import --keep-history), also of removed ones: their status \
            (live, expired, removed), and every change, latest first, also under earlier and later symbols. A rename \
            is recognized if one import removes a symbol and adds another with the same ISIN, CUSIP or SEDOL. If a \
            symbol has meant several instruments, each is shown. For a master, use ipf master show --history.

            \(StoredCatalogOptions.help)

            \(ExpiredOption.help)

            Examples:
              ipf lookup all.ipfc AAPL
              ipf lookup all.ipfc /ESZ26:XCME EUR/USD --format json
              ipf lookup all.ipfc --isin US0378331005 --sedol B0YBKJ7
              ipf lookup all.ipfc --identifier FIGI=BBG000B9XRY4
              ipf lookup all.ipfc META --history
              ipf lookup all.ipfc FB --as-of 2022-03-31
              ipf lookup postgresql://db/master FB --as-of 2022-03-31
              ipf lookup /srv/segments AAPL250620C00150000 --expired
            """)

    @Argument(help: ArgumentHelp("A catalog file, or a master.", valueName: "file"))
    var catalog: String

    @OptionGroup var stored: StoredCatalogOptions
    @OptionGroup var gone: ExpiredOption

    @Argument(help: ArgumentHelp("The symbols to look up.", valueName: "symbol"))
    var symbols: [String] = []

    @Option(help: ArgumentHelp("An ISIN to look up; can be repeated.", valueName: "isin"))
    var isin: [String] = []

    @Option(help: ArgumentHelp("A CUSIP to look up; can be repeated.", valueName: "cusip"))
    var cusip: [String] = []

    @Option(help: ArgumentHelp("A SEDOL to look up; can be repeated.", valueName: "sedol"))
    var sedol: [String] = []

    @Option(help: ArgumentHelp("A local symbol to look up; can be repeated.", valueName: "symbol"))
    var localSymbol: [String] = []

    @Option(
        name: .customLong("identifier"),
        help: ArgumentHelp("A value of an identifier field to look up; can be repeated.", valueName: "field=text"))
    var fields: [FieldCondition] = []

    @Option(help: "The output format.")
    var format = Format.text

    @Flag(help: "Show the history of the symbols.")
    var history = false

    init() {}

    /// Creates the command from arguments of the form `lookup FILE SYMBOL…` without options; `nil` for all others,
    /// which the parser must parse.
    ///
    /// Scripts start a process for each look-up, and most of the process's time would be spent in the argument parser.
    /// The parser checks the protocol conformances of each option type, and for each check the runtime searches the
    /// whole program.
    ///
    /// - Parameter arguments: The arguments of the command line, without the program.
    init?(plain arguments: [String]) {
        guard arguments.count > 2, arguments[0] == Self.configuration.commandName,
            !arguments.contains(where: { $0.hasPrefix("-") })
        else { return nil }
        catalog = arguments[1]
        symbols = Array(arguments[2...])
        stored = StoredCatalogOptions()
        (stored.asOf, stored.knownAt) = (nil, nil)
        gone = ExpiredOption()
        gone.expired = false
        (isin, cusip, sedol, localSymbol, fields) = ([], [], [], [], [])
        format = .text
        history = false
    }

    func validate() throws {
        if identifiers.isEmpty {
            throw ValidationError(
                "Nothing to look up: give symbols, or --isin, --cusip, --sedol, --local-symbol or --identifier.")
        }
        if history {
            if identifiers.count > symbols.count { throw ValidationError("--history accepts only symbols.") }
            if stored.asOf != nil { throw ValidationError("--history and --as-of can't be combined.") }
            if stored.isStore(catalog) {
                throw ValidationError(
                    "--history requires a catalog file; for a master store, use `ipf master show SYMBOL --history`.")
            }
            if format == .ipf { throw ValidationError("--history is printed as text, json or jsonl.") }
        }
    }

    private var identifiers: [Identifier] {
        symbols.map { .symbol($0) } + isin.map { .isin($0) } + cusip.map { .cusip($0) } + sedol.map { .sedol($0) }
            + localSymbol.map { .localSymbol($0) }
            + fields.map { Identifier(field: $0.field, $0.pattern.text) }
    }

    func run() throws {
        if history { return try writeHistory(try stored.open(catalog)) }
        let asked = try gone.open(catalog, stored)
        var found: [InstrumentProfile] = []
        var seen: Set<String> = []
        var misses: [IdentifierError] = []
        for answer in asked.catalogs.lookup(identifiers) {
            switch answer {
            case .success(let slices):
                for slice in slices {
                    for row in slice.items where seen.insert(slice.catalog.symbol(at: row)).inserted {
                        found.append(slice.catalog.profile(at: row))
                    }
                }
            case .failure(let miss): misses.append(miss)
            }
        }
        let output = OutputFile.standard
        switch format {
        case .text: try output.show(found.map(Self.text).joined(separator: "\n"))
        case .json:
            try output.write(JSONWriter.text { $0.array { json in for one in found { json.profile(one) } } } + "\n")
        case .jsonl: try output.write(found.map { one in JSONWriter.text { $0.profile(one) } + "\n" }.joined())
        case .ipf: try output.write(ProfileWriter.snapshot(found).span, as: .quotedFields)
        }
        try output.flush()
        for miss in misses { StandardError.write("ipf: \(try Self.reason(miss, asked))\n") }
        if !misses.isEmpty { throw ExitCode.negativeAnswer }
    }

    private func writeHistory(_ catalog: Catalog) throws {
        let today = CalendarDate.today
        let found = try symbols.map { (symbol: $0, chains: try catalog.lives(of: $0)) }
        let chains = found.flatMap { found in found.chains.map { (symbol: found.symbol, chain: $0) } }
        func writeMembers(to json: inout JSONWriter, of found: (symbol: String, chain: InstrumentChain)) {
            HistoryText.writeMembers(of: found.chain, found.symbol, today: today, history: true, to: &json)
        }
        switch format {
        case .jsonl:
            try Answer.write(raw: chains.map { found in JSONWriter.line { writeMembers(to: &$0, of: found) } }.joined())
        case .json: try Answer.writeJSON { $0.objects(chains, writeMembers) }
        case .text, .ipf:
            let texts = chains.map { HistoryText.text($0.chain, $0.symbol, today: today, history: true) }
            try Answer.write(texts.joined(separator: "\n"))
        }
        let misses = found.filter(\.chains.isEmpty).map(\.symbol)
        for miss in misses { StandardError.write("ipf: \(miss): the history has never contained this symbol\n") }
        if !misses.isEmpty { throw ExitCode.negativeAnswer }
    }

    /// Returns the fields that are set, each after its name.
    static func text(_ profile: InstrumentProfile) -> TerminalText {
        var table = TextTable([.left, .left])
        for (name, value) in profile.fields where name != "SYMBOL" { table.add(name, value) }
        return "\(Style.bold("\(profile.symbol)"))\n\(table.text(width: nil, indent: 2))"
    }

    /// Returns the message for an identifier that was not found. For a symbol, it lists similar symbols.
    private static func reason(_ miss: IdentifierError, _ asked: AskedCatalogs) throws -> TerminalText {
        try miss.symbol.map { try asked.miss($0) } ?? "\(miss)"
    }
}

extension IdentifierError {
    /// The symbol that was not found; `nil` for other identifiers.
    fileprivate var symbol: String? {
        switch self {
        case .unknown(.symbol(let symbol)), .removed(.symbol(let symbol)): symbol
        default: nil
        }
    }
}
