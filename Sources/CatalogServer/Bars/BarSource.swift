internal import Charting
internal import InstrumentCatalog

/// A source of the bars of one instrument in one resolution.
protocol BarSource {
    var resolution: BarResolution { get }

    /// Returns the bars whose times are in an interval, in order. Each bar is whole, even if only its start is in the
    /// interval.
    ///
    /// - Parameter limit: The number of bars after which the result may end.
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

/// An error of reading bars.
struct BarFault: Error, Hashable, CustomStringConvertible {
    /// The name of the file, without its folder.
    let file: String
    /// The line, from 1; `nil` if the error concerns the whole file.
    var line: Int?
    var column = 1
    /// The problem: the text that was found, and the form that was expected.
    let reason: String

    /// `AAPL-5.csv, line 3, column 12: found “abc”, expected …`
    var description: String {
        line.map { "\(file), line \($0), column \(column): \(reason)" } ?? "\(file): \(reason)"
    }
}
