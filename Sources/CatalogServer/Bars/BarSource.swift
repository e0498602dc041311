internal import Charting
internal import InstrumentCatalog

/// Bars of one instrument and resolution, by their times.
protocol BarSource {
    var resolution: BarResolution { get }

    /// Returns the bars whose times are in an interval, in order. A bar doesn't depend on the interval.
    ///
    /// - Parameter limit: If there are more bars, the result may omit the rest.
    func bars(in interval: Range<Instant>, limit: Int) throws(BarFault) -> [Candle]

    /// Returns the time of the last bar before an instant; `nil` if no bar is earlier.
    func lastTime(before instant: Instant) throws(BarFault) -> Instant?
}

extension BarSource {
    /// Returns the last `count` bars before an instant, in order; fewer if no more exist.
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
                // Skip a gap of any length in one step.
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
    /// Merges the following bar into this one.
    mutating func extend(by next: Candle) {
        high = max(high, next.high)
        low = min(low, next.low)
        close = next.close
        volume += next.volume
    }
}

/// The reason why bars can't be read.
struct BarFault: Error, Hashable, CustomStringConvertible {
    /// The name of the file, without its folder.
    let file: String
    /// The line, from 1; `nil` if the error concerns the whole file.
    var line: Int?
    var column = 1
    /// The found text, and the expected form.
    let reason: String

    /// `AAPL-5.csv, line 3, column 12: found “abc”, expected …`
    var description: String {
        line.map { "\(file), line \($0), column \(column): \(reason)" } ?? "\(file): \(reason)"
    }
}
