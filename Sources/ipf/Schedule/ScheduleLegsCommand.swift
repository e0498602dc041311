import ArgumentParser
import InstrumentCatalog
import Scanning

/// `ipf schedule legs`: prints the hours and the price increment that the legs of a spread have in common.
struct ScheduleLegsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "legs", abstract: "Show when all legs of a spread trade",
        discussion: """
            The spread is written as a sum of legs. The legs must be in the catalog; the spread need not be. Its hours \
            are the times at which every leg is in one of the --filter sessions, with dates and times on the first \
            leg's clock. Its price increment is the greatest common divisor of the increments of its legs, each \
            multiplied by the leg's ratio. If the spread has a profile with its own hours and increments, ipf lookup \
            and the other subcommands of ipf schedule show these.

            The exit code is 1 if a leg is missing or has no hours, or if the legs never trade together on these \
            dates. It is 3 if the text is not the symbol of a spread.

            Examples:
              ipf schedule legs "=/ESZ26:XCME-/ESH27:XCME" 2026-11-23 --catalog all.ipfc
              ipf schedule legs "=2*AAPL-MSFT" 2026-11-27 --catalog all.ipfc --format json
            """)

    @Argument(help: "The spread's symbol.")
    var spread: String

    @Argument(help: "The first date.")
    var first: String

    @Argument(help: "The last date; the first one by default.")
    var last: String?

    @Option(help: "The sessions to include: \(Trading.SessionFilter.words).", transform: Trading.SessionFilter.argument)
    var filter: Trading.SessionFilter = .trading

    @OptionGroup var options: ScheduleOptions

    func validate() throws {
        if options.catalog == nil { throw ValidationError("legs requires --catalog, which contains the spread.") }
        if options.venue != nil { throw ValidationError("--venue can't be combined with legs.") }
        if options.with != nil { throw ValidationError("--with can't be combined with legs.") }
    }

    func run() throws {
        guard let path = options.catalog else { return }
        // Parse the symbol first, to report errors with their position in the text.
        _ = try SpreadSymbol(spread)
        let catalog = try options.stored.open(path)
        let defaults = try options.defaults.load()
        do {
            let legs = try catalog.spreadLegs(of: spread, defaults: defaults)
            let step = try legs.priceStep
            // `hours` reports a leg without trading hours.
            let clock = VenueClock(zone: options.utc ? .utc : legs.instruments[0].schedule?.zone ?? .utc)
            let dates = try clock.dates(first, last)
            let start = clock.zone.instant(on: dates.lowerBound, second: 0)
            let end = clock.zone.instant(on: dates.upperBound, second: 86_400)
            let hours = try legs.hours(in: start..<end, filter)
            try write(legs, step: step, hours: hours, by: clock)
            if hours.isEmpty {
                throw Failure(
                    .negativeAnswer,
                    "\(spread): its legs never trade together from \(dates.lowerBound) to \(dates.upperBound)")
            }
        } catch let error as SpreadLegsError {
            throw Failure(.negativeAnswer, "\(lines: error)")
        }
    }

    private func write(
        _ legs: SpreadLegs, step: Double?, hours: [Range<Instant>], by clock: VenueClock
    ) throws {
        switch options.format {
        case .json:
            try Answer.writeJSON {
                $0.object { json in
                    json.member("spread", legs.spread.text)
                    json.member("legs", objects: legs.spread.legs) { json, leg in
                        json.member("symbol", leg.symbol)
                        json.member("ratio", leg.ratio)
                    }
                    json.key("priceStep")
                    if let step { json.number(step) } else { json.null() }
                    json.member("hours", objects: hours) { json, stretch in
                        json.member("start", stretch.lowerBound.description)
                        json.member("end", stretch.upperBound.description)
                    }
                }
            }
        case .text:
            var head = TextTable([.left, .left])
            for leg in legs.spread.legs { head.add("Leg", "\(DecimalNumber.format(leg.ratio)) \(leg.symbol)") }
            head.add("Price increment", step.map { DecimalNumber.format($0) } ?? "none")
            var table = TextTable(header: ["FROM", "TO"])
            for stretch in hours {
                table.add(clock.dateAndTime(stretch.lowerBound), clock.dateAndTime(stretch.upperBound))
            }
            try Answer.write(head.text())
            if !hours.isEmpty { try Answer.write(table.text()) }
        }
    }
}
