extension StudySettings {
    /// The formula with the values of the parameters. `LiveStudy` uses it to compute live bars.
    ///
    /// - Throws: `StudyError` if there is no formula for this `id`, or if the formula does not accept a parameter.
    public var formula: StudyFormula {
        get throws(StudyError) {
            try StudyFormula(id.rawValue, Dictionary(parameters.map { ($0.id, $0.value) }) { first, _ in first })
        }
    }

    /// Computes the lines of the study, in the order of `lines` and with their titles.
    ///
    /// ```swift
    /// let values = try StudySettings.macd.values(on: candles)
    /// values["Signal"]        // a value for each candle; NaN where the study is undefined
    /// ```
    ///
    /// - Parameter candles: Bars in ascending order of time.
    /// - Parameter anchors: The trading days of the instrument (`AdaptedStudy.anchors`), for studies that restart with
    ///   each trading day. `nil` for bars of a day or longer, or to restart with calendar days in UTC.
    /// - Throws: `StudyError` if the study has no formula, if it has a parameter or line that the formula lacks, or if
    ///   the bars are not in order. `Trading.RangeError` if a time is outside of 0001-01-02…9999-12-30.
    public func values(on candles: [Candle], anchors: SessionAnchors? = nil) throws -> StudyLines {
        try values(on: CandleColumns(candles), anchors: anchors)
    }

    package func values(on columns: CandleColumns, anchors: SessionAnchors?) throws -> StudyLines {
        let found = try formula.values(on: columns.bars, anchors: anchors)
        let order = try lines.enumerated().map { place, line throws(StudyError) in
            // A line whose title was changed is identified by its position.
            guard let index = found.titles.firstIndex(of: line.title) ?? (place < found.titles.count ? place : nil)
            else {
                throw StudyError(
                    reason: "\(title): found the line “\(line.title)”, expected one of "
                        + found.titles.joined(separator: ", "))
            }
            return index
        }
        return StudyLines(found, order: order, titles: lines.map(\.title))
    }
}

extension SessionAnchors.Period {
    /// Creates the period for bars of a length; `nil` for bars that are shorter than a day or longer than a month.
    public init?(_ aggregation: Aggregation) {
        switch (aggregation.unit, aggregation.count) {
        case (.day, 1): self = .day
        case (.week, 1), (.day, 7): self = .week
        case (.month, 1): self = .month
        default: return nil
        }
    }
}

/// Candles as columns.
package struct CandleColumns {
    private let open, high, low, close, volume: [Double]
    private let time: [Instant]

    package init(_ candles: [Candle]) {
        (open, high, low) = (candles.map(\.open), candles.map(\.high), candles.map(\.low))
        (close, volume, time) = (candles.map(\.close), candles.map(\.volume), candles.map(\.time))
    }

    package var bars: BarColumns {
        @_lifetime(borrow self)
        get {
            BarColumns(
                open: open.span, high: high.span, low: low.span, close: close.span, volume: volume.span,
                time: time.span)
        }
    }
}
