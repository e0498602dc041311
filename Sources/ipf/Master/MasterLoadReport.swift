#if Master
    import MasterStore

    /// The results of a load, and how much time it took.
    struct MasterLoadReport {
        let source: String
        let summary: MasterLoadSummary
        /// The transforms that were applied; `nil` for none.
        let transforming: Transforming?
        /// The duration of the whole load.
        let seconds: Double

        private var isComplete: Bool { summary.sources.allSatisfy { $0.isComplete == true } }

        private var records: Int {
            summary.counts.records + summary.counts.rejected + (transforming?.dropped ?? 0)
        }

        /// Returns the number of exceptions of the source that no person has resolved.
        private static func unresolved(_ quality: QualityCounts) -> Int {
            quality.rules.reduce(0) { $0 + $1.open + $1.assigned }
        }

        /// The report as text.
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
            if let quality = summary.counts.quality {
                facts.add("exceptions", Numbers.grouped(Self.unresolved(quality)))
                facts.add("held back", Numbers.grouped(quality.held))
            }
            facts.add("time", Numbers.seconds(seconds))
            return "\(Style.bold("\(source)")) in \(summary.store)\n\(facts.text(indent: 2))"
        }

        /// Writes the report as members of a JSON object.
        func writeMembers(to json: inout JSONWriter) {
            json.member("store", summary.store)
            json.member("source", source)
            json.member("seq", summary.seq)
            json.member("epoch", summary.batch?.epoch)
            json.member("unchanged", summary.isUnchanged)
            json.member("records", records)
            json.member("rejected", summary.counts.rejected)
            json.member(transform: transforming)
            json.member("complete", isComplete)
            json.member("added", summary.added)
            json.member("changed", summary.changed)
            json.member("removed", summary.removed)
            json.member("effects", summary.counts.effects)
            json.member("instruments", summary.instruments)
            if let quality = summary.counts.quality {
                json.member("exceptions", Self.unresolved(quality))
                json.member("held", quality.held)
            }
            json.member(refusal: summary.refusal)
            json.member(sources: summary.sources)
            json.member(seconds: seconds)
        }
    }
#endif
