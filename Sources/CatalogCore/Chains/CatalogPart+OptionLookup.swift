internal import Scanning

extension CatalogPart {
    /// Calls `body` with the row of each call or put on an underlying that has the strike and expires on one of the
    /// days.
    ///
    /// Series are sorted by expiration, and the options of a series by strike, so binary search finds both.
    ///
    /// - Complexity: O(log options of the underlying + series that expire on these days).
    package func forEachOption(
        on underlying: String, expiring days: ClosedRange<CalendarDate>, strike: Double, isPut: Bool,
        _ body: (Int) -> Void
    ) {
        guard let (column, index) = rows.place(of: .underlying), let id = column.id(of: underlying.utf8Span.span),
            let expiration = rows.column(.expiration), let cfi = rows.column(.cfi)
        else { return }
        let strikes = rows.column(.strike)
        let chains = ChainIndex.options(rows, field: index)
        let series = chains.series(ofValue: id)
        func day(_ number: Int) -> Int {
            let position = chains.positions(ofSeries: number).lowerBound
            return chains.row(at: position).map { expiration.dayNumber(ofValue: expiration.id(at: $0)) } ?? 0
        }
        var number = series.partitioningIndex { day($0) >= days.lowerBound.dayNumber }
        while number < series.upperBound, day(number) <= days.upperBound.dayNumber {
            let positions = chains.positions(ofSeries: number)
            number += 1
            func value(_ position: Int) -> Double {
                guard let strikes, let row = chains.row(at: position) else { return 0 }
                return strikes.number(ofValue: strikes.id(at: row))
            }
            var position = positions.partitioningIndex { value($0) >= strike }
            while position < positions.upperBound, value(position) == strike {
                if let row = chains.row(at: position), isVisible(row),
                    cfi.withText(at: row, { SeriesFields.Right(cfi: $0) }) == (isPut ? .put : .call)
                {
                    body(row)
                }
                position += 1
            }
        }
    }
}
