import CatalogHistory

#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master init`: creates or upgrades the schema.
    struct MasterInitCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Create the master in a database, or upgrade it",
            discussion: """
                The role that runs it owns the master, and needs only the right to create a schema in the database. \
                Run it again after an update of ipf; existing data is kept. --writer names roles that may write (load, \
                follow), and --reader roles that may read. They must exist on the server.

                Use --new-epoch after the master was restored from a backup. It writes a batch without changes. The \
                new epoch distinguishes later batches from lost ones with the same numbers. Without --new-epoch, a new \
                epoch begins if the next batch is written on another server, on a server that was restarted, or to a \
                master that pg_restore created.

                --print shows the SQL without connecting.

                \(MasterOptions.help)

                Examples:
                  ipf master init --master postgresql:///master --writer feeds --reader desk
                  ipf master init --print
                """)

        @OptionGroup var master: MasterOptions

        @Option(help: ArgumentHelp("A role that may load and follow sources.", valueName: "role"))
        var writer: [String] = []

        @Option(help: ArgumentHelp("A role that may read.", valueName: "role"))
        var reader: [String] = []

        @Flag(help: "Begin a new epoch, after a restore from a backup.")
        var newEpoch = false

        @Flag(help: "Print the SQL without connecting.")
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
