import ArgumentParser
import CatalogAnswers
import InstrumentCatalog

/// The common options of commands about trading hours.
struct ScheduleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A catalog or a master; HOURS can then be one of its symbols.", valueName: "file"))
    var catalog: String?

    @OptionGroup var stored: StoredCatalogOptions

    @Option(help: ArgumentHelp("The venue, if the hours name several; the first by default."))
    var venue: String?

    @Option(
        help: ArgumentHelp(
            "Add overnight sessions, such as 20:00 to 4:00 in New York; each belongs to the day on which it ends.",
            valueName: "overnight"))
    var with: AddedSessions?

    @OptionGroup var defaults: ScheduleDefaultsOptions

    @Flag(help: "Fail if an answer has days whose holidays are unknown.")
    var strictCoverage = false

    @Flag(help: "Write times in UTC.")
    var utc = false

    @Option(help: "The output format; json has times in UTC, in ISO 8601.")
    var format: AnswerFormat = .text

    func validate() throws {
        if catalog == nil, stored.asOf != nil { throw ValidationError("--as-of requires --catalog.") }
    }

    /// Opens the catalog and the defaults in which names are looked up. Call it once for any number of queries.
    func names() throws -> ScheduleNames {
        ScheduleNames(
            catalog: try catalog.map { try stored.open($0) }, defaults: try defaults.load(), venue: venue, with: with)
    }

    /// Returns the schedule that a name denotes, and prints the schedule's warnings.
    func schedule(_ subject: String) throws -> Trading.Schedule { try names().schedule(subject) }

    /// Returns the clock for input and output of times.
    func clock(_ schedule: Trading.Schedule) -> VenueClock { VenueClock(zone: utc ? .utc : schedule.zone) }

    /// Warns if an answer contains days with unknown holidays. With `--strict-coverage`, throws an error instead.
    func noteCoverage(_ schedule: Trading.Schedule, isBeyond isBeyondCoverage: Bool) throws {
        try Self.noteCoverage(schedule, isBeyond: isBeyondCoverage, isStrict: strictCoverage)
    }

    static func noteCoverage(_ schedule: Trading.Schedule, isBeyond: Bool, isStrict: Bool) throws {
        guard isBeyond, let days = schedule.coverage else { return }
        let message = "the holiday lists of \(schedule.venue) cover \(days.lowerBound) to \(days.upperBound)"
        if isStrict { throw Failure(.negativeAnswer, "\(message): the holidays of other days are unknown") }
        StandardError.warn("\(message): other days may have holidays that are not listed")
    }
}

/// The kinds of sessions that can be added to the sessions of trading hours.
enum AddedSessions: String, ExpressibleByArgument, CaseIterable {
    case overnight
}

/// The catalog and the defaults for look-ups of trading hours. A name is the text of the hours, a venue, an exchange
/// or, with a catalog, a symbol.
struct ScheduleNames {
    /// The help of the argument that names trading hours.
    static let help = """
        Trading hours, such as "BIST(tz=Asia/Istanbul;0=10001800)", or a venue or exchange, such as XNYS or NYSE; with \
        --catalog, also a symbol.
        """

    /// The catalog for symbols; `nil` for none.
    let catalog: Catalog?
    let defaults: ScheduleDefaults
    /// The venue, if the hours have several; `nil` for the first one.
    var venue: String?
    /// The sessions to add to the sessions of the hours; `nil` to add none.
    var with: AddedSessions?

    /// Returns the schedule that a name denotes, and prints the schedule's warnings.
    func schedule(_ name: String) throws -> Trading.Schedule {
        let hours = try hours(name)
        var schedule = try hours.schedule(venue: venue, defaults: defaults)
        if with == .overnight {
            guard let found = try hours.overnight(schedule, in: catalog, defaults: defaults) else {
                throw Failure(.negativeAnswer, "\(hours.noOvernight)")
            }
            schedule = found
        }
        for warning in schedule.warnings { StandardError.warn("\(lines: warning)") }
        return schedule
    }

    /// Returns the hours that a name denotes. If a similar name is used instead, this is reported on standard error.
    func hours(_ name: String) throws -> NamedHours {
        do throws(HoursMiss) {
            let found = try NamedHours.find(name, in: catalog, defaults: defaults)
            CatalogSubject.noteName(found.name, for: name)
            return found
        } catch {
            CatalogSubject.noteName(error.name, for: name)
            let advice: TerminalText = "; `ipf schedule venues` lists them; a symbol requires --catalog FILE"
            throw Failure(
                .negativeAnswer, "\(error.name): \(error.reason)\(catalog == nil && error.near.isEmpty ? advice : "")")
        }
    }
}

extension Trading.SessionFilter {
    /// Parses a filter for sessions from an argument.
    static func argument(_ word: String) throws -> Trading.SessionFilter {
        guard let filter = Trading.SessionFilter(word: word) else {
            throw ValidationError("\"\(word)\" is not a kind of session, expected \(words).")
        }
        return filter
    }
}
