#if Master
    import ArgumentParser
    import Foundation
    import InstrumentCatalog
    import MasterStore

    /// `ipf master show`: an instrument as the store knows it, with its past.
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
            if chains.isEmpty { throw Failure(.no, "\(symbol): the store never had this symbol") }
            let today = TimeZoneRules.utc.date(at: Instant(Date()))
            switch format {
            case .text:
                try Answer.write(
                    chains.map { HistoryText.text($0, symbol, today: today, history: history) }.joined(separator: "\n"))
            case .json:
                try Answer.write(
                    .array(chains.map { HistoryText.json($0, symbol, today: today, history: history) }))
            }
        }
    }

    /// An instrument's past in the forms in which it is printed.
    enum HistoryText {
        /// A change of an instrument.
        struct Event {
            enum Kind: String {
                case added, changed, renamed, removed, returned
            }

            var kind: Kind
            var at: StorePoint
            var source: String
            var symbol: String
            /// How it got the symbol; `nil` but for kind `renamed`.
            var rename: RecordedRename?
            var fields: [(name: String, old: String, new: String)] = []
        }

        // MARK: For people

        static func text(_ chain: InstrumentChain, _ symbol: String, today: CalendarDate, history: Bool) -> TerminalText
        {
            let life = life(chain, symbol)
            let profile = EncodedProfile.profile(life.profile)
            let last = life.versions[life.versions.count - 1]
            var facts = TextTable([.left, .left])
            facts.add("status", status(chain, life, profile, today))
            facts.add("since", MasterReading.words(last.from))
            facts.add("source", last.source)
            var text = LookupCommand.text(profile) + facts.text(width: nil, indent: 2)
            guard history else { return text }
            var table = TextTable(
                [.right, .left, .left, .left, .left], header: ["BATCH", "TIME", "SOURCE", "SYMBOL", "CHANGE"])
            for event in events(chain).reversed() {
                table.add(
                    "\(event.at.seq)", Instant(microseconds: event.at.time).description, event.source, event.symbol,
                    words(event))
            }
            text += "\n" + table.text(indent: 2)
            return text
        }

        private static func words(_ event: Event) -> String {
            var words = event.kind == .changed ? "" : event.kind.rawValue
            if let rename = event.rename?.rename {
                words = "renamed from \(rename.old): the same \(rename.field) \(rename.text)"
            }
            let fields = event.fields.map { "\($0.name) \(ChangeText.quoted($0.old)) → \(ChangeText.quoted($0.new))" }
            if fields.isEmpty { return words }
            return (words.isEmpty ? "" : words + "; ") + fields.joined(separator: ", ")
        }

        /// `live`, `expired on 2026-01-16`, `removed on 2026-06-09T06:00:00Z, renamed to META`.
        static func status(
            _ chain: InstrumentChain, _ life: InstrumentLife, _ profile: InstrumentProfile, _ today: CalendarDate
        ) -> String {
            var parts: [String] = []
            if let end = profile.expiration ?? profile.lastTrade, end < today { parts.append("expired on \(end)") }
            if let to = life.to { parts.append("removed on \(Instant(microseconds: to.time))") }
            let next = chain.links.firstIndex { $0.life == life }.map { $0 + 1 } ?? chain.links.count
            if next < chain.links.count { parts.append("renamed to \(chain.links[next].life.symbol)") }
            return parts.isEmpty ? "live" : parts.joined(separator: ", ")
        }

        // MARK: For programs

        static func json(_ chain: InstrumentChain, _ symbol: String, today: CalendarDate, history: Bool) -> JSON {
            let life = life(chain, symbol)
            let profile = EncodedProfile.profile(life.profile)
            let last = life.versions[life.versions.count - 1]
            var members: [(key: String, value: JSON)] = [
                (key: "symbol", value: .string(symbol)),
                (key: "status", value: .string(status(chain, life, profile, today))),
                (key: "since", value: .object(MasterReading.members(last.from))),
                (key: "removed", value: life.to.map { .object(MasterReading.members($0)) } ?? .null),
                (key: "source", value: .string(last.source)), (key: "profile", value: JSON(profile)),
                (key: "symbols", value: .array(chain.links.map { .string($0.life.symbol) })),
            ]
            if history {
                members.append((key: "history", value: .array(events(chain).reversed().map(json))))
            }
            return .object(members)
        }

        private static func json(_ event: Event) -> JSON {
            var members =
                MasterReading.members(event.at) + [
                    (key: "source", value: .string(event.source)), (key: "symbol", value: .string(event.symbol)),
                    (key: "change", value: .string(event.kind.rawValue)),
                ]
            if let rename = event.rename?.rename {
                members += [
                    (key: "from", value: .string(rename.old)), (key: "by", value: .string(rename.field)),
                    (key: "identifier", value: .string(rename.text)),
                ]
            }
            let fields = event.fields.map { field in
                (
                    key: field.name,
                    value: JSON.object([
                        (key: "old", value: .string(field.old)), (key: "new", value: .string(field.new)),
                    ])
                )
            }
            if !fields.isEmpty { members.append((key: "fields", value: .object(fields))) }
            return .object(members)
        }

        // MARK: Events

        /// The last time under a symbol.
        private static func life(_ chain: InstrumentChain, _ symbol: String) -> InstrumentLife {
            chain.links.last { $0.life.symbol == symbol }?.life ?? chain.links[0].life
        }

        /// All changes, the oldest first.
        static func events(_ chain: InstrumentChain) -> [Event] {
            var events: [Event] = []
            var before: SymbolVersion?
            for (index, link) in chain.links.enumerated() {
                for (number, version) in link.life.versions.enumerated() {
                    var event = Event(kind: .changed, at: version.from, source: version.source, symbol: version.symbol)
                    if number == 0, let rename = link.rename {
                        (event.kind, event.rename, event.source) = (.renamed, rename, rename.source)
                    } else if before == nil {
                        event.kind = .added
                    } else if let end = before?.to, end.seq < version.from.seq {
                        events.append(removal(before!, end))
                        event.kind = .returned
                    }
                    if let before {
                        event.fields = ChangeText.fields(
                            EncodedProfile.profile(before.profile), EncodedProfile.profile(version.profile)
                        ).filter { $0.name != "SYMBOL" }
                    }
                    events.append(event)
                    before = version
                }
                if index == chain.links.count - 1, let last = before, let end = last.to {
                    events.append(removal(last, end))
                }
            }
            return events
        }

        private static func removal(_ version: SymbolVersion, _ end: StorePoint) -> Event {
            Event(kind: .removed, at: end, source: version.source, symbol: version.symbol)
        }
    }
#endif
