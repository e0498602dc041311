package import ProfileFormat
internal import Scanning

/// Describes how and when an instrument left a master or a catalog. Catalogs of removed instruments store the day of
/// removal as an additional field: `REMOVED_ON`, `2025-06-20`.
///
/// An instrument expired if it was removed on or after the day of its EXPIRATION, or of its LAST_TRADE if EXPIRATION is
/// not set. Otherwise it was removed: delisted, renamed, or dropped by its source.
package struct RemovedInstrument: Hashable, Sendable, CustomStringConvertible {
    /// The ways in which an instrument can end, by their names in answers.
    package enum Status: String, Hashable, Sendable {
        case expired, removed
    }

    /// The name of the field for the day of removal.
    package static let field = "REMOVED_ON"

    /// Whether the instrument expired or was removed.
    package let status: Status
    /// The day of removal, in UTC.
    package let day: CalendarDate
    /// The year of the expiration if the instrument expired, otherwise the year of the removal.
    package let year: Int

    /// Determines whether an instrument expired or was removed.
    ///
    /// - Parameters:
    ///   - expiration: The instrument's EXPIRATION, or LAST_TRADE if that is not set; `nil` if neither is set.
    ///   - day: The day of removal.
    package init(expiration: CalendarDate?, on day: CalendarDate) {
        let end = expiration.flatMap { $0 <= day ? $0 : nil }
        status = end == nil ? .removed : .expired
        self.day = day
        year = (end ?? day).year
    }

    /// A text of the form `expired, removed on 2025-06-20` or `removed on 2025-06-20`.
    package var description: String { (status == .expired ? "expired, " : "") + "removed on \(day)" }

    /// Returns the profile with the day of its removal, which replaces any value that the source gave for that field.
    package static func mark(_ profile: InstrumentProfile, on day: CalendarDate) -> InstrumentProfile {
        var profile = profile
        profile.customFields.removeAll { $0.name == field }
        profile.customFields.append(.init(name: field, value: "\(day)"))
        return profile
    }
}

extension Catalog {
    /// Returns the removal of the instrument at `row`; `nil` if its day of removal is not set.
    ///
    /// - Precondition: `row` came from this catalog.
    package func removal(at row: Row) -> RemovedInstrument? {
        guard let day = withField(named: RemovedInstrument.field, at: row, { CalendarDate(dashed: $0) }) else {
            return nil
        }
        let end = [ProfileField.expiration, .lastTrade].lazy.compactMap { field in
            self.withField(field, at: row) { CalendarDate(dashed: $0) }
        }
        return RemovedInstrument(expiration: end.first, on: day)
    }
}
