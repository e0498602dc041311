internal import Charting
internal import InstrumentCatalog

/// The minute bars of a synthetic day.
///
/// In regular sessions, the price walks from the open to the close. In earlier sessions it ends at the open, and in
/// later sessions it begins at the close.
struct MadeUpDay {
    let number: Int
    private let prices: SyntheticPrices
    private let sessions: [Trading.Session]
    /// The minute bars of each session.
    private var made: [[Candle]] = []

    init(_ number: Int, _ calendar: BarCalendar, _ prices: SyntheticPrices) {
        self.number = number
        self.prices = prices
        let all = ((try? calendar.schedule.day(number))?.sessions).map { Array($0) } ?? []
        sessions = all.filter { $0.isTrading && !$0.isEmpty }
        let isMain = sessions.map { calendar.mainSessions.accepts($0.type) }
        let firstMain = isMain.firstIndex(of: true) ?? 0
        let shape = prices.shape(number)
        let before = sessions.indices.filter { !isMain[$0] && $0 < firstMain }
        let after = sessions.indices.filter { !isMain[$0] && $0 >= firstMain }
        made = sessions.map { _ in [] }
        // A walk continues across all sessions of its kind, even if there are other sessions between them.
        fill(before, aside(shape.open, .before, leadsTo: true, shape), .before)
        fill(sessions.indices.filter { isMain[$0] }, shape, .walk)
        fill(after, aside(shape.close, .after, leadsTo: false, shape), .after)
    }

    /// Returns the number of minute bars of the sessions. The last bar of a session may be shorter than a minute.
    static func count(_ sessions: [Trading.Session]) -> Int { sessions.reduce(0) { $0 + count($1) } }

    private static func count(_ session: Trading.Session) -> Int {
        Int((session.end.milliseconds - session.start.milliseconds + 59_999) / 60_000)
    }

    /// Returns the minute bars of a session that end at or before an instant.
    func minutes(of session: Trading.Session, until end: Instant) -> [Candle] {
        guard let place = sessions.firstIndex(of: session) else { return [] }
        if session.end <= end { return made[place] }
        return made[place].filter { $0.time + .seconds(60) <= end }
    }

    /// Returns the shape of trading outside of regular hours: prices near one price, and little volume.
    private func aside(
        _ price: Double, _ stream: SyntheticPrices.Stream, leadsTo: Bool, _ day: SyntheticPrices.Shape
    ) -> SyntheticPrices.Shape {
        let far = price * (1 + 0.004 * prices.signed(stream, number))
        let reach = 0.002 * price
        return SyntheticPrices.Shape(
            open: leadsTo ? far : price, high: max(price, far) + reach, low: min(price, far) - reach,
            close: leadsTo ? price : far, volume: (day.volume / 30).rounded())
    }

    /// Creates the minute bars of the sessions at `places` as one walk.
    private mutating func fill(_ places: [Int], _ shape: SyntheticPrices.Shape, _ stream: SyntheticPrices.Stream) {
        let count = Self.count(places.map { sessions[$0] })
        if count == 0 { return }
        let walk = Walk(count, shape, prices, seed: (number &* 4 &+ Int(stream.rawValue)) &* 100_003)
        var next = 0
        for place in places {
            let start = sessions[place].start
            made[place] = (0..<Self.count(sessions[place])).map { minute in
                prices.candle(start + .seconds(minute * 60), walk[next + minute])
            }
            next += Self.count(sessions[place])
        }
    }
}

/// A random walk of `count` minutes from an open to a close. It touches a high and a low, and stays between them.
///
/// It is a Brownian bridge, scaled to the largest deviation from the straight line that the two bounds allow.
private struct Walk {
    private let count: Int
    private let shape: SyntheticPrices.Shape
    private let prices: SyntheticPrices
    private let seed: Int
    /// The prices between the minutes, and at both ends.
    private var points: [Double] = []
    /// The indexes of the minutes that touch the high and the low.
    private var highest = 0
    private var lowest = 0
    /// Prefix sums of the weights by which minutes share the volume.
    private var weights: [Double] = [0]

    init(_ count: Int, _ shape: SyntheticPrices.Shape, _ prices: SyntheticPrices, seed: Int) {
        (self.count, self.shape, self.prices, self.seed) = (count, shape, prices, seed)
        var walk = [0.0]
        for minute in 0..<count {
            walk.append(walk[minute] + prices.signed(.walk, seed &+ minute))
            // Volume is highest at both ends of a day.
            let place = 2 * (Double(minute) + 0.5) / Double(count) - 1
            weights.append(weights[minute] + (0.4 + place * place) * (0.5 + prices.unit(.weight, seed &+ minute)))
        }
        // Compute the straight line from the open to the close, the walk's deviation from it, and the largest scale for
        // the deviation.
        var scale = Double.greatestFiniteMagnitude
        var steps: [(line: Double, off: Double)] = []
        for place in 1..<max(count, 1) {
            let part = Double(place) / Double(count)
            let line = shape.open + (shape.close - shape.open) * part
            let off = walk[place] - walk[count] * part
            if off > 0 { scale = min(scale, (shape.high - line) / off) }
            if off < 0 { scale = min(scale, (shape.low - line) / off) }
            steps.append((line, off))
        }
        points.append(shape.open)
        for (line, off) in steps { points.append(min(shape.high, max(shape.low, line + scale * off))) }
        points.append(shape.close)
        for minute in 0..<count {
            if max(points[minute], points[minute + 1]) > max(points[highest], points[highest + 1]) { highest = minute }
            if min(points[minute], points[minute + 1]) < min(points[lowest], points[lowest + 1]) { lowest = minute }
        }
    }

    /// The prices of a minute before rounding.
    subscript(minute: Int) -> SyntheticPrices.Shape {
        let (open, close) = (points[minute], points[minute + 1])
        let wick = (shape.high - shape.low) * 0.04
        let high = min(shape.high, max(open, close) + wick * prices.unit(.wick, seed &+ 2 &* minute))
        let low = max(shape.low, min(open, close) - wick * prices.unit(.wick, seed &+ 2 &* minute &+ 1))
        let (from, to) = (weights[minute] / weights[count], weights[minute + 1] / weights[count])
        return SyntheticPrices.Shape(
            open: open, high: minute == highest ? shape.high : high, low: minute == lowest ? shape.low : low,
            close: close, volume: (shape.volume * to).rounded() - (shape.volume * from).rounded())
    }
}
