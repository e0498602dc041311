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
                SYMBOL,FIELD,VALUE,REASON,UNTIL,VALID_FROM, in any order. UNTIL and VALID_FROM may be missing, and \
                REASON if --reason is given.

                --until is a date, through whose end (UTC) the override applies, or a time. ipf master expire ends \
                overrides after that, and the package has a timer for it.

                --valid-from is a date, from whose beginning (UTC) the override is true, or a time. If it is in the past, \
                --as-of answers with the override since then; answers for batches, and those with an earlier --known-at, \
                do not change. If it is in the future, the override is pending until ipf master expire puts it in force.

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
                  ipf master override AAPL CURRENCY USD --reason "ticket 4711" --valid-from 2026-03-02
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

        @Option(help: ArgumentHelp("Since when it is true: a date or a time.", valueName: "moment"))
        var validFrom: String?

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
                if validFrom != nil {
                    throw ValidationError("--file has a column VALID_FROM; --valid-from can't be combined with it.")
                }
                return
            }
            guard symbol != nil, field != nil else { throw ValidationError("expected SYMBOL and FIELD, or --file.") }
            guard let reason, !reason.isEmpty else { throw ValidationError("--reason is required.") }
            if withdraw {
                if value != nil { throw ValidationError("--withdraw takes no VALUE.") }
                if propose { throw ValidationError("--withdraw can't be combined with --propose.") }
                if until != nil { throw ValidationError("--withdraw can't be combined with --until.") }
                if validFrom != nil { throw ValidationError("--withdraw can't be combined with --valid-from.") }
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
                let start = try validFrom.map { text in
                    guard let start = OverrideFile.start(text) else {
                        throw Failure(.usage, "--valid-from is \(text), expected \(OverrideFile.endForms)")
                    }
                    return start
                }
                requests = [
                    .init(
                        request: OverrideRequest(
                            symbol: symbol!, field: field!, value: value!, reason: reason!, until: end,
                            validFrom: start))
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
                    done, try OverrideReport.state(of: done, proposes: propose, connection),
                    unchanged: checked.count - done.ids.count, connection, json: json)
            }
        }

        private func end(_ connection: MasterConnection) throws {
            let found = try connection.overrides(of: symbol, includesEnded: false)
            let ids = found.filter { $0.field == field && ($0.isInForce || $0.isPending) }.map(\.id)
            if ids.isEmpty {
                throw Failure(
                    .negativeAnswer,
                    "\(symbol!): no override of \(field!) is in force or pending; `ipf master overrides \(symbol!)` lists them"
                )
            }
            try OverrideReport.write(
                try connection.withdrawOverrides(ids), "withdrawn", connection, json: json)
        }
    }

    /// Writes the result of a command that changes overrides or exceptions.
    enum OverrideReport {
        /// Returns the state of new or approved overrides.
        static func state(
            of done: OverrideOutcome, proposes: Bool, _ connection: MasterConnection
        ) throws -> StaticString {
            if proposes { return "proposed" }
            let pending = try connection.overrides(includesEnded: false).filter {
                $0.isPending && done.ids.contains($0.id)
            }
            if pending.isEmpty { return "in force" }
            return pending.count == done.ids.count ? "pending" : "in force or pending"
        }

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
            func which(_ ids: [Int]) -> TerminalText {
                let shown = ids.prefix(10).map { "\($0)" }.joined(separator: ", ") + (ids.count > 10 ? ", …" : "")
                return "\("\(kind)")\(ids.count == 1 ? "" : "s") \(shown)"
            }
            var parts: [TerminalText] = []
            if !done.begun.isEmpty { parts.append("\(which(done.begun)) in force") }
            if !done.ids.isEmpty || parts.isEmpty { parts.append("\(which(done.ids)) \("\(state)")") }
            try Answer.write(
                "\(connection.store): \(parts.joined(separator: ", ")) by batch \(batch.seq); instruments changed: \(Numbers.grouped(done.effects))\n"
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
            if !done.begun.isEmpty {
                json.array("begun") { json in for id in done.begun { json.integer(id) } }
            }
            json.member("state", "\(state)")
            json.member("unchanged", unchanged)
            json.member("effects", done.effects)
        }
    }
#endif
