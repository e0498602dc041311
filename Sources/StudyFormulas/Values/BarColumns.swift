public import MarketRules

/// A column of bars.
public enum BarColumn: String, CaseIterable, Hashable, Sendable {
    /// The first prices.
    case open
    /// The highest prices.
    case high
    /// The lowest prices.
    case low
    /// The last prices.
    case close
    /// The traded volumes.
    case volume
    /// The start times of the bars.
    case time
}

/// Bars as columns, in ascending order of time. Columns that the study does not need may be empty.
///
/// ```swift
/// let bars = BarColumns(close: closes.span)
/// let rsi = try StudyFormula("RSI", ["length": "14"]).values(on: bars)["RSI"]
/// ```
///
/// A value that is not finite counts as missing. Studies have no value for that bar and for bars whose window contains
/// it.
public struct BarColumns: ~Escapable {
    let open, high, low, close, volume: Span<Double>
    let time: Span<Instant>

    /// Creates bars from columns. All columns must have the same length or be empty.
    @_lifetime(copy open, copy high, copy low, copy close, copy volume, copy time)
    public init(
        open: Span<Double> = Span(), high: Span<Double> = Span(), low: Span<Double> = Span(),
        close: Span<Double> = Span(), volume: Span<Double> = Span(), time: Span<Instant> = Span()
    ) {
        (self.open, self.high, self.low, self.close, self.volume, self.time) = (open, high, low, close, volume, time)
    }

    subscript(column: BarColumn) -> Span<Double> {
        @_lifetime(copy self)
        get {
            switch column {
            case .open: open
            case .high: high
            case .low: low
            case .close, .time: close
            case .volume: volume
            }
        }
    }

    private func count(_ column: BarColumn) -> Int { column == .time ? time.count : self[column].count }

    /// Returns the number of bars in the given columns.
    ///
    /// - Throws: `StudyError` if the columns have different lengths.
    func checkedCount(_ columns: [BarColumn]) throws(StudyError) -> Int {
        guard let first = columns.first else { return BarColumn.allCases.map { count($0) }.max() ?? 0 }
        for column in columns where count(column) != count(first) {
            throw StudyError(
                reason: "found \(count(first)) bars in the column “\(first.rawValue)” and \(count(column)) in "
                    + "“\(column.rawValue)”, expected as many")
        }
        return count(first)
    }
}
