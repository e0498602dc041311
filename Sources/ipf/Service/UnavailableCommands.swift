#if !Service
    import ArgumentParser

    /// `ipf serve` in a build without the service.
    struct ServeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Serve a catalog over HTTP (not in this build)",
            discussion: LeftOut.help)

        @Argument(parsing: .allUnrecognized, help: .hidden) var arguments: [String] = []

        func run() throws { throw LeftOut.failure("serve") }
    }

    /// `ipf publish` in a build without the service.
    struct PublishCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "publish",
            abstract: "Serve profiles in IPF (not in this build)",
            discussion: LeftOut.help)

        @Argument(parsing: .allUnrecognized, help: .hidden) var arguments: [String] = []

        func run() throws { throw LeftOut.failure("publish") }
    }

    /// The commands that are missing in a build with `--traits CommandLine`.
    private enum LeftOut {
        static let help = "This build has no HTTP service. To include it, build with `make run`."

        static func failure(_ command: String) -> Failure {
            Failure(
                .usage,
                "ipf \(command): this build has no service; build it with `make run`, or with "
                    + "`swift build -c release --product ipf`")
        }
    }
#endif

#if !Master
    import ArgumentParser

    /// `ipf master` in a build without the master store.
    struct MasterCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "master",
            abstract: "Merge sources in PostgreSQL (not in this build)",
            discussion: "This build has no master. To include it, build with `make run`.")

        @Argument(parsing: .allUnrecognized, help: .hidden) var arguments: [String] = []

        func run() throws {
            throw Failure(
                .usage,
                "ipf master: this build has no master store; build it with `make run`, or with "
                    + "`swift build -c release --product ipf`")
        }
    }
#endif
