import ArgumentParser
import CatalogAnswers
import InstrumentCatalog
import Scanning

/// `ipf symbol`: converts between notations of instruments.
struct SymbolCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "symbol",
        abstract: "Translate symbols between notations",
        discussion: """
            A text can be an option as clearing houses, brokers or people write it (AAPL  270115C00260000, AAPL \
            15JAN27 260 C), a future (ESZ6, ES1!, es dec), a ticker with a place (AAPL US Equity, THYAO.IS, \
            NASDAQ:AAPL), a pair, an index, an identifier, or a symbol in IPF. The command prints how it interprets \
            each text, and the instrument in every notation that can express it. A text with spaces is one argument: \
            quote it.

            With --catalog, each text is matched with the instruments of the catalog, and several candidates are \
            listed best first. Without it, texts are interpreted alone. --on sets the day that resolves what a text \
            leaves open, such as the decade of ESZ6 or the front month; today in UTC by default.

            A written text denotes the same instrument when it is read on that day. If a notation has no such text, \
            nothing is written, and the reason is printed after the interpretation.

            With -, the texts are the lines of standard input. Each gets one line with columns separated by tabs: the \
            text, the notation of --to (by default the symbol), and the interpretation. | separates candidates, and ! \
            means none. With --format jsonl, each text is one JSON object per line: text and candidates, each with \
            symbol, notation, understood, written (by notation) and unwritten (the reasons, by notation), or error if \
            there is none.

            Texts without a candidate are listed on standard error with the reason, and the exit code is then 1.

            \(places)

            Examples:
              ipf symbol AAPL270115C00260000
              ipf symbol --catalog all.ipfc 'AAPL US Equity' ESZ6 --on 2026-11-21
              ipf symbol --catalog all.ipfc --to ric - <symbols.txt
            """)

    private static let places = """
        --places adds lines to the table of place codes, in the format of ipf symbol --print-places.
        """

    @Argument(help: ArgumentHelp("The texts to interpret; - means lines of standard input.", valueName: "text"))
    var texts: [String] = []

    @Option(help: ArgumentHelp("The catalog file to find instruments in.", valueName: "file"))
    var catalog: String?

    @Option(help: ArgumentHelp("Only this notation: \(NotationArgument.names).", valueName: "notation"))
    var to: NotationArgument?

    @Option(help: ArgumentHelp("The day that resolves what texts leave open.", valueName: "date"))
    var on: DateArgument?

    @Option(help: ArgumentHelp("A file of place codes that precede the bundled ones.", valueName: "file"))
    var places: String?

    @Option(help: "The output format.")
    var format = TableFormat.table

    @Flag(help: "Print the bundled table of places.")
    var printPlaces = false

    func validate() throws {
        if printPlaces { return }
        if texts.isEmpty {
            throw ValidationError("Nothing to read: give texts, or - for the lines of standard input.")
        }
        if texts.contains("-"), texts.count > 1 {
            throw ValidationError("- reads all lines of standard input and can't be combined with other texts.")
        }
    }

    func run() throws {
        if printPlaces { return try Answer.write(raw: SymbolPlaces.bundledText) }
        let table = try places.map(Self.read) ?? .bundled
        let finder = SymbolFinder(
            try catalog.map { try SourceCatalog.open($0) }, SymbolReader(places: table, on: on?.date ?? .today),
            notations: to.map { [$0.notation] } ?? Notation.writable)
        if texts == ["-"] {
            guard try SymbolBatch(finder, isJSON: format == .jsonl).run() else { throw ExitCode.negativeAnswer }
            return
        }
        try write(finder)
    }

    private static func read(_ path: String) throws -> SymbolPlaces {
        let text = try SmallFile.text(path)
        do throws(GrammarError) {
            return try SymbolPlaces(parsing: text)
        } catch {
            throw Failure(.badInput, "\(path): \(lines: error)")
        }
    }

    private func write(_ finder: SymbolFinder) throws {
        var finder = finder
        let answers = texts.map { (text: $0, answer: finder.answer(to: $0.utf8Span.span)) }
        let output = OutputFile.standard
        switch format {
        case .table:
            let found = answers.flatMap { text, answer in answer.candidates.map { (text, $0) } }
            try output.show(to == nil ? SymbolTable.blocks(found) : SymbolTable.lines(found, to!.notation))
        case .jsonl:
            for (text, answer) in answers {
                try output.write((SymbolTable.json(text.utf8Span.span, answer) + [ASCII.lineFeed]).span)
            }
        }
        try output.flush()
        let misses = answers.filter { $0.answer.candidates.isEmpty }
        for (text, answer) in misses { StandardError.write("ipf: \(text): \(answer.reason)\n") }
        if !misses.isEmpty { throw ExitCode.negativeAnswer }
    }
}

/// The option `--to`: a notation that can be written.
struct NotationArgument: ExpressibleByArgument {
    let notation: Notation

    static let names = Notation.writable.map(\.rawValue).joined(separator: ", ")
    static let allValueStrings = Notation.writable.map(\.rawValue)

    init?(argument: String) {
        guard let notation = Notation(rawValue: argument), Notation.writable.contains(notation) else { return nil }
        self.notation = notation
    }
}
