#if Master
    import ArgumentParser
    import Essentials
    import InstrumentCatalog
    import MasterStore

    /// `ipf master show`: an instrument of the store, and its past.
    struct MasterShowCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show what is true of a symbol, or was, and how that changed.",
            discussion: """
                An instrument that was removed is shown as it was last, and an expired one says so: its status is live, expired or removed. \
                A symbol that stood for several instruments shows each, the last one first.

                --history lists every change, the last one first, also under earlier and later symbols: a rename is known where a \
                source gives up one symbol and takes another in one batch, and its own key (ipf master policy), ISIN, CUSIP or \
                SEDOL is the same.

                The exit code is 1 where the store never had the symbol.

                \(MasterOptions.help)

                Examples:
                  ipf master show AAPL
                  ipf master show META --history
                  ipf master show FB --history --format json
                """)

        @Argument(help: "The symbol.")
        var symbol: String

        @Flag(help: "List every change, also under other symbols.")
        var history = false

        @Option(help: "text or json.")
        var format = AnswerFormat.text

        @OptionGroup var master: MasterOptions

        func run() throws {
            let chains = try MasterReading.run(master) { connection in
                try connection.transaction(reading: true) { try connection.chains(of: symbol) }
            }
            if chains.isEmpty { throw Failure(.negativeAnswer, "\(symbol): the store has never contained this symbol") }
            let today = TimeZoneRules.utc.date(at: Instant(Date()))
            switch format {
            case .text:
                try Answer.write(
                    chains.map { HistoryText.text($0, symbol, today: today, history: history) }.joined(separator: "\n"))
            case .json:
                try Answer.writeJSON {
                    $0.objects(chains) {
                        HistoryText.writeMembers(of: $1, symbol, today: today, history: history, to: &$0)
                    }
                }
            }
        }
    }
#endif
