internal import Charting
internal import InstrumentCatalog
internal import Scanning

/// What an instrument without prices is worth on each date: numbers that its symbol alone decides.
struct SyntheticPrices: Sendable {
    private let increments: PriceIncrements
    private let seed: UInt64
    /// What it is worth about.
    private let base: Double
    let hasVolume: Bool
    /// What is traded on a usual day.
    private let usualVolume: Double

    init(_ symbol: String, _ increments: PriceIncrements, hasVolume: Bool) {
        seed = ByteHash.hash(symbol.utf8Span.span)
        self.hasVolume = hasVolume
        self.increments = increments.increment(at: 100) > 0 ? increments : Self.cents
        // A step is a small part of a price: some ten thousand steps make one.
        let steps = 10_000 * Self.power(of: Self.part(seed, .base, 0), upTo: 12)
        base = self.increments.increment(at: 100) * steps
        usualVolume = 20_000 * Self.power(of: Self.part(seed, .volume, 0), upTo: 500)
    }

    private static let cents = try! PriceIncrements("0.01")

    // MARK: Days

    /// A day's prices before they are rounded to steps.
    struct Shape {
        var open, high, low, close: Double
        var volume: Double
    }

    func shape(_ number: Int) -> Shape {
        // Days open near where the date before closed: over a weekend or a holiday, at a distance.
        let open = value(number - 1) * (1 + 0.002 * signed(.gap, number))
        let close = value(number)
        let reach = (open - close).magnitude * 0.3
        return Shape(
            open: open,
            high: max(open, close) + (reach + 0.008 * open) * unit(.high, number),
            low: min(open, close) - (reach + 0.008 * open) * unit(.low, number), close: close,
            volume: (usualVolume * (0.4 + 1.2 * unit(.volume, number))).rounded())
    }

    /// The bar of a whole day.
    func day(_ number: Int) -> Candle { candle(BarCalendar.midnight(number), shape(number)) }

    /// A bar of such prices, rounded to steps.
    func candle(_ time: Instant, _ shape: Shape) -> Candle {
        Candle(
            time: time, open: step(shape.open), high: step(shape.high), low: step(shape.low), close: step(shape.close),
            volume: hasVolume ? shape.volume : 0)
    }

    private func step(_ price: Double) -> Double { increments.round(price) }

    /// Waves of a year, a season, some days and one day.
    private func value(_ number: Int) -> Double {
        let swing =
            0.25 * wave(.year, number, 367) + 0.12 * wave(.season, number, 83) + 0.04 * wave(.fortnight, number, 13)
            + 0.015 * wave(.days, number, 3) + 0.008 * signed(.day, number)
        return base * (1 + swing)
    }

    /// Random values every so many dates, −1…1, joined smoothly.
    private func wave(_ stream: Stream, _ number: Int, _ length: Int) -> Double {
        let index = number >= 0 ? number / length : (number - length + 1) / length
        let part = Double(number - index * length) / Double(length)
        let (a, b) = (signed(stream, index), signed(stream, index + 1))
        return a + (b - a) * part * part * (3 - 2 * part)
    }

    // MARK: Random numbers

    /// What a number is for: each has its own sequence.
    enum Stream: UInt64 {
        case base = 1, volume, gap, high, low, year, season, fortnight, days, day, before, after, walk, wick, weight
    }

    /// 0…1, evenly.
    func unit(_ stream: Stream, _ number: Int) -> Double { Self.part(seed, stream, number) }

    /// −1…1, evenly.
    func signed(_ stream: Stream, _ number: Int) -> Double { 2 * unit(stream, number) - 1 }

    /// SplitMix64 at one place of its sequence.
    private static func part(_ seed: UInt64, _ stream: Stream, _ number: Int) -> Double {
        let start = seed ^ stream.rawValue &* 0xD6E8_FEB8_6659_FD93
        let state = start &+ UInt64(bitPattern: Int64(number)) &* SplitMix64.increment
        return Double(SplitMix64.number(of: state) >> 11) / 9_007_199_254_740_992
    }

    /// 1…`limit`, most of it low.
    private static func power(of part: Double, upTo limit: Double) -> Double { 1 + (limit - 1) * part * part }
}
