import CatalogHistory

#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master init`: creates or upgrades the schema.
    struct MasterInitCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Make the store in a database, or bring one of an earlier version up to date.",
            discussion: """
                Whoever runs it owns the store, and needs no more than the right to make a schema in the database. Run it again \
                after an update of ipf: what is there already stays. Roles that may write (load, follow) and read are named by \
                --writer and --reader; they must exist on the server.

                --new-epoch is for a store that was restored from a backup: by a batch that changes nothing, what is numbered from then \
                on is told from what was lost. Batches begin a new epoch without it where another server, a server that was started \
                again, or a store that pg_restore made writes the next one.

                --print shows the SQL and connects to nothing.

                \(MasterOptions.help)

                Examples:
                  ipf master init --master postgresql:///master --writer feeds --reader desk --reader web
                  ipf master init --print
                """)

        @OptionGroup var master: MasterOptions

        @Option(help: ArgumentHelp("A role that may load and follow sources.", valueName: "role"))
        var writer: [String] = []

        @Option(help: ArgumentHelp("A role that may read.", valueName: "role"))
        var reader: [String] = []

        @Flag(help: "Begin a new epoch: the store was restored from a backup.")
        var newEpoch = false

        @Flag(help: "Print the SQL.")
        var print = false

        func run() throws {
            if print { return try Answer.write(raw: MasterSchema.text) }
            let connection = try MasterConnection(try master.address)
            let report = try MasterSchema.initialise(connection, writers: writer, readers: reader)
            let done: TerminalText =
                report.before == report.now
                ? "schema version \(report.now), unchanged"
                : report.before == 0
                    ? "created, schema version \(report.now)"
                    : "upgraded from schema version \(report.before) to \(report.now)"
            try Answer.write("\(connection.store): \(done)\n" as TerminalText)
            if newEpoch {
                let point = try MasterSchema.beginEpoch(connection)
                try Answer.write("epoch \(point.epoch) starts with batch \(point.seq)\n" as TerminalText)
            }
        }
    }
#endif
