#if Master
    import ArgumentParser
    import CatalogHistory
    import Essentials
    import MasterStore

    /// `ipf master override`: replaces fields of golden records.
    struct MasterOverrideCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "override",
            abstract: "Correct a field of an instrument, whatever its sources say",
            discussion: """
                An override has priority over every source and policy, until it is withdrawn or expires. An empty \
                VALUE removes the field. The golden record changes at once, by a batch that nodes and the history \
                contain as any other. The symbol may be that of any source; SYMBOL itself can't be overridden.

                --file overrides many fields in one batch, or none if a line is wrong. The file has the columns \
                SYMBOL,FIELD,VALUE,REASON,UNTIL, in any order. UNTIL may be missing, and REASON if --reason is given.

                --until is a date, through whose end (UTC) the override applies, or a time. ipf master expire ends \
                overrides after that, and the package has a timer for it.

                With --propose, the override takes effect when another person approves it (ipf master approve). With \
                the line "approve overrides" of the policy, every override must be proposed, and approved by another \
                role.

                --withdraw ends the override of a field, so that the sources decide it again. It needs no approval.

                It requires the owner or a role of ipf master grant ROLE --overrides. --by names the person, if \
                several persons use one role.

                \(MasterOptions.help)

                Examples:
                  ipf master override AAPL CURRENCY USD --reason "ticket 4711" --until 2026-12-31
                  ipf master override AAPL CURRENCY USD --reason "ticket 4711" --propose --by ann
                  ipf master override --file corrections.csv --reason "ticket 4712"
                  ipf master override AAPL CURRENCY --withdraw --reason "the exchange has corrected it"
                """)

        @Argument(help: "The symbol, in any source.")
        var symbol: String?

        @Argument(help: "The name of the field.")
        var field: String?

        @Argument(help: "The text of the field; empty to remove the field.")
        var value: String?

        @Option(help: ArgumentHelp("Why the sources are wrong; required.", valueName: "text"))
        var reason: String?

        @Option(help: ArgumentHelp("The end: a date or a time.", valueName: "moment"))
        var until: String?

        @Option(help: ArgumentHelp("A file of fields to override; \"-\" is standard input.", valueName: "csv"))
        var file: String?

        @Flag(help: "Propose, so that another person must approve.")
        var propose = false

        @Flag(help: "End the override of SYMBOL's FIELD.")
        var withdraw = false

        @Option(help: ArgumentHelp("The person who overrides, for the log.", valueName: "person"))
        var by: String?

        @Flag(help: "Print the result as a JSON object.")
        var json = false

        @OptionGroup var master: MasterOptions

        func validate() throws {
            if file != nil {
                if symbol != nil { throw ValidationError("--file can't be combined with SYMBOL.") }
                if withdraw { throw ValidationError("--file can't be combined with --withdraw.") }
                if until != nil {
                    throw ValidationError("--file has a column UNTIL; --until can't be combined with it.")
                }
                return
            }
            guard symbol != nil, field != nil else { throw ValidationError("expected SYMBOL and FIELD, or --file.") }
            guard let reason, !reason.isEmpty else { throw ValidationError("--reason is required.") }
            if withdraw {
                if value != nil { throw ValidationError("--withdraw takes no VALUE.") }
                if propose { throw ValidationError("--withdraw can't be combined with --propose.") }
                if until != nil { throw ValidationError("--withdraw can't be combined with --until.") }
            } else if value == nil {
                throw ValidationError("expected a VALUE; \"\" removes the field.")
            }
        }

        func run() throws {
            var requests: [OverrideFile.Row] = []
            if let file {
                requests = try OverrideFile.read(file, reason: reason)
            } else if !withdraw {
                let end = try until.map { text in
                    guard let end = OverrideFile.end(text) else {
                        throw Failure(.usage, "--until is \(text), expected \(OverrideFile.endForms)")
                    }
                    return end
                }
                requests = [
                    .init(
                        request: OverrideRequest(
                            symbol: symbol!, field: field!, value: value!, reason: reason!, until: end))
                ]
            }
            try MasterReading.run(master) { connection in
                let reasons = Set(requests.map(\.request.reason))
                connection.author = BatchAuthor(
                    person: by, reason: reason ?? (reasons.count == 1 ? reasons.first : nil))
                if withdraw { return try end(connection) }
                let checked = try OverrideFile.check(requests, file, connection)
                let done = try connection.override(checked, proposes: propose)
                try OverrideReport.write(
                    done, propose ? "proposed" : "in force", unchanged: checked.count - done.ids.count, connection,
                    json: json)
            }
        }

        private func end(_ connection: MasterConnection) throws {
            let found = try connection.overrides(of: symbol, includesEnded: false)
            let ids = found.filter { $0.field == field && $0.isInForce }.map(\.id)
            if ids.isEmpty {
                throw Failure(
                    .negativeAnswer,
                    "\(symbol!): no override of \(field!) is in force; `ipf master overrides \(symbol!)` lists them")
            }
            try OverrideReport.write(
                try connection.withdrawOverrides(ids), "withdrawn", connection, json: json)
        }
    }

    /// Writes the result of a command that changes overrides or exceptions.
    enum OverrideReport {
        /// Writes the result.
        ///
        /// - Parameters:
        ///   - kind: The objects that the numbers in the result identify: `override` or `exception`.
        ///   - state: The state that the overrides or exceptions have after the command.
        ///   - unchanged: The number of overrides that were already in force.
        static func write(
            _ done: OverrideOutcome, of kind: StaticString = "override", _ state: StaticString, unchanged: Int = 0,
            _ connection: MasterConnection,
            json: Bool
        ) throws {
            if json {
                return try Answer.writeJSON {
                    $0.object { json in
                        json.member("store", connection.store)
                        members(done, of: kind, state, unchanged: unchanged, to: &json)
                    }
                }
            }
            guard let batch = done.batch else {
                return try Answer.write("\(connection.store): nothing to change\n" as TerminalText)
            }
            let shown = done.ids.prefix(10).map { "\($0)" }.joined(separator: ", ") + (done.ids.count > 10 ? ", …" : "")
            let which: TerminalText = "\("\(kind)")\(done.ids.count == 1 ? "" : "s") \(shown)"
            try Answer.write(
                "\(connection.store): \(which) \("\(state)") by batch \(batch.seq); instruments changed: \(Numbers.grouped(done.effects))\n"
                    as TerminalText)
        }

        /// Writes the members of a result that the output of commands and the service's answers have in common.
        static func members(
            _ done: OverrideOutcome, of kind: StaticString = "override", _ state: StaticString, unchanged: Int = 0,
            to json: inout JSONWriter
        ) {
            json.member("batch", done.batch?.seq)
            json.key(named: "\(kind)s")
            json.array { json in for id in done.ids { json.integer(id) } }
            json.member("state", "\(state)")
            json.member("unchanged", unchanged)
            json.member("effects", done.effects)
        }
    }
#endif
