import CatalogHistory

#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master log`: the batches of the store.
    struct MasterLogCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "log",
            abstract: "List the batches, latest first",
            discussion: """
                ADDED, CHANGED and REMOVED count differences from the source's previous records. TRUE counts the \
                instruments whose golden record changed. A table lists 50 batches unless --limit is given; jsonl lists \
                all.

                \(MasterOptions.help)

                Examples:
                  ipf master log
                  ipf master log --from 5000 --format jsonl
                """)

        @Option(parsing: .unconditional, help: ArgumentHelp("The oldest batch to list: 0 or more.", valueName: "seq"))
        var from = 0

        @Option(
            parsing: .unconditional, help: ArgumentHelp("The largest number of batches: 1 or more.", valueName: "count")
        )
        var limit: Int?

        @Option(help: "The output format.")
        var format = TableFormat.table

        @OptionGroup var master: MasterOptions

        func validate() throws {
            if from < 0 { throw ValidationError("--from is \(from), expected 0 or more.") }
            if let limit, limit < 1 { throw ValidationError("--limit is \(limit), expected 1 or more.") }
        }

        func run() throws {
            try MasterReading.run(master) { connection in
                let output = OutputFile.standard
                switch format {
                case .jsonl:
                    try connection.forEachBatch(from: from, limit: limit) { try output.write(Self.json($0)) }
                case .table:
                    var table = TextTable(
                        [.right, .left, .left, .left, .left, .right, .right, .right, .right],
                        header: ["BATCH", "TIME", "SOURCE", "BY", "WHAT", "ADDED", "CHANGED", "REMOVED", "TRUE"])
                    var last: Int?
                    let most = limit ?? 50
                    try connection.forEachBatch(from: from, limit: most) { batch in
                        table.add(
                            "\(batch.point.seq)", Instant(microseconds: batch.point.time).description,
                            batch.source ?? "–",
                            batch.author, batch.note, Numbers.grouped(batch.added), Numbers.grouped(batch.changed),
                            Numbers.grouped(batch.removed), Numbers.grouped(batch.effects))
                        last = batch.point.seq
                    }
                    guard let last else {
                        let since: TerminalText = from > 0 ? " since \(from)" : ""
                        throw Failure(.negativeAnswer, "the store has no batch\(since)")
                    }
                    try output.show(table.text())
                    if limit == nil, last > max(from, 1) {
                        StandardError.write("ipf: there are earlier batches; --limit sets the number of batches\n")
                    }
                }
                try output.flush()
            }
        }

        private static func json(_ batch: BatchEntry) -> String {
            JSONWriter.line { json in
                batch.point.writeMembers(to: &json)
                json.optional("source", batch.source)
                json.member("by", batch.author)
                json.member("what", batch.note)
                json.member("records", batch.records)
                json.member("rejected", batch.rejected)
                json.member("added", batch.added)
                json.member("changed", batch.changed)
                json.member("removed", batch.removed)
                json.member("effects", batch.effects)
                if let isComplete = batch.isComplete {
                    json.member("complete", isComplete)
                } else {
                    json.optional("complete", nil)
                }
            }
        }
    }
#endif
