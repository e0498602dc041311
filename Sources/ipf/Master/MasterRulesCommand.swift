#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master rules`: shows, checks or sets the quality rules.
    struct MasterRulesCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rules",
            abstract: "Show or set the quality rules that instruments must fulfil",
            discussion: """
                Without FILE, the current rules are printed. With FILE, its rules replace the current ones, and all \
                instruments are checked in a batch. An empty FILE removes all rules. # begins a comment. Put names and \
                values with special characters in double quotes. A line is an action, a scope and a check:

                  hold field ISIN: …              keep the published record of an instrument that
                                                  breaks the rule; a new one is not published
                  warn field ISIN, CUSIP: …       publish it all the same
                  hold type STOCK field ISIN: …   only instruments of a type
                  hold source A field ISIN: …     only in batches of source A

                  … : required             the field must have a value
                  … : one of USD, EUR      if the field has a value, it must be one of these
                  … : change 10%           the value changes by at most 10 % within a day
                  … : change 5             … by at most 5
                  … : change none          the value does not change
                  … : unique               no other instrument has the same value
                  … : unique with OPOL     … and the same OPOL
                  … : count XNAS 50..90    between 50 and 90 instruments have the value XNAS;
                                           50.. and ..90 have one bound

                Each batch checks the records that it would publish, after the policy and the overrides. Rules do not \
                apply to fields with an override. A record that breaks a rule gets an exception (ipf master \
                exceptions), which closes itself when a batch mends the record.

                change: The value is compared with that of a day ago, and only in batches of sources. A value that \
                disappears or is not a number is beyond every bound. unique: An instrument that has published a value \
                keeps it, and the other ones break the rule. count: If there are too few instruments, hold keeps those \
                that the batch would remove; if there are too many, it does not publish the new ones.

                It requires the owner or a role that may load every source. ipf master verify recognizes held records.

                \(MasterOptions.help)

                Examples:
                  ipf master rules > rules.txt
                  ipf master rules rules.txt --check
                  ipf master rules rules.txt --by ann --reason "ticket 4711"
                """)

        @Argument(help: ArgumentHelp("The rules to set; \"-\" is standard input.", valueName: "file"))
        var file: String?

        @Flag(help: "Check FILE without setting the rules.")
        var check = false

        @OptionGroup var author: AuthorOptions
        @OptionGroup var master: MasterOptions

        func validate() throws {
            if check, file == nil { throw ValidationError("--check requires a FILE.") }
        }

        func run() throws {
            guard let file else { return try show() }
            let text = try SmallFile.text(file)
            let rules: QualityRules
            do throws(MasterPolicyError) {
                rules = try QualityRules(parsing: text)
            } catch {
                throw Failure(.badInput, "\(file): \(lines: error)")
            }
            StatementNames.note(fields: rules.namedCustomFields, types: rules.namedTypes)
            if check { return try Answer.write("\(file): no findings\n" as TerminalText) }
            try MasterReading.run(master) { connection in
                try StatementNames.note(sources: rules.namedSources, connection)
                connection.author = author.author
                guard let done = try connection.setRules(text) else {
                    return try Answer.write("\(connection.store): these rules are already in force\n" as TerminalText)
                }
                let open = try connection.openExceptionCount()
                try Answer.write(
                    "\(connection.store): rules set by batch \(done.batch.seq); instruments changed: \(Numbers.grouped(done.effects)); open exceptions: \(Numbers.grouped(open))\n"
                        as TerminalText)
            }
        }

        private func show() throws {
            try MasterReading.run(master) { connection in
                try Answer.write(raw: try connection.rulesInForce()?.text ?? "# No rules are set.\n")
            }
        }
    }
#endif
