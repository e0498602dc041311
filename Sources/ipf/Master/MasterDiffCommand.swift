import CatalogHistory

#if Master
    import ArgumentParser
    import InstrumentCatalog
    import MasterStore

    /// `ipf master diff`: the differences between the instruments at two moments.
    struct MasterDiffCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff",
            abstract: "Compare two moments of the master",
            discussion: """
                The formats are those of ipf diff:

                  text   one line per symbol: "+" added, "-" removed, "~" changed, with the
                         changed fields; then counts
                  jsonl  one JSON object per line: changed fields with old and new values
                  ipf    added and changed profiles, and removed ones as REMOVED

                \(MomentArgument.help)

                \(MasterOptions.help)

                Examples:
                  ipf master diff 5100 5123
                  ipf master diff 2026-02-28 2026-03-31 --format jsonl
                  ipf master diff 2026-03-31 --exit-code
                """)

        @Argument(help: ArgumentHelp("The earlier moment.", valueName: "old"))
        var old: MomentArgument

        @Argument(help: ArgumentHelp("The later moment.", valueName: "new"))
        var new = MomentArgument(.latest)

        @Option(help: ArgumentHelp("The moment whose knowledge counts. (default: now)", valueName: "moment"))
        var knownAt: MomentArgument?

        @Option(help: "The output format.")
        var format = DiffCommand.Format.text

        @Flag(help: "Exit with code 1 if the moments differ.")
        var exitCode = false

        @OptionGroup var master: MasterOptions

        func run() throws {
            let hasChanged = try MasterReading.run(master) { connection in
                try connection.transaction(reading: true) {
                    func state(_ moment: MomentArgument) throws -> BitemporalState {
                        try connection.state(at: BitemporalSelector(moment.moment, knownAt: knownAt?.moment))
                    }
                    return try write(connection, from: try state(old), to: try state(new))
                }
            }
            if exitCode, hasChanged { throw ExitCode.negativeAnswer }
        }

        /// Writes the changes. Returns `true` if there are any.
        private func write(_ connection: MasterConnection, from old: BitemporalState, to new: BitemporalState) throws
            -> Bool
        {
            let output = OutputFile.standard
            var counts = ChangeCounts()
            var printer = ProfilePrinter(.ipf, fields: .all, to: output)
            try connection.forEachChange(from: old, to: new) { change in
                counts.add(change)
                switch format {
                case .text: try output.show(ChangeText.line(change))
                case .jsonl: try output.write(ChangeText.json(change))
                case .ipf: try printer.print(change.profile)
                }
            }
            switch format {
            case .text: try output.show("\(counts)\n")
            case .jsonl: break
            case .ipf:
                // The state of a store at a batch is always complete.
                printer.isComplete = true
                try printer.finish()
            }
            try output.flush()
            return counts.all > 0
        }
    }
#endif
