internal import CatalogAnswers
internal import Essentials
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// The schedule that a request is about.
struct ScheduleSubject {
    /// The symbol, or the venue that was requested instead of a symbol.
    let symbol: String
    private(set) var schedule: Trading.Schedule
    let venues: [String]

    /// Creates the subject for a symbol or, if the catalog has no such symbol, for a venue or exchange.
    ///
    /// - Throws: `Problem` if the name is unknown, or has no valid trading hours.
    init(_ context: RouteContext) throws(Problem) {
        try self.init(try context.symbol, context.snapshot, venue: context.query["venue"])
        if let sessions = context.query["with"] { try add(sessions, context.snapshot) }
    }

    /// Adds the sessions that `with` names.
    private mutating func add(_ sessions: String, _ snapshot: ServedSnapshot) throws(Problem) {
        guard sessions == "overnight" else {
            throw .unexpected("with", sessions, Problem.Expected.overnight)
        }
        let (view, defaults) = (snapshot.view, snapshot.defaults)
        guard let named = NamedHours(symbol, in: view, defaults: defaults) else { return }
        let found: Trading.Schedule?
        do throws(GrammarError) {
            found = try named.overnight(schedule, in: view, defaults: defaults)
        } catch {
            throw .noOvernightHours(symbol, error)
        }
        guard let found else { throw Problem(.notFound, sentence: named.noOvernight) }
        schedule = found
    }

    /// Creates the subject for a name.
    ///
    /// - Parameters:
    ///   - asked: A symbol, a venue or an exchange.
    ///   - snapshot: The state to answer from.
    ///   - venueText: The venue to use, if the trading hours have several; `nil` for the first one.
    /// - Throws: `Problem` if the name is unknown, or has no valid trading hours.
    init(_ asked: String, _ snapshot: ServedSnapshot, venue venueText: String? = nil) throws(Problem) {
        let (view, defaults) = (snapshot.view, snapshot.defaults)
        // `NamedHours` also accepts a definition of hours, but an address must not contain one.
        guard let named = NamedHours(asked, in: view, defaults: defaults), named.kind != .hours else {
            throw Self.unknown(asked, view, defaults)
        }
        let (symbol, hours) = (named.name, named.text)
        guard !hours.isEmpty else {
            throw .noHours(symbol)
        }
        let entry = snapshot.schedules.entry(hours)
        self.symbol = symbol
        venues = entry.venues
        do throws(GrammarError) {
            if venueText == nil, let known = entry.schedule {
                schedule = known
            } else {
                schedule = try named.schedule(venue: venueText, defaults: defaults)
            }
        } catch {
            let venue = venueText.map { defaults.venueName($0, in: hours) }
            if let venue, !venues.contains(venue) {
                throw .noHours(symbol, on: venue, venues: venues)
            }
            throw .unreadableHours(symbol, venue: venue, error)
        }
    }

    /// Returns the problem for a name that is neither a symbol nor a venue, with similar names.
    private static func unknown(_ name: String, _ view: Catalog, _ defaults: ScheduleDefaults) -> Problem {
        let problem = Problem.unknown(name, view)
        let venues = NearestNames.find(name, among: defaults.venueNames)
        if !problem.suggestions.isEmpty || problem.wasRemoved || venues.isEmpty { return problem }
        return .unknownVenue(name, near: venues)
    }

    /// Returns the requested days by number; by default seven days from today on the venue's clock.
    ///
    /// - Throws: `Problem` if there are no days, or more than `dayLimit`.
    func dayNumbers(_ query: QueryParameters) throws(Problem) -> ClosedRange<Int> {
        let from = try query.date("from", default: schedule.zone.date(at: Instant(Date())))
        let to = try query.date("to", default: CalendarDate(dayNumber: from.dayNumber + 6))
        let count = to.dayNumber - from.dayNumber + 1
        guard (1...Self.dayLimit).contains(count) else {
            throw .dayCount(from, to, count, atMost: Self.dayLimit)
        }
        return from.dayNumber...to.dayNumber
    }

    /// The maximum number of days in a query.
    static let dayLimit = 400

    /// Runs a query of the schedule.
    ///
    /// - Throws: `Problem` for a date out of the range of schedules.
    func ask<Answer>(_ question: (Trading.Schedule) throws(Trading.RangeError) -> Answer) throws(Problem) -> Answer {
        do throws(Trading.RangeError) { return try question(schedule) } catch {
            throw Problem(.badRequest, "\(error).")
        }
    }

    /// - Throws: `Problem` for a date out of the range of schedules.
    func day(_ number: Int) throws(Problem) -> Trading.Day {
        try ask { (schedule) throws(Trading.RangeError) in try schedule.day(number) }
    }

    /// Writes the members that begin every answer about a schedule.
    func writeHead(to json: inout JSONWriter) {
        json.member("symbol", symbol)
        json.member("venue", schedule.venue)
        json.member("zone", schedule.zone.id)
    }
}

extension QueryParameters {
    /// Returns an instant: ISO 8601 with `Z` or an offset, or seconds since 1970.
    func instant(_ name: String, default value: Instant? = nil) throws(Problem) -> Instant {
        if let value, self[name] == nil { return value }
        let text = try required(name, Problem.Expected.instant)
        // `now` and times without a zone aren't accepted, because the answer of an address must not depend on the time
        // or place of the request.
        if let instant = MomentText(text, digits: .seconds)?.instant, instant.hasFourDigitYear { return instant }
        throw .unexpected(name, text, Problem.Expected.instant)
    }

    func date(_ name: String, default value: CalendarDate) throws(Problem) -> CalendarDate {
        guard let text = self[name] else { return value }
        return try FilterParameters.date(name, text)
    }

    func sessionFilter(default value: Trading.SessionFilter = .trading) throws(Problem) -> Trading.SessionFilter {
        guard let text = self["filter"] else { return value }
        if let filter = Trading.SessionFilter(word: text) { return filter }
        throw Problem.unexpected("filter", text, Trading.SessionFilter.words)
    }
}

extension Instant {
    /// Whether ISO 8601 can represent the instant with a four-digit year.
    var hasFourDigitYear: Bool { (-62_167_219_200..<253_402_300_800).contains(seconds) }
}
