#if Master
    import ArgumentParser
    import MasterStore
    import Scanning

    /// `ipf master policy`: shows, checks or sets the policy.
    struct MasterPolicyCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "policy",
            abstract: "Show or set the order of sources, by type and field",
            discussion: """
                Without FILE, the current policy is printed. With FILE, its policy replaces the current one, and the \
                golden records are recomputed in a batch. The lines can be in any order. # begins a comment. Put names \
                with special characters in double quotes.

                  sources A, B           the order of the sources; other sources follow in
                                         the order in which they were first loaded
                  take fields            each field from the first source that has it
                                         (the default)
                  take records           all fields from the first source that has the
                                         instrument
                  type BOND: B           another order for instruments of a type
                  field ISIN, CUSIP: B   another order for fields; it overrides that of
                                         a type
                  type BOND field ICB: A an order for a field of a type; it overrides
                                         both
                  … only                 at the end of an order: no other source is used
                  match symbol           records with the same symbol are one instrument
                                         (the default)
                  match symbol, listing  also records with the same ISIN, market (OPOL,
                                         or the only one of EXCHANGES) and currency,
                                         unless a source has two such symbols
                  approve overrides      each override (ipf master override) needs the
                                         approval of another role
                  key A: ID              the field of source A that does not change when
                                         a symbol does (ipf master show --history)

                The type and symbol of an instrument follow the order of "field TYPE" and "field SYMBOL", or else of \
                "sources". If no policy was ever set, "take records" applies. ipf master explain shows which source \
                decided each field of an instrument.

                \(MasterOptions.help)

                Examples:
                  ipf master policy > policy.txt
                  ipf master policy policy.txt --check
                  ipf master policy policy.txt
                """)

        @Argument(help: ArgumentHelp("The policy to set; \"-\" is standard input.", valueName: "file"))
        var file: String?

        @Flag(help: "Check FILE without setting the policy.")
        var check = false

        @OptionGroup var author: AuthorOptions
        @OptionGroup var master: MasterOptions

        func validate() throws {
            if check, file == nil { throw ValidationError("--check requires a FILE.") }
        }

        func run() throws {
            guard let file else { return try show() }
            let text = try SmallFile.text(file)
            let policy: MasterPolicy
            do throws(MasterPolicyError) {
                policy = try MasterPolicy(parsing: text)
            } catch {
                throw Failure(.badInput, "\(file): \(lines: error)")
            }
            StatementNames.note(fields: policy.namedCustomFields, types: policy.namedTypes)
            if check { return try Answer.write("\(file): no findings\n" as TerminalText) }
            try MasterReading.run(master) { connection in
                try StatementNames.note(sources: policy.namedSources, connection)
                connection.author = author.author
                guard let done = try connection.setPolicy(text) else {
                    return try Answer.write("\(connection.store): this policy is already in force\n" as TerminalText)
                }
                try Answer.write(
                    "\(connection.store): policy set by batch \(done.batch.seq); instruments changed: \(Numbers.grouped(done.effects))\n"
                        as TerminalText)
            }
        }

        private func show() throws {
            try MasterReading.run(master) { connection in
                guard let policy = try connection.policyInForce() else {
                    let known = try connection.sourceNames()
                    let sources = known.isEmpty ? "" : "sources \(known.joined(separator: ", "))\n"
                    return try Answer.write(
                        raw: "# No policy is set; this is the default.\n\(sources)take records\n")
                }
                try Answer.write(raw: policy.text)
            }
        }
    }
#endif
