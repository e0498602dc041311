package import MarketRules
internal import Scanning
internal import SystemFiles

/// A point in time, as users name it.
package enum PointInTime: Hashable, Sendable {
    /// The present.
    case now
    /// The end of a day, in UTC.
    case endOf(CalendarDate)
    /// A moment.
    case time(Instant)

    /// The accepted notations, for errors and help.
    package static let forms = "a date (its end in UTC), a time like 2026-03-01T06:00:00Z, or now"

    /// Parses a point in time; `nil` if the text is not one. A date means its end, and a time without a zone is in UTC.
    package init?(_ text: String) {
        if text == "now" {
            self = .now
        } else if let date = CalendarDate(dashed: text.utf8Span.span) {
            self = .endOf(date)
        } else if !text.utf8.allSatisfy(\.isASCIIDigit), let moment = MomentText(text, digits: .date), moment != .now {
            self = .time(moment.instant(in: .utc, now: Instant(milliseconds: 0)))
        } else {
            return nil
        }
    }

    /// The moment, to the millisecond; `nil` for `now`.
    package var instant: Instant? {
        switch self {
        case .now: nil
        case .endOf(let date): Instant(milliseconds: (Int64(date.dayNumber) + 1) * 86_400_000 - 1)
        case .time(let time): time
        }
    }

    /// Whether the point in time lies entirely in the future by this machine's clock. Allows one minute for clocks that
    /// differ.
    var isToCome: Bool {
        let now = Int64(WallClock.seconds) + 60
        switch self {
        case .now: return false
        case .endOf(let date): return Int64(date.dayNumber) * 86_400 > now
        case .time(let time): return time.seconds > now
        }
    }
}

extension Catalog {
    /// Returns the catalog as it was at a point in time.
    ///
    /// - Throws: `CatalogError`: as `asOf(_:)`, and of kind `outOfHistory` for a point in time in the future.
    package func asOf(_ asked: PointInTime) throws(CatalogError) -> Catalog {
        guard let instant = asked.instant else { return self }
        if asked.isToCome {
            throw CatalogError(
                .outOfHistory, path: path, "\(instant) is in the future; omit the time to query the current state")
        }
        return try asOf(instant)
    }
}
