#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master`: the instrument master in PostgreSQL.
    struct MasterCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "master",
            abstract: "Keep the instruments of many sources in PostgreSQL, with their history.",
            discussion: """
                A store is a schema of a database of PostgreSQL 15 or later: what each source says, what is true by that, and what \
                was true before. Every change is part of a batch, and batches have one order.

                \(MasterOptions.help)

                Examples:
                  createdb master
                  ipf master init --master postgresql://db.example.org/master --writer feeds --reader desk
                  ipf master load all.ipf.gz --source exchange
                  ipf master follow localhost:8080 --source vendor
                  ipf master build -o all.ipfc
                  ipf master show META --history
                  ipf master segment /srv/segments
                """,
            subcommands: [
                MasterInitCommand.self, MasterLoadCommand.self, MasterFollowCommand.self, MasterBuildCommand.self,
                MasterLogCommand.self, MasterShowCommand.self, MasterDiffCommand.self, MasterPolicyCommand.self,
                MasterExplainCommand.self, MasterSegmentCommand.self, MasterGrantCommand.self, MasterVerifyCommand.self,
            ])
    }

    /// The option for the store, common to all subcommands.
    struct MasterOptions: ParsableArguments {
        static let help = """
            The store is the one of --master URL, postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full, and what the URL \
            doesn't say comes from where all programs of PostgreSQL take it: PGHOST, PGDATABASE, PGUSER and others, a service file \
            (PGSERVICE), passwords from ~/.pgpass or PGPASSWORD. No password is ever printed.
            """

        @Option(
            help: ArgumentHelp("The store. (default: that of PGHOST, PGDATABASE and so on)", valueName: "url"))
        var master: String?

        /// The store's address.
        ///
        /// - Throws: `MasterStoreError` if the URL is invalid.
        var address: MasterAddress {
            get throws { try master.map { try MasterAddress(parsing: $0) } ?? .environment }
        }
    }

    extension Failure {
        static func code(of error: MasterStoreError) -> Code {
            switch error.kind {
            case .invalidAddress: .usage
            case .invalidValue, .refused, .outOfHistory: .badInput
            default: .inputOutput
            }
        }
    }
#endif
