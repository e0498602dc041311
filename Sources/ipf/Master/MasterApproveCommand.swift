#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master approve`: puts proposed overrides in force.
    struct MasterApproveCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "approve",
            abstract: "Approve or reject proposed overrides",
            discussion: """
                Puts the proposals of ipf master override --propose in force, as one batch. Another person must approve \
                than the one who proposed: the persons are those of --by, else the roles. With the line "approve \
                overrides" of the policy, the roles must differ, too. The server checks both.

                --reject ends proposals instead, also one's own. It withdraws overrides that are in force or pending.

                It requires the owner or a role of ipf master grant ROLE --overrides.

                \(MasterOptions.help)

                Examples:
                  ipf master approve 17 --by bob
                  ipf master approve 17 18 --reject --reason "the exchange has corrected it"
                """)

        @Argument(help: ArgumentHelp("The numbers of ipf master overrides.", valueName: "id"))
        var ids: [Int]

        @Flag(help: "End the proposals or overrides.")
        var reject = false

        @Flag(help: "Print the result as a JSON object.")
        var json = false

        @OptionGroup var author: AuthorOptions
        @OptionGroup var master: MasterOptions

        func run() throws {
            try MasterReading.run(master) { connection in
                connection.author = author.author
                let done = reject ? try connection.withdrawOverrides(ids) : try connection.approveOverrides(ids)
                let state = reject ? "ended" : try OverrideReport.state(of: done, proposes: false, connection)
                try OverrideReport.write(done, state, connection, json: json)
            }
        }
    }
#endif
