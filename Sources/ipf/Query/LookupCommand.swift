import ArgumentParser
import InstrumentCatalog

/// `ipf lookup`: profiles by symbol or identifier.
struct LookupCommand: ParsableCommand {
    /// The forms in which looked-up profiles are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, jsonl, ipf
    }

    /// `--identifier FIELD=TEXT`.
    struct FieldText: ExpressibleByArgument {
        let identifier: Identifier

        init?(argument: String) {
            guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
            identifier = Identifier(
                field: String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Print the profiles of symbols and identifiers from a catalog.",
        discussion: """
            Symbols are matched exactly, identifiers also without regard to case, and pasted ones without their spaces and \
            hyphens; several instruments can share an identifier, and all come, each once. --identifier takes any field that \
            the catalog was imported with as one (ipf import --identifier FIGI). What the catalog doesn't have is listed on standard error with the reason: removed by the last import, a \
            wrong check digit, or the symbols that may have been meant. The exit code is 1 then.

            \(StoredCatalogOptions.help)

            \(ExpiredOption.help)

            Examples:
              ipf lookup all.ipfc AAPL
              ipf lookup all.ipfc /ESZ26:XCME EUR/USD --format json
              ipf lookup all.ipfc --isin US0378331005 --sedol B0YBKJ7
              ipf lookup all.ipfc --identifier FIGI=BBG000B9XRY4
              ipf lookup postgresql://db/master FB --as-of 2022-03-31
              ipf lookup /srv/segments AAPL250620C00150000 --expired
            """)

    @Argument(help: ArgumentHelp("A catalog file, or a master store.", valueName: "file"))
    var catalog: String

    @OptionGroup var stored: StoredCatalogOptions
    @OptionGroup var gone: ExpiredOption

    @Argument(help: ArgumentHelp("Symbols to look up.", valueName: "symbol"))
    var symbols: [String] = []

    @Option(help: ArgumentHelp("An ISIN to look up; may be given again, as the others.", valueName: "isin"))
    var isin: [String] = []

    @Option(help: ArgumentHelp("A CUSIP to look up.", valueName: "cusip"))
    var cusip: [String] = []

    @Option(help: ArgumentHelp("A SEDOL to look up.", valueName: "sedol"))
    var sedol: [String] = []

    @Option(help: ArgumentHelp("A local symbol to look up.", valueName: "symbol"))
    var localSymbol: [String] = []

    @Option(
        name: .customLong("identifier"),
        help: ArgumentHelp("A text to look up in a field that is an identifier.", valueName: "field=text"))
    var fields: [FieldText] = []

    @Option(help: "text, json, jsonl or ipf.")
    var format = Format.text

    func validate() throws {
        if identifiers.isEmpty {
            throw ValidationError(
                "Nothing to look up: give symbols, or --isin, --cusip, --sedol, --local-symbol or --identifier.")
        }
    }

    private var identifiers: [Identifier] {
        symbols.map { .symbol($0) } + isin.map { .isin($0) } + cusip.map { .cusip($0) } + sedol.map { .sedol($0) }
            + localSymbol.map { .localSymbol($0) } + fields.map(\.identifier)
    }

    func run() throws {
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
        case .json: try output.write(JSON.array(found.map { JSON($0) }).text + "\n")
        case .jsonl: try output.write(found.map { JSON($0).text + "\n" }.joined())
        case .ipf: try output.write(ProfileWriter.snapshot(found).span, as: .quotedFields)
        }
        try output.flush()
        for miss in misses { StandardError.write("ipf: \(try Self.reason(miss, asked))\n") }
        if !misses.isEmpty { throw ExitCode.no }
    }

    /// Every field that is set, its name in front.
    static func text(_ profile: InstrumentProfile) -> TerminalText {
        var table = TextTable([.left, .left])
        for (name, value) in profile.fields where name != "SYMBOL" { table.add(name, value) }
        return "\(Style.bold("\(profile.symbol)"))\n\(table.text(width: nil, indent: 2))"
    }

    /// Why nothing was found; for symbols with those that may have been meant.
    private static func reason(_ miss: IdentifierError, _ asked: AskedCatalogs) throws -> TerminalText {
        try miss.symbol.map { try asked.miss($0) } ?? "\(miss)"
    }
}

extension IdentifierError {
    /// The symbol that wasn't found; `nil` for other identifiers.
    fileprivate var symbol: String? {
        switch self {
        case .unknown(.symbol(let symbol)), .removed(.symbol(let symbol)): symbol
        default: nil
        }
    }
}
