#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master`: the instrument master in PostgreSQL.
    struct MasterCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "master",
            abstract: "Merge sources in PostgreSQL, with their history",
            discussion: """
                A master is a schema of a PostgreSQL database (version 15 or later). It stores the records of each \
                source, the golden records that result from them, and the history of both. Every change is part of a \
                batch. Batches are numbered in order.

                \(MasterOptions.help)

                Examples:
                  createdb master
                  ipf master init --master postgresql://db/master --writer feeds --reader desk
                  ipf master load all.ipf.gz --source exchange
                  ipf master follow localhost:8080 --source vendor
                  ipf master build -o all.ipfc
                  ipf master show META --history
                  ipf master segment /srv/segments
                """,
            subcommands: [
                MasterInitCommand.self, MasterLoadCommand.self, MasterFollowCommand.self, MasterBuildCommand.self,
                MasterLogCommand.self, MasterShowCommand.self, MasterDiffCommand.self, MasterPolicyCommand.self,
                MasterExplainCommand.self, MasterOverrideCommand.self, MasterApproveCommand.self,
                MasterOverridesCommand.self, MasterRulesCommand.self, MasterExceptionsCommand.self,
                MasterExpireCommand.self, MasterDeliverCommand.self, MasterSegmentCommand.self, MasterGrantCommand.self,
                MasterVerifyCommand.self,
            ])
    }

    /// The option for the store, which all subcommands have.
    struct MasterOptions: ParsableArguments {
        static let help = """
            --master URL names the master: postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full. What the URL \
            omits comes from the usual settings of PostgreSQL programs: PGHOST, PGDATABASE, PGUSER and other \
            variables, a service file (PGSERVICE), and passwords from ~/.pgpass or PGPASSWORD. Passwords are never \
            printed.
            """

        @Option(
            help: ArgumentHelp("The master. (default: from PGHOST, PGDATABASE and other variables)", valueName: "url"))
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
