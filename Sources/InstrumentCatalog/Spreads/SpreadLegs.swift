internal import Scanning

/// A spread with the instruments of its legs, and what these have in common: the hours in which all of them trade, and the price step of
/// the whole.
///
/// ```swift
/// let spread = try catalog.spreadLegs(of: "=2*AAPL-MSFT")
/// try spread.hours(in: monday..<friday, .regular)      // when both trade
/// try spread.priceStep                                 // 0.01
/// ```
///
/// The spread itself need not be in the catalog, its legs must. A profile of the spread may have hours and steps of its own; those are the
/// exchange's word on it, and these aren't asked for it.
public struct SpreadLegs: Sendable {
    /// The spread.
    public let spread: SpreadSymbol
    /// The instruments of `spread.legs`, in their order.
    public let instruments: [Instrument]

    /// When every leg is in a session that the filter accepts: stretches within an interval, ascending, neither empty nor touching each
    /// other. Sessions that follow one another without a pause are one stretch; a day's boundary is none.
    ///
    /// - Throws: `SpreadLegsError` where a leg has no trading hours, or none that can be read.
    /// - Complexity: O(sessions of all legs in the interval).
    public func hours(
        in interval: Range<Instant>, _ filter: Trading.SessionFilter = .trading
    ) throws(SpreadLegsError) -> [Range<Instant>] {
        var common = [interval].filter { !$0.isEmpty }
        for instrument in instruments {
            guard let schedule = instrument.schedule else {
                let reason = instrument.scheduleFault.map { "has trading hours that can't be read: \($0)" }
                throw SpreadLegsError(instrument.symbol, reason ?? "has no trading hours")
            }
            common = Self.common(common, Self.hours(of: schedule, in: interval, filter))
        }
        return common
    }

    private static func hours(
        of schedule: Trading.Schedule, in interval: Range<Instant>, _ filter: Trading.SessionFilter
    ) -> [Range<Instant>] {
        var hours: [Range<Instant>] = []
        for session in schedule.sessions(overlapping: interval, filter) {
            let (start, end) = (max(session.start, interval.lowerBound), min(session.end, interval.upperBound))
            if let last = hours.last, last.upperBound >= start {
                hours[hours.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                hours.append(start..<end)
            }
        }
        return hours
    }

    /// What two lists of stretches share.
    private static func common(_ a: [Range<Instant>], _ b: [Range<Instant>]) -> [Range<Instant>] {
        var common: [Range<Instant>] = []
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            let shared = a[i].clamped(to: b[j])
            if !shared.isEmpty { common.append(shared) }
            if a[i].upperBound < b[j].upperBound { i += 1 } else { j += 1 }
        }
        return common
    }

    /// The step on which every price of the spread lies when each leg has a price of its own steps: the greatest common divisor of each
    /// leg's ratio times its increments, of all its ranges of price. Steps of 0.25 and ratios of 1 and −1 give 0.25; 0.01 for two and 0.05 for
    /// one 0.01. `nil` where a leg has no rule, or the divisor needs more than 15 digits.
    ///
    /// - Throws: `SpreadLegsError` where a leg's price steps can't be read.
    /// - Complexity: O(ranges of all legs).
    package var priceStep: Double? {
        get throws(SpreadLegsError) {
            var steps: [ExactDecimal] = []
            for (leg, instrument) in zip(spread.legs, instruments) {
                let rules: PriceIncrements
                do throws(GrammarError) { rules = try instrument.priceRules } catch {
                    throw SpreadLegsError(instrument.symbol, "has price steps that can't be read: \(error)")
                }
                for (place, number) in rules.numbers.enumerated() where place % 2 == 0 {
                    guard number > 0, let ratio = ExactDecimal(leg.ratio.magnitude), let step = ExactDecimal(number),
                        let product = ratio.multiplied(by: step)
                    else { return nil }
                    steps.append(product)
                }
            }
            return ExactDecimal.greatestCommonDivisor(steps)
        }
    }
}

/// Why the legs of a spread have no common answer.
public struct SpreadLegsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The leg, or the spread where it can't be read.
    public let symbol: String
    /// What is wrong with it.
    public let reason: String

    init(_ symbol: String, _ reason: String) {
        self.symbol = symbol
        self.reason = reason
    }

    /// The symbol and the reason.
    public var description: String { "\(symbol): \(reason)" }
}

extension Catalog {
    /// A spread with the instruments of its legs.
    ///
    /// - Parameter defaults: what their trading hours lean on.
    /// - Throws: `SpreadLegsError` where the text is no spread's symbol, has no legs that are left, or the catalog lacks one of them: the
    ///   first such leg.
    /// - Complexity: that of a look-up for each leg.
    public func spreadLegs(
        of symbol: String, defaults: ScheduleDefaults = .bundled
    ) throws(SpreadLegsError) -> SpreadLegs {
        let spread: SpreadSymbol
        do throws(GrammarError) { spread = try SpreadSymbol(symbol) } catch {
            throw SpreadLegsError(symbol, "no spread's symbol: \(error.reason)")
        }
        if spread.legs.isEmpty { throw SpreadLegsError(symbol, "its legs cancel each other out") }
        var instruments: [Instrument] = []
        for leg in spread.legs {
            guard let instrument = instrument(leg.symbol, defaults: defaults) else {
                throw SpreadLegsError(leg.symbol, "a leg of \(symbol) that isn't in the catalog")
            }
            instruments.append(instrument)
        }
        return SpreadLegs(spread: spread, instruments: instruments)
    }
}
