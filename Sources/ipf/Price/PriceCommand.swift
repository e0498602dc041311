import ArgumentParser

/// `ipf price`: answers queries about price increments.
struct PriceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "price",
        abstract: "Query price increments and round prices",
        discussion: """
            RULES is a text of the field PRICE_INCREMENTS, such as "0.01 3; 0.05": increments of 0.01 up to 3, then \
            0.05. With --catalog, it is a symbol of that catalog.

            Examples:
              ipf price parse "0.01 3; 0.05"
              ipf price round "0.01 3; 0.05" 2.993 3.021 -3.06
              ipf price round "0.25" 101.3 --mode HALF_DOWN
              ipf price step "0.01 3; 0.05" 3 --direction up
              ipf price ladder "0.01 3; 0.05" 3 --above 5 --below 5 --format json
              ipf price round --catalog all.ipfc AAPL 227.123
              ipf price --batch questions.tsv
            """,
        subcommands: [
            PriceParseCommand.self, PriceIncrementCommand.self, PriceRoundCommand.self, PriceStepCommand.self,
            PriceLadderCommand.self,
        ])

    @Option(
        help: ArgumentHelp(
            "A file of questions, one per line, with columns separated by tabs: rules, operation, price, direction or "
                + "mode, minimum distance. Operations: parse, increment, precision, round, roundmode, step. \"-\" is "
                + "standard input.",
            valueName: "file"))
    var batch: String?

    func run() throws {
        guard let batch else {
            throw ValidationError("expected an operation (parse, increment, round, step, ladder) or --batch FILE.")
        }
        try Answer.write(raw: PriceBatch.answers(try BatchFile(path: batch)))
    }
}
