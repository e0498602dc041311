#if Master
    import ArgumentParser
    import Essentials
    import InstrumentCatalog
    import MasterStore

    /// `ipf master show`: shows an instrument of the store and its history.
    struct MasterShowCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the state and history of a symbol",
            discussion: """
                A removed instrument is shown in its last state. The status is live, expired or removed. If a symbol \
                has meant several instruments, each is shown, latest first.

                --history lists every change, latest first, also under earlier and later symbols. A rename is \
                recognized if a source removes one symbol and adds another in one batch, with the same ISIN, CUSIP, \
                SEDOL or key of the source (ipf master policy).

                The exit code is 1 if the master never had the symbol.

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

        @Option(help: "The output format.")
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
