#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master grant`: allows a role to load sources or to override fields.
    struct MasterGrantCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grant",
            abstract: "Allow a role to load sources, or to override fields",
            discussion: """
                With --source, the role may load and follow these sources, in addition to those granted before. It may \
                neither load others nor set policies. Without --source, it may load every source and set policies, as \
                after ipf master init --writer. With --overrides, it may override fields instead: propose, approve and \
                withdraw, and assign and resolve exceptions (ipf master exceptions), but not load. Only the owner of \
                the master can grant. The role must exist on the server.

                A role never writes the tables directly: every change is a batch, which ipf master log shows with the \
                role's name.

                \(MasterOptions.help)

                Examples:
                  ipf master grant feeds --source vendor
                  ipf master grant night --source exchange --source vendor
                  ipf master grant operators
                  ipf master grant stewards --overrides
                """)

        @Argument(help: ArgumentHelp("A role of the server.", valueName: "role"))
        var role: String

        @Option(help: ArgumentHelp("A source that the role may load; can be repeated.", valueName: "name"))
        var source: [String] = []

        @Flag(help: "Allow the role to override fields.")
        var overrides = false

        @OptionGroup var master: MasterOptions

        func validate() throws {
            if overrides, !source.isEmpty { throw ValidationError("--overrides can't be combined with --source.") }
        }

        func run() throws {
            let connection = try MasterConnection(try master.address)
            if overrides {
                try connection.grantOverrides(to: role)
                return try Answer.write("\(connection.store): \(role) may override fields\n" as TerminalText)
            }
            try connection.grant(to: role, sources: source)
            let names = source.isEmpty ? "every source" : source.joined(separator: ", ")
            try Answer.write("\(connection.store): \(role) may load \(names)\n" as TerminalText)
        }
    }
#endif
