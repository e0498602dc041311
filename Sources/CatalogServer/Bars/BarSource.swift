internal import Charting
internal import InstrumentCatalog

/// Bars of one instrument and resolution, by their times.
protocol BarSource {
    var resolution: BarResolution { get }

    /// The bars whose times are in an interval, in order; a bar is the same whatever interval it is asked with.
    ///
    /// - Parameter limit: once there are more, the rest may be left out.
    func bars(in interval: Range<Instant>, limit: Int) throws(BarFault) -> [Candle]

    /// The time of the last bar before an instant; `nil` where there is none.
    func lastTime(before instant: Instant) throws(BarFault) -> Instant?
}

extension BarSource {
    /// The last bars before an instant, in order; fewer where there are no more.
    func bars(last count: Int, before end: Instant) throws(BarFault) -> [Candle] {
        var pieces: [[Candle]] = []
        var found = 0
        var end = end
        var window = resolution.usualLength * count
        while found < count {
            let start = end - window
            let piece = try bars(in: start..<end, limit: .max)
            found += piece.count
            if piece.isEmpty {
                // Over a gap in one step, however long it is.
                guard let time = try lastTime(before: start) else { break }
                end = time + .milliseconds(1)
            } else {
                pieces.append(piece)
                end = start
                if piece.count < count / 4 { window *= 2 }
            }
        }
        return Array(pieces.reversed().joined().suffix(count))
    }
}

extension Candle {
    /// Takes what came after it into one bar with it.
    mutating func extend(by next: Candle) {
        high = max(high, next.high)
        low = min(low, next.low)
        close = next.close
        volume += next.volume
    }
}

/// Why bars can't be told.
struct BarFault: Error, Hashable, CustomStringConvertible {
    /// The name of the file, without its folder.
    let file: String
    /// The place; `nil` where the file as a whole is wrong.
    var line: Int?
    var column = 1
    /// What was found, and what was expected.
    let reason: String

    /// `AAPL-5.csv, line 3, column 12: found “abc”, expected …`
    var description: String {
        line.map { "\(file), line \($0), column \(column): \(reason)" } ?? "\(file): \(reason)"
    }
}
