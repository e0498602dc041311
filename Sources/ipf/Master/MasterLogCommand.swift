import CatalogHistory

#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master log`: lists the batches of the store.
    struct MasterLogCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "log",
            abstract: "List the batches, latest first",
            discussion: """
                ADDED, CHANGED and REMOVED count differences from the source's previous records. TRUE counts the \
                instruments whose golden record changed. BY is the person of --by if one was stated, or else the \
                database role; jsonl has both, and the version of the program. VALID FROM is the time of --valid-from of \
                a load, or the earliest one of overrides. A table lists 50 batches unless --limit \
                is given; jsonl lists all.

                \(MasterOptions.help)

                Examples:
                  ipf master log
                  ipf master log --from 5000 --format jsonl
                  ipf master log --symbol AAPL --field CURRENCY
                  ipf master log --by ann
                """)

        @Option(parsing: .unconditional, help: ArgumentHelp("The oldest batch to list: 0 or more.", valueName: "seq"))
        var from = 0

        @Option(
            parsing: .unconditional, help: ArgumentHelp("The largest number of batches: 1 or more.", valueName: "count")
        )
        var limit: Int?

        @Option(help: ArgumentHelp("Only batches of a person or a database role.", valueName: "person"))
        var by: String?

        @Option(help: ArgumentHelp("Only batches that changed the golden record of a symbol.", valueName: "instrument"))
        var symbol: String?

        @Option(
            help: ArgumentHelp(
                "Only batches that changed a field in a golden record. Without --symbol, this reads the whole history.",
                valueName: "name"))
        var field: String?

        @Option(help: "The output format.")
        var format = TableFormat.table

        @OptionGroup var master: MasterOptions

        func validate() throws {
            if from < 0 { throw ValidationError("--from is \(from), expected 0 or more.") }
            if let limit, limit < 1 { throw ValidationError("--limit is \(limit), expected 1 or more.") }
        }

        func run() throws {
            var filter = BatchFilter()
            (filter.first, filter.author, filter.symbol, filter.field) = (from, by, symbol, field)
            let isFiltered = by != nil || symbol != nil || field != nil
            try MasterReading.run(master) { connection in
                let output = OutputFile.standard
                switch format {
                case .jsonl:
                    try connection.forEachBatch(filter, limit: limit) { try output.write(Self.json($0)) }
                case .table:
                    var table = TextTable(
                        [.right, .left, .left, .left, .left, .right, .right, .right, .right, .left, .left],
                        header: [
                            "BATCH", "TIME", "SOURCE", "BY", "WHAT", "ADDED", "CHANGED", "REMOVED", "TRUE",
                            "VALID FROM",
                            "REASON",
                        ]
                    )
                    var count = 0
                    var last: Int?
                    let most = limit ?? 50
                    try connection.forEachBatch(filter, limit: most) { batch in
                        table.add(
                            "\(batch.point.seq)", Instant(microseconds: batch.point.time).description,
                            batch.source ?? "–",
                            batch.person ?? batch.author, batch.note, Numbers.grouped(batch.added),
                            Numbers.grouped(batch.changed), Numbers.grouped(batch.removed),
                            Numbers.grouped(batch.effects),
                            batch.validFrom.map { Instant(microseconds: $0).description } ?? "–", batch.reason ?? "")
                        count += 1
                        last = batch.point.seq
                    }
                    guard let last else {
                        let since: TerminalText = from > 0 ? " since \(from)" : ""
                        let such: TerminalText = isFiltered ? "no such batch" : "no batch"
                        throw Failure(.negativeAnswer, "the store has \(such)\(since)")
                    }
                    try output.show(table.text())
                    if limit == nil, isFiltered ? count == most : last > max(from, 1) {
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
                json.optional("person", batch.person)
                json.member("what", batch.note)
                json.optional("reason", batch.reason)
                json.optional("program", batch.program)
                json.optional("validFrom", batch.validFrom.map { Instant(microseconds: $0).description })
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
