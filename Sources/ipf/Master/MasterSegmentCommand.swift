#if Master
    import ArgumentParser
    import InstrumentCatalog
    import MasterStore

    /// `ipf master segment`: writes archive segments of the store, for nodes.
    struct MasterSegmentCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "segment",
            abstract: "Write an archive segment for nodes to start from",
            discussion: """
                An archive segment is a catalog as ipf master build writes it. Its name describes it, and its SHA-256 \
                is in a file beside it, in the format of sha256sum. DEST is a folder or s3://BUCKET[/FOLDER], for one \
                master only. Nodes load the newest segment that has a checksum (ipf serve --master URL --segments \
                DEST). Existing segments are not written again.

                  live.v\(Catalog.formatVersion).EPOCH-SEQ-MARK.ipfc
                      live instruments at a batch, in this version of the file format
                  expired-2025.v\(Catalog.formatVersion).EPOCH-SEQ-MARK.ipfc
                      expired and removed instruments that ended in 2025; SEQ is the
                      last batch that removed one

                --expired writes the segments of expired and removed instruments, one for each year. The year is that \
                of EXPIRATION if that date has passed, or else that of the removal. Each instrument has an additional \
                field, REMOVED_ON, the day of its removal. The segment of a year is written once, unless more \
                instruments ended in it.

                A moment is \(BatchSelector.forms). A time means the last batch committed by it: a segment contains \
                what a batch published.

                \(MasterOptions.help)

                Examples:
                  ipf master segment /srv/segments
                  ipf master segment s3://firm-data/segments --keep 3
                  ipf master segment s3://firm-data/segments --expired
                  ipf master segment /srv/segments --expired --year 2025 --year 2024
                """)

        @Argument(help: ArgumentHelp("A folder, or s3://BUCKET[/FOLDER].", valueName: "dest"))
        var destination: String

        @Option(help: ArgumentHelp("The moment of the state to write.", valueName: "moment"))
        var asOf = MomentArgument(.latest)

        @Flag(help: "Write expired and removed instruments by year, instead of live ones.")
        var expired = false

        @Option(help: ArgumentHelp("With --expired: only this year; can be repeated.", valueName: "year"))
        var year: [Int] = []

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The number of segments to keep of this kind and format: 1 or more. (default: all)",
                valueName: "count"))
        var keep: Int?

        @Flag(help: "Print one JSON object per line for each segment.")
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
