import CatalogHistory

#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master overrides`: lists the overrides and proposals, with the values of the sources.
    struct MasterOverridesCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "overrides",
            abstract: "List overrides and proposals, with what the sources say now",
            discussion: """
                STATE is "in force", "proposed", "pending" if it is approved and begins later, or for --all how it \
                ended. An override is "caught up" if a source has \
                the same value now: it can be withdrawn if the policy chooses that source. It is "overdue" if its end, or \
                the beginning of a pending one, has passed, and ipf master expire has not run since. VALID FROM is the \
                time of --valid-from.

                The exit code is 1 if there are none.

                \(MasterOptions.help)

                Examples:
                  ipf master overrides
                  ipf master overrides AAPL --all --format jsonl
                """)

        @Argument(help: "The symbol, as it was overridden. (default: all)")
        var symbol: String?

        @Flag(help: "Include those that have ended.")
        var all = false

        @Option(help: "The output format.")
        var format = TableFormat.table

        @OptionGroup var master: MasterOptions

        func run() throws {
            let found = try MasterReading.run(master) {
                try $0.overrideStandings(of: symbol, includesEnded: all)
            }
            let output = OutputFile.standard
            switch format {
            case .jsonl: for standing in found { try output.write(JSONWriter.line { Self.write(standing, to: &$0) }) }
            case .table:
                guard !found.isEmpty else { throw Failure(.negativeAnswer, "there is no override") }
                var table = TextTable(
                    [.right, .left, .left, .left, .left, .left, .left, .left, .left, .left],
                    header: [
                        "ID", "SYMBOL", "FIELD", "VALUE", "STATE", "SOURCES SAY", "VALID FROM", "UNTIL", "BY", "REASON",
                    ])
                for standing in found {
                    let override = standing.override
                    let said = standing.said.map {
                        "\($0.source): \($0.text == override.value ? "the same" : ChangeText.quoted($0.text))"
                    }
                    let approval =
                        override.approved.map { $0.seq == override.proposed.seq ? "" : ", \($0.author)" } ?? ""
                    table.add(
                        "\(override.id)", override.symbol, override.field, ChangeText.quoted(override.value),
                        Self.states(standing).joined(separator: ", "), said.joined(separator: ", "),
                        override.validFrom.map { Instant(microseconds: $0).description } ?? "–",
                        override.until.map { Instant(microseconds: $0).description } ?? "–",
                        "\(override.proposed.author)\(approval)", override.reason)
                }
                try output.show(table.text())
            }
            try output.flush()
        }

        private static func states(_ standing: OverrideStanding) -> [String] {
            let override = standing.override
            if override.ended != nil { return [override.state] }
            var states = [override.state]
            if standing.isCaughtUp { states.append("caught up") }
            if override.isDue { states.append("overdue") }
            return states
        }

        /// Writes the members of an override.
        static func write(_ standing: OverrideStanding, to json: inout JSONWriter) {
            let override = standing.override
            json.member("id", override.id)
            json.member("symbol", override.symbol)
            json.member("field", override.field)
            json.member("value", override.value)
            json.member("state", override.state)
            json.member("caughtUp", standing.isCaughtUp)
            json.member("overdue", override.ending == nil && override.isDue)
            json.object("said") { json in
                for said in standing.said { json.member(named: said.source, said.text) }
            }
            json.optional(
                "validFrom", override.validFrom.map { Instant(microseconds: $0).description })
            json.optional("until", override.until.map { Instant(microseconds: $0).description })
            json.member("reason", override.reason)
            json.member("proposed", override.proposed)
            json.member("approved", override.approved)
            json.member("begun", override.begun)
            json.member("ended", override.ended)
        }
    }

    extension JSONWriter {
        /// Writes a member with a batch and its author. If `step` is `nil`, the member is omitted; in the spaced style,
        /// it is `null`.
        mutating func member(_ name: StaticString, _ step: MasterOverride.Step?) {
            guard let step else { return optional(name, nil) }
            object(name) { json in
                json.member("batch", step.seq)
                json.member("time", Instant(microseconds: step.time).description)
                json.member("role", step.role)
                json.optional("person", step.person)
            }
        }
    }
#endif
