import CatalogHistory

#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master explain`: shows the values of an instrument by source, and which source decides each field.
    struct MasterExplainCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract: "Show which source decided each field of an instrument",
            discussion: """
                DECIDED BY is the line of the policy (ipf master policy) that orders the sources for the field. The \
                first source in that order that has the field wins. An override (ipf master override) has priority \
                over all of them.

                \(MasterOptions.help)

                Examples:
                  ipf master explain AAPL
                  ipf master explain AAPL --format json
                """)

        @Argument(help: "The symbol, in any source.")
        var symbol: String

        @Option(help: "The output format.")
        var format = AnswerFormat.text

        @OptionGroup var master: MasterOptions

        func run() throws {
            let explanation = try MasterReading.run(master) { try $0.explanation(of: symbol) }
            guard let explanation else {
                throw Failure(
                    .negativeAnswer,
                    "\(symbol): no source has this symbol now; `ipf master show \(symbol)` shows its past")
            }
            switch format {
            case .text: try Answer.write(Self.text(explanation))
            case .json: try Answer.writeJSON { Self.write(explanation, to: &$0) }
            }
        }

        // MARK: For people

        private static func text(_ explanation: Explanation) -> TerminalText {
            let name = explanation.symbol ?? "no instrument: it is in no source in effect"
            var text: TerminalText = "\(Style.bold("\(name)"))\n"
            var sources = TextTable([.left, .left, .left])
            for source in explanation.sources {
                let joined =
                    source.symbol != explanation.symbol && explanation.listing != nil
                    ? "the same listing, \(explanation.listing!)" : ""
                sources.add(source.name, source.symbol, source.exclusion.map { "not in effect: \($0)" } ?? joined)
            }
            text += sources.text(indent: 2) + "\n"
            if explanation.isHeld {
                text += "held back by a quality rule, not published: ipf master exceptions lists the reasons\n\n"
            }
            var table = TextTable(header: ["FIELD", "VALUE", "SOURCE", "DECIDED BY", "OTHERS SAY"])
            for field in explanation.fields {
                let taken = field.taken.map { field.texts[$0] }
                // If there is an override, the chosen source is listed among the others, because the override replaces
                // its text.
                let others = field.texts.indices.filter { $0 != field.taken || field.override != nil }.map { index in
                    let other = field.texts[index]
                    let says = other.text == field.value ? "the same" : ChangeText.quoted(other.text)
                    return "\(explanation.sources[other.source].name): \(says)"
                }
                table.add(
                    field.name, field.value.map { ChangeText.quoted($0) } ?? "–",
                    field.override.map { "override \($0.id)" }
                        ?? taken.map { explanation.sources[$0.source].name } ?? "–",
                    field.override.map { "\($0.proposed.author): \($0.reason)" } ?? field.reason,
                    others.joined(separator: ", "))
            }
            return text + table.text()
        }

        // MARK: For programs

        private static func write(_ explanation: Explanation, to json: inout JSONWriter) {
            json.object { json in
                json.optional("symbol", explanation.symbol)
                json.optional("listing", explanation.listing)
                json.member("held", explanation.isHeld)
                json.member("sources", objects: explanation.sources) { json, source in
                    json.member("source", source.name)
                    json.member("symbol", source.symbol)
                    json.optional("excludedBy", source.exclusion)
                }
                json.object("fields") { json in
                    for field in explanation.fields {
                        let taken = field.taken.map { field.texts[$0] }
                        json.key(named: field.name)
                        json.object { json in
                            json.optional("value", field.value)
                            json.optional(
                                "source",
                                field.override == nil ? taken.map { explanation.sources[$0.source].name } : nil)
                            json.member("decidedBy", field.override.map { "override \($0.id)" } ?? field.reason)
                            if let override = field.override {
                                json.object("override") { json in
                                    json.member("id", override.id)
                                    json.member("by", override.proposed.author)
                                    json.member("reason", override.reason)
                                    json.optional(
                                        "validFrom", override.validFrom.map { Instant(microseconds: $0).description })
                                    json.optional(
                                        "until", override.until.map { Instant(microseconds: $0).description })
                                }
                            }
                            json.object("said") { json in
                                for said in field.texts {
                                    json.member(named: explanation.sources[said.source].name, said.text)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
#endif
