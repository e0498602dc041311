import ArgumentParser

/// `ipf schedule query`: answers many queries about trading hours.
struct ScheduleQueryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Answer a file of questions about sessions and days",
        discussion: """
            Each line is a question with columns separated by tabs: hours, operation, argument and, for some \
            operations, a filter. It is printed with its answer as an additional column: "none" if there is none, "!" \
            for invalid hours.

              session, day         a time in seconds since 1970
              nearest, next, prev  a time; ANY, TRADING, NON_TRADING, NO_TRADING,
                                   PRE_MARKET, REGULAR, AFTER_MARKET or OVERNIGHT
              nextday, prevday     YYYYMMDD; ANY, TRADING, NON_TRADING, HOLIDAY,
                                   SHORT_DAY, WEEK_DAY, WEEK_END or MONDAY … SUNDAY

            Examples:
              ipf schedule query --batch questions.tsv --defaults defaults.properties
            """)

    @OptionGroup var defaults: ScheduleDefaultsOptions

    @Option(help: ArgumentHelp("The file of questions; \"-\" is standard input.", valueName: "file"))
    var batch: String

    func run() throws { try ScheduleBatch.queries(try BatchFile(path: batch), try defaults.load()) }
}
