#if Master
    import ArgumentParser
    import InstrumentCatalog
    import MasterStore

    /// `ipf master segment`: writes archive segments of the store, for nodes.
    struct MasterSegmentCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "segment",
            abstract: "Write a segment: a catalog file of a batch that nodes begin from.",
            discussion: """
                A segment is the file that ipf master build writes, under a name that says what it is, with its SHA-256 beside it as \
                sha256sum writes it. DEST is a folder or s3://BUCKET[/FOLDER], for one store alone. Nodes take the newest segment \
                whose checksum is there (ipf serve --master URL --segments DEST). What is there already is not written again.

                live.v\(Catalog.formatVersion).EPOCH-SEQ-MARK.ipfc          what was live at a batch, in that version of the file format
                expired-2025.v\(Catalog.formatVersion).EPOCH-SEQ-MARK.ipfc  what is gone and ended in 2025; SEQ is the last batch that took something away

                With --expired the segments of what is gone are written, one for each year in which something ended: that of its \
                EXPIRATION where that had come, else that of its removal. Each instrument has one field more, REMOVED_ON, the day of \
                its removal. A year in which nothing ends any more is written once.

                \(MomentArgument.help)

                \(MasterOptions.help)

                Examples:
                  ipf master segment /srv/segments
                  ipf master segment s3://firm-data/segments --keep 3
                  ipf master segment s3://firm-data/segments --expired
                  ipf master segment /srv/segments --expired --year 2025 --year 2024
                """)

        @Argument(help: ArgumentHelp("A folder, or s3://BUCKET[/FOLDER].", valueName: "dest"))
        var destination: String

        @Option(help: ArgumentHelp("What was true then.", valueName: "moment"))
        var asOf = MomentArgument(.latest)

        @Flag(help: "Write what is gone, by years, instead of what is live.")
        var expired = false

        @Option(help: ArgumentHelp("With --expired: only that year; may be given again.", valueName: "year"))
        var year: [Int] = []

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Remove older segments of the same kind and format than so many: 1 or more. (default: keep all)",
                valueName: "count"))
        var keep: Int?

        @Flag(help: "Print a JSON object a line for each segment.")
        var json = false

        @OptionGroup var master: MasterOptions

        func validate() throws {
            if let keep, keep < 1 { throw ValidationError("--keep is \(keep), expected 1 or more.") }
            if !year.isEmpty, !expired { throw ValidationError("--year requires --expired.") }
            if let year = year.first(where: { !(0...9999).contains($0) }) {
                throw ValidationError("--year is \(year), expected a year such as 2025.")
            }
        }

        func run() throws {
            let writer = SegmentWriter(try SegmentFolder(destination), keep: keep)
            let written = try MasterReading.run(master) { connection in
                expired
                    ? try writer.writeExpired(
                        from: connection, at: asOf.moment, years: year.isEmpty ? nil : Set(year))
                    : [try writer.writeLive(from: connection, at: asOf.moment)]
            }
            let output = OutputFile.standard
            for segment in written {
                if json { try output.write(Self.json(segment)) } else { try output.show(Self.text(segment)) }
            }
            try output.flush()
            if written.isEmpty {
                throw Failure(
                    .negativeAnswer,
                    year.isEmpty
                        ? "no instrument was ever removed from the store"
                        : "no instrument was removed in the years of --year")
            }
        }

        private static func text(_ segment: SegmentWriter.Written) -> TerminalText {
            if let reason = segment.kept { return "\(segment.name): not written; \(reason)\n" }
            guard let count = segment.instruments else { return "\(segment.name): already exists\n" }
            return "\(segment.name): \(Numbers.grouped(count)) instruments\n"
        }

        private static func json(_ segment: SegmentWriter.Written) -> String {
            JSONWriter.line { json in
                json.member("segment", "\(segment.name)")
                json.member("kind", "\(segment.name.kind)")
                json.member("epoch", segment.name.identity.epoch)
                json.member("seq", segment.name.identity.sequence)
                json.member("written", segment.instruments != nil)
                json.member("instruments", segment.instruments)
                json.optional("reason", segment.kept)
            }
        }
    }
#endif
