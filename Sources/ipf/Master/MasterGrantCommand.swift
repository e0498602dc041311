#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master grant`: allows a role to load sources.
    struct MasterGrantCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grant",
            abstract: "Let a role load sources: all of them, or only those that are named.",
            discussion: """
                With --source the role may load and follow these sources beside those that were granted before, and no other one; it \
                sets no policy. Without --source it may load every source and set policies, as after ipf master init --writer. Only \
                the owner of the store may grant. The role must exist on the server.

                A role never writes the tables itself: every change is a batch, which ipf master log shows with the role's name.

                \(MasterOptions.help)

                Examples:
                  ipf master grant feeds --source vendor
                  ipf master grant night --source exchange --source vendor
                  ipf master grant operators
                """)

        @Argument(help: ArgumentHelp("A role of the server.", valueName: "role"))
        var role: String

        @Option(help: ArgumentHelp("A source that the role may load; may be given again.", valueName: "name"))
        var source: [String] = []

        @OptionGroup var master: MasterOptions

        func run() throws {
            let connection = try MasterConnection(try master.address)
            try connection.grant(to: role, sources: source)
            let names = source.isEmpty ? "every source" : source.joined(separator: ", ")
            try Answer.write("\(connection.store): \(role) may load \(names)\n" as TerminalText)
        }
    }
#endif
