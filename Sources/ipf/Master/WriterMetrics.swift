#if Master
    import ArgumentParser
    import MasterStore

    /// Metrics of a program that writes a source into the store, in a file for node_exporter's textfile collector. The
    /// collector exports the time of the last write as `node_textfile_mtime_seconds`.
    struct WriterMetrics: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "A file for metrics after each batch or failure, for node_exporter's textfile collector.",
                valueName: "file"))
        var metrics: String?

        /// The last success of a writer: a batch was written, or the source was unchanged.
        struct Success: Equatable {
            /// The number of the batch; `nil` if the source was unchanged.
            var seq: Int?
            var added = 0
            var changed = 0
            var removed = 0
            var instruments = 0
            /// The exceptions of the source; `nil` if no rules are in force.
            var quality: QualityCounts?
        }

        /// Writes the file if its path is given.
        ///
        /// - Parameters:
        ///   - source: The name of the source. It contains no characters that must be escaped in labels.
        ///   - last: The last success of this process; `nil` before the first one.
        ///   - hasFailed: Whether there was a failure after `last`.
        /// - Throws: `Failure` if the file can't be written.
        func write(_ source: String, _ last: Success?, hasFailed: Bool) throws {
            guard let metrics else { return }
            var text = MetricsText(prefix: "ipf_master_writer", label: "source=\"\(source)\"")
            text.add(
                "failed", "1 if the last load or batch of the source failed or was refused.", [("", hasFailed ? 1 : 0)])
            if let last {
                text.add("instruments", "Instruments that the source has in the store.", [("", last.instruments)])
                let changes = [("added", last.added), ("changed", last.changed), ("removed", last.removed)]
                text.add(
                    "changes", "Instruments that the last batch of the source changed.",
                    changes.map { (",change=\"\($0)\"", $1) })
                if let quality = last.quality { Self.add(quality, to: &text) }
                if let seq = last.seq { text.add("batch_seq", "The number of the source's last batch.", [("", seq)]) }
            }
            try text.write(to: metrics)
        }

        private static func add(_ quality: QualityCounts, to text: inout MetricsText) {
            text.add(
                "exceptions", "Open exceptions that batches of the source caused, by quality rule and state.",
                quality.rules.flatMap { rule in
                    let label = rule.line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                    return [("open", rule.open), ("assigned", rule.assigned)].map {
                        (",rule=\"\(label)\",state=\"\($0)\"", $1)
                    }
                })
            text.add("held", "Instruments whose records of the source are held back.", [("", quality.held)])
        }
    }
#endif
