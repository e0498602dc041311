import ArgumentParser
import InstrumentCatalog

/// What the questions about trading hours have in common.
struct ScheduleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A catalog: HOURS is a symbol of it then.", valueName: "file"))
    var catalog: String?

    @Option(help: ArgumentHelp("The venue to ask about, where the hours name several; the first by default."))
    var venue: String?

    @OptionGroup var defaults: ScheduleDefaultsOptions

    @Flag(help: "Write times in UTC.")
    var utc = false

    @Option(help: "text, or json: times in UTC, in ISO 8601.")
    var format: AnswerFormat = .text

    /// The schedule of the hours; its warnings are printed.
    func schedule(_ subject: String) throws -> Trading.Schedule {
        let hours = try catalog.map { try ScheduleSubject.hours(of: subject, in: $0) } ?? subject
        let defaults = try defaults.load()
        let schedule =
            try venue.map { try Trading.Schedule(hours, venue: $0, defaults: defaults) }
            ?? Trading.Schedule(hours, defaults: defaults)
        for warning in schedule.warnings { StandardError.warn("\(lines: warning)") }
        return schedule
    }

    /// The clock that times are written by.
    func clock(_ schedule: Trading.Schedule) -> VenueClock { VenueClock(zone: utc ? .utc : schedule.zone) }

    /// Warns where an answer has dates after the end of the holiday lists.
    static func noteCoverage(_ schedule: Trading.Schedule, _ isBeyondCoverage: Bool) {
        guard isBeyondCoverage, let end = schedule.coverageEnd else { return }
        StandardError.warn("the holiday lists end on \(end): later days may have holidays that are not in them")
    }
}

/// Trading hours given as a symbol of a catalog.
enum ScheduleSubject {
    static func hours(of symbol: String, in catalog: String) throws -> String {
        let hours = try CatalogSubject.profile(symbol, in: catalog).tradingHours
        if hours.isEmpty { throw Failure(.no, "\(symbol): the catalog has no trading hours for it") }
        return hours
    }
}

extension Trading.SessionFilter {
    /// A filter from an argument.
    static func argument(_ word: String) throws -> Trading.SessionFilter {
        guard let filter = Trading.SessionFilter(word: word) else {
            throw ValidationError("\"\(word)\" is no kind of session, expected \(words).")
        }
        return filter
    }
}
