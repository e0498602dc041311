internal import Charting
internal import InstrumentCatalog
internal import Scanning

/// Synthetic prices of an instrument for each date, computed from its symbol and a typical price.
struct SyntheticPrices: Sendable {
    private let increments: PriceIncrements
    private let seed: UInt64
    /// The typical price.
    private let base: Double
    let hasVolume: Bool
    /// The typical volume of a day.
    private let usualVolume: Double

    /// - Parameter anchor: A date, and the approximate price on that date; `nil` if no price is known.
    init(
        _ symbol: String, _ increments: PriceIncrements, hasVolume: Bool, near anchor: (day: Int, price: Double)? = nil
    ) {
        seed = ByteHash.hash(symbol.utf8Span.span)
        self.hasVolume = hasVolume
        self.increments = increments.increment(at: 100) > 0 ? increments : Self.cents
        // The price should be ten thousand increments or more, so that an increment is a small part of it.
        let steps = 10_000 * Self.power(of: Self.part(seed, .base, 0), upTo: 12)
        usualVolume = 20_000 * Self.power(of: Self.part(seed, .volume, 0), upTo: 500)
        if let anchor, anchor.price > 0 {
            base = anchor.price / (1 + Self.swing(seed, anchor.day))
        } else {
            base = self.increments.increment(at: 100) * steps
        }
    }

    private static let cents = try! PriceIncrements("0.01")

    // MARK: Days

    /// The prices of a day before rounding to price increments.
    struct Shape {
        var open, high, low, close: Double
        var volume: Double
    }

    func shape(_ number: Int) -> Shape {
        // A day opens near the close of the previous date. That date has no bar if it is a weekend day or a holiday, so
        // the bars then show a gap.
        let open = value(number - 1) * (1 + 0.002 * signed(.gap, number))
        let close = value(number)
        let reach = (open - close).magnitude * 0.3
        return Shape(
            open: open,
            high: max(open, close) + (reach + 0.008 * open) * unit(.high, number),
            low: min(open, close) - (reach + 0.008 * open) * unit(.low, number), close: close,
            volume: (usualVolume * (0.4 + 1.2 * unit(.volume, number))).rounded())
    }

    /// Returns the bar of a whole day.
    func day(_ number: Int) -> Candle { candle(BarCalendar.midnight(number), shape(number)) }

    /// Returns a bar of these prices, rounded to price increments.
    func candle(_ time: Instant, _ shape: Shape) -> Candle {
        Candle(
            time: time, open: step(shape.open), high: step(shape.high), low: step(shape.low), close: step(shape.close),
            volume: hasVolume ? shape.volume : 0)
    }

    private func step(_ price: Double) -> Double { increments.round(price) }

    private func value(_ number: Int) -> Double { base * (1 + Self.swing(seed, number)) }

    /// Returns the relative distance of a date's price from the typical price: the sum of waves of a year, a season, a
    /// fortnight and three days, plus noise.
    private static func swing(_ seed: UInt64, _ number: Int) -> Double {
        0.25 * wave(seed, .year, number, 367) + 0.12 * wave(seed, .season, number, 83)
            + 0.04 * wave(seed, .fortnight, number, 13) + 0.015 * wave(seed, .days, number, 3)
            + 0.008 * signed(seed, .day, number)
    }

    /// Returns noise in −1…1: random values every `length` dates, interpolated by smoothstep.
    private static func wave(_ seed: UInt64, _ stream: Stream, _ number: Int, _ length: Int) -> Double {
        let index = number >= 0 ? number / length : (number - length + 1) / length
        let part = Double(number - index * length) / Double(length)
        let (a, b) = (signed(seed, stream, index), signed(seed, stream, index + 1))
        return a + (b - a) * part * part * (3 - 2 * part)
    }

    // MARK: Random numbers

    /// The purpose of a random number; each purpose has its own sequence.
    enum Stream: UInt64 {
        case base = 1, volume, gap, high, low, year, season, fortnight, days, day, before, after, walk, wick, weight
    }

    /// Returns a uniform random number in 0…1.
    func unit(_ stream: Stream, _ number: Int) -> Double { Self.part(seed, stream, number) }

    /// Returns a uniform random number in −1…1.
    func signed(_ stream: Stream, _ number: Int) -> Double { Self.signed(seed, stream, number) }

    private static func signed(_ seed: UInt64, _ stream: Stream, _ number: Int) -> Double {
        2 * part(seed, stream, number) - 1
    }

    /// Returns the number at position `number` of a SplitMix64 sequence, as a fraction in 0…1.
    private static func part(_ seed: UInt64, _ stream: Stream, _ number: Int) -> Double {
        let start = seed ^ stream.rawValue &* 0xD6E8_FEB8_6659_FD93
        let state = start &+ UInt64(bitPattern: Int64(number)) &* SplitMix64.increment
        return Double(SplitMix64.number(of: state) >> 11) / 9_007_199_254_740_992
    }

    /// Maps a number in 0…1 to 1…`limit`, so that low results are more frequent.
    private static func power(of part: Double, upTo limit: Double) -> Double { 1 + (limit - 1) * part * part }
}
