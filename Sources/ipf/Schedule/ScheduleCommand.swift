import ArgumentParser

/// `ipf schedule`: answers queries about trading hours.
struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Query trading hours and calculate with trading time",
        discussion: """
            HOURS is a text of the field TRADING_HOURS, such as "BIST(tz=Asia/Istanbul;0=10001800)" or "NewYorkETH()", \
            a venue of the schedule defaults, such as XNYS, or its exchange, such as NYSE. With --catalog, it can also \
            be a symbol of that catalog. The case of names is ignored; standard error shows the name that was found.

            Times are on the venue's clock, with the abbreviation of the zone, or in UTC with --utc. "-" before a time \
            means the date before, and "+" the date after, as in TRADING_HOURS.

            \(StoredCatalogOptions.help)

            Examples:
              ipf schedule days "BIST(tz=Asia/Istanbul;0=10001800)" 2026-01-01 2026-01-31
              ipf schedule sessions XNYS 2026-07-02
              ipf schedule at "NewYorkETH()" "2026-07-02 09:30" --format json
              ipf schedule next --catalog all.ipfc AAPL now --filter regular
              ipf schedule bars XNYS 2026-07-02 2026-07-03 --every 30m
              ipf schedule between XNYS "2026-07-02 15:00" "2026-07-06 10:00"
              ipf schedule add XNYS "2026-07-02 15:30" 90m
              ipf schedule offset XNYS 2026-07-02 3
              ipf schedule settle XNYS 2026-11-25 --plus 1
              ipf schedule compare XNYS "20261127:0930-20261127:1300"
              ipf schedule sessions AAPL 2026-03-20 --catalog master: --as-of 2026-03-20
              ipf schedule venues --defaults defaults.properties
              ipf schedule explain "NewYorkETH()" 2026-07-03
              ipf schedule days --batch questions.tsv --defaults defaults.properties
            """,
        subcommands: [
            ScheduleDaysCommand.self, ScheduleSessionsCommand.self, ScheduleAtCommand.self, ScheduleNextCommand.self,
            ScheduleBarsCommand.self, ScheduleBetweenCommand.self, ScheduleAddCommand.self, ScheduleOffsetCommand.self,
            ScheduleSettleCommand.self, ScheduleCompareCommand.self, ScheduleLegsCommand.self,
            ScheduleVenuesCommand.self,
            ScheduleExplainCommand.self, ScheduleQueryCommand.self, ScheduleDefaultsCommand.self,
        ])
}
