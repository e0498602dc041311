#if Master
    import MasterStore

    /// What a load did, and what it cost.
    struct MasterLoadReport {
        private let source: String
        private let summary: MasterLoadSummary
        /// The whole load.
        private let seconds: Double

        init(source: String, _ summary: MasterLoadSummary, seconds: Double) {
            self.source = source
            self.summary = summary
            self.seconds = seconds
        }

        private var isComplete: Bool { summary.sources.allSatisfy { $0.isComplete == true } }

        /// For people.
        var text: TerminalText {
            var facts = TextTable([.left, .right])
            facts.add("batch", "\(summary.seq ?? 0)")
            if summary.isUnchanged {
                facts.add("source", "not modified")
            } else {
                facts.add("records read", Numbers.grouped(summary.counts.records + summary.counts.rejected))
                facts.add("rejected", Numbers.grouped(summary.counts.rejected))
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
                (key: "records", value: .integer(summary.counts.records + summary.counts.rejected)),
                (key: "rejected", value: .integer(summary.counts.rejected)),
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
