#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master expire`: begins and ends overrides whose beginning (`--valid-from`) or end (`--until`) has passed.
    struct MasterExpireCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "expire",
            abstract: "Begin and end the overrides whose time has come",
            discussion: """
                Puts pending overrides in force whose --valid-from has come, and ends overrides and proposals whose \
                --until has passed, as one batch; without such, it writes nothing. Run it every few minutes: systemctl \
                enable --now ipf-master-expire@NAME.timer of the Debian package does so. Until then, ipf master \
                overrides shows them as overdue.

                It requires the owner or a role of ipf master grant ROLE --overrides.

                \(MasterOptions.help)

                Examples:
                  ipf master expire
                """)

        @Flag(help: "Print the result as a JSON object.")
        var json = false

        @OptionGroup var author: AuthorOptions
        @OptionGroup var master: MasterOptions

        func run() throws {
            try MasterReading.run(master) { connection in
                connection.author = author.author
                try OverrideReport.write(try connection.expireOverrides(), "expired", connection, json: json)
            }
        }
    }
#endif
