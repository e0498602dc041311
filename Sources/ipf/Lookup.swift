import ArgumentParser
import InstrumentCatalog

/// `ipf lookup`: profiles by symbol.
struct Lookup: ParsableCommand {
    /// The forms in which looked-up profiles are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, jsonl, ipf
    }

    static let configuration = CommandConfiguration(
        abstract: "Print the profiles of symbols from a catalog.",
        discussion: """
            Symbols are matched exactly. Those that the catalog doesn't have are listed on standard error, and the exit \
            code is 1.

            Examples:
              ipf lookup all.ipfc AAPL
              ipf lookup all.ipfc /ESZ26:XCME EUR/USD --format json
            """)

    @Argument(help: ArgumentHelp("A catalog file.", valueName: "file"))
    var catalog: String

    @Argument(help: ArgumentHelp("Symbols to look up.", valueName: "symbol"))
    var symbols: [String]

    @Option(help: "text, json, jsonl or ipf.")
    var format = Format.text

    func run() throws {
        let catalog = try Catalog.open(catalog)
        var found: [InstrumentProfile] = []
        var unknown: [String] = []
        for symbol in symbols {
            if let profile = catalog[symbol] { found.append(profile) } else { unknown.append(symbol) }
        }
        let output = OutputFile.standard
        switch format {
        case .text: try output.write(found.map(Self.text).joined(separator: "\n"))
        case .json: try output.write(JSON.array(found.map { JSON($0) }).text + "\n")
        case .jsonl: try output.write(found.map { JSON($0).text + "\n" }.joined())
        case .ipf: try output.write(ProfileWriter.snapshot(found).span)
        }
        try output.flush()
        for symbol in unknown {
            StandardError.write(
                "ipf: \(symbol): not in the catalog\(catalog.wasRemoved(symbol) ? "; it was removed" : "")\n")
        }
        if !unknown.isEmpty { throw ExitCode.no }
    }

    /// Every field that is set, its name in front.
    private static func text(_ profile: InstrumentProfile) -> String {
        var table = TextTable([.left, .left])
        for (name, value) in profile.fields where name != "SYMBOL" { table.add(name, value) }
        return Style.bold(profile.symbol) + "\n" + table.text(width: nil, indent: 2)
    }
}
