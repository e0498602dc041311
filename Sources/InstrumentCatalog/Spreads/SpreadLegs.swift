internal import Scanning

/// A spread with the instruments of its legs, from which the common trading hours and the price increment of the spread
/// are computed.
///
/// ```swift
/// let spread = try catalog.spreadLegs(of: "=2*AAPL-MSFT")
/// try spread.hours(in: monday..<friday, .regular)      // when both trade
/// try spread.priceStep                                 // 0.01
/// ```
///
/// The catalog must contain the legs, but need not contain the spread. A profile of the spread is ignored, although
/// hours and increments in it would come from the exchange.
public struct SpreadLegs: Sendable {
    /// The spread.
    public let spread: SpreadSymbol
    /// The instruments of `spread.legs`, in their order.
    public let instruments: [Instrument]

    /// Returns the periods within an interval in which every leg is in a session that the filter accepts. Periods are
    /// ascending, not empty and not adjacent.
    ///
    /// Consecutive sessions without a pause form one period, even across a day boundary.
    ///
    /// - Throws: `SpreadLegsError` if a leg has no trading hours, or hours that cannot be parsed.
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

    /// Returns the intersection of two lists of periods.
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

    /// The price increment of the spread, if each leg is priced in its own increments. The value is `nil` if a leg has
    /// no price increments, or if the result needs more than 15 digits.
    ///
    /// It is the greatest common divisor of all products of a leg's ratio and one of the leg's increments. Increments
    /// of 0.25 with ratios of 1 and −1 give 0.25. An increment of 0.01 with ratio 2 and an increment of 0.05 with ratio
    /// 1 give 0.01.
    ///
    /// - Throws: `SpreadLegsError` if a leg's price increments cannot be parsed.
    /// - Complexity: O(price ranges of all legs).
    package var priceStep: Double? {
        get throws(SpreadLegsError) {
            var steps: [ExactDecimal] = []
            for (leg, instrument) in zip(spread.legs, instruments) {
                let rules: PriceIncrements
                do throws(GrammarError) { rules = try instrument.priceRules } catch {
                    throw SpreadLegsError(instrument.symbol, "has price increments that can't be read: \(error)")
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

/// An error that occurs if no result can be computed for the legs of a spread.
public struct SpreadLegsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The symbol of the leg, or of the spread if the spread's symbol cannot be parsed.
    public let symbol: String
    /// The reason for the error.
    public let reason: String

    init(_ symbol: String, _ reason: String) {
        self.symbol = symbol
        self.reason = reason
    }

    /// The symbol and the reason.
    public var description: String { "\(symbol): \(reason)" }
}

extension Catalog {
    /// Returns a spread with the instruments of its legs.
    ///
    /// - Parameters:
    ///   - symbol: The symbol of the spread.
    ///   - defaults: The venues that the legs' trading hours refer to.
    /// - Throws: `SpreadLegsError` if the text is not a spread's symbol, if no legs remain, or if a leg is not in the
    ///   catalog.
    /// - Complexity: One look-up per leg.
    public func spreadLegs(
        of symbol: String, defaults: ScheduleDefaults = .bundled
    ) throws(SpreadLegsError) -> SpreadLegs {
        let spread: SpreadSymbol
        do throws(GrammarError) { spread = try SpreadSymbol(symbol) } catch {
            throw SpreadLegsError(symbol, "not a spread symbol: \(error.reason)")
        }
        if spread.legs.isEmpty { throw SpreadLegsError(symbol, "its legs cancel each other out") }
        var instruments: [Instrument] = []
        for leg in spread.legs {
            guard let instrument = instrument(leg.symbol, defaults: defaults) else {
                throw SpreadLegsError(leg.symbol, "not in the catalog, but a leg of \(symbol)")
            }
            instruments.append(instrument)
        }
        return SpreadLegs(spread: spread, instruments: instruments)
    }
}
