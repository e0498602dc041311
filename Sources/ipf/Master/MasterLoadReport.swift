#if Master
    import MasterStore

    /// What a load did, and what it cost.
    struct MasterLoadReport {
        private let source: String
        private let summary: MasterLoadSummary
        /// The rules that were applied; `nil` for none.
        private let transforming: Transforming?
        /// The whole load.
        private let seconds: Double

        init(source: String, _ summary: MasterLoadSummary, _ transforming: Transforming?, seconds: Double) {
            self.transforming = transforming
            self.source = source
            self.summary = summary
            self.seconds = seconds
        }

        private var isComplete: Bool { summary.sources.allSatisfy { $0.isComplete == true } }

        private var records: Int {
            summary.counts.records + summary.counts.rejected + (transforming?.dropped ?? 0)
        }

        /// For people.
        var text: TerminalText {
            var facts = TextTable([.left, .right])
            facts.add("batch", "\(summary.seq ?? 0)")
            if summary.isUnchanged {
                facts.add("source", "not modified")
            } else {
                facts.add("records read", Numbers.grouped(records))
                facts.add("rejected", Numbers.grouped(summary.counts.rejected))
                transforming?.add(to: &facts)
                facts.add("complete", isComplete ? "yes" : "no")
            }
            facts.add("added", Numbers.grouped(summary.added))
            facts.add("changed", Numbers.grouped(summary.changed))
            facts.add("removed", Numbers.grouped(summary.removed))
            facts.add("instruments", Numbers.grouped(summary.instruments))
            facts.add("time", Numbers.seconds(seconds))
            return "\(Style.bold("\(source)")) in \(summary.store)\n\(facts.text(indent: 2))"
        }

        /// For programs.
        var json: JSON {
            .object([
                (key: "store", value: .string(summary.store)), (key: "source", value: .string(source)),
                (key: "seq", value: summary.seq.map { .integer($0) } ?? .null),
                (key: "epoch", value: (summary.batch?.epoch).map { .integer($0) } ?? .null),
                (key: "unchanged", value: .bool(summary.isUnchanged)),
                (key: "records", value: .integer(records)),
                (key: "rejected", value: .integer(summary.counts.rejected)),
                (key: "transform", value: transforming?.json ?? .null),
                (key: "complete", value: .bool(isComplete)),
                (key: "added", value: .integer(summary.added)), (key: "changed", value: .integer(summary.changed)),
                (key: "removed", value: .integer(summary.removed)),
                (key: "effects", value: .integer(summary.counts.effects)),
                (key: "instruments", value: .integer(summary.instruments)),
                (key: "refused", value: summary.refusal.map { ImportSummary.refusal($0) } ?? .null),
                (key: "sources", value: .array(summary.sources.map { ImportSummary.json($0) })),
                (key: "seconds", value: .seconds(seconds)),
            ])
        }
    }
#endif
