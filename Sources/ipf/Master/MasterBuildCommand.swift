#if Master
    import ArgumentParser
    import InstrumentCatalog
    import MasterStore

    /// `ipf master build`: builds a catalog file from the store.
    struct MasterBuildCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "build",
            abstract: "Write a catalog of the current or an earlier state",
            discussion: """
                The file equals an import of the same profiles; its notes (ipf stats) name the master and the batch. \
                It is replaced whole, or not changed if an error occurs.

                \(MomentArgument.help)

                \(FilterOptions.help)

                \(IdentifierOption.help)

                \(AliasOptions.help)

                \(WriteOptions.help)

                \(MasterOptions.help)

                Examples:
                  ipf master build -o all.ipfc
                  ipf master build -o march.ipfc --as-of 2026-03-31
                  ipf master build -o reported.ipfc --as-of 2026-03-31 --known-at 2026-04-02
                  ipf master build -o options.ipfc --type OPTION --underlying AAPL --as-of 5123
                """)

        @Option(name: .shortAndLong, help: ArgumentHelp("The catalog file to write.", valueName: "file"))
        var output: String

        @Option(help: ArgumentHelp("The moment of the state to write.", valueName: "moment"))
        var asOf = MomentArgument(.latest)

        @Option(
            help: ArgumentHelp(
                "With --as-of: the moment whose knowledge counts. (default: now)", valueName: "moment"))
        var knownAt: MomentArgument?

        @Flag(help: "Omit the bundled aliases of well-known instruments.")
        var noBundledAliases = false

        @Flag(help: "Print the summary as a JSON object.")
        var json = false

        @OptionGroup(title: "Filters") var filters: FilterOptions
        @OptionGroup var identifiers: IdentifierOption
        @OptionGroup var aliases: AliasOptions
        @OptionGroup var write: WriteOptions
        @OptionGroup var master: MasterOptions

        func run() throws {
            let start = ContinuousClock.now
            var uses = PathConflicts(reading: aliases.addresses)
            try uses.replaceCatalog(at: output, as: "-o")
            var catalog = MasterCatalog(at: asOf.moment, knownAt: knownAt?.moment)
            catalog.filter = filters.filter
            catalog.identifierFields = identifiers.names
            catalog.aliases = try aliases.load()
            catalog.includesBundledAliases = !noBundledAliases
            let lock = try write.lock(output)
            defer { withExtendedLifetime(lock) {} }
            let built = try MasterReading.run(master) { connection in
                do {
                    return try catalog.build(from: connection, to: output)
                } catch let error as MasterStoreError where error.kind == .invalidValue {
                    // The filter has an unknown field.
                    throw Failure(.usage, "\(error.reason)")
                }
            }
            guard let summary = built.summary else {
                throw Failure(
                    .negativeAnswer,
                    "no instrument of \(words(built.state)) matches the filters; nothing was written"
                )
            }
            for warning in IdentifierOption.absences(of: identifiers.names, in: try Catalog.open(output)) {
                StandardError.warn("\(warning)")
            }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            if json {
                try Answer.writeJSON {
                    $0.object { json in
                        json.member("catalog", output)
                        json.member("instruments", summary.instruments)
                        built.state.batch.writeMembers(to: &json)
                        if !built.state.correctionIDs.isEmpty {
                            json.array("corrections") { json in
                                for id in built.state.correctionIDs { json.integer(id) }
                            }
                        }
                        json.member("bytes", summary.fileLength)
                        json.member(seconds: seconds)
                    }
                }
            } else {
                try Answer.write(
                    "\(output): \(Numbers.grouped(summary.instruments)) instruments of "
                        + "\(words(built.state)), \(Numbers.seconds(seconds))\n" as TerminalText)
            }
        }

        private func words(_ state: BitemporalState) -> String {
            let count = state.correctionIDs.count
            if count == 0 { return state.batch.words }
            return "\(state.batch.words) with \(count) later correction\(count == 1 ? "" : "s")"
        }
    }
#endif
