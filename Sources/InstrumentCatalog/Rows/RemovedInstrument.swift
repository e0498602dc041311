package import ProfileFormat
internal import Scanning

/// How an instrument ended that is gone from a master or a catalog. Catalogs of such instruments keep the day of the removal in a field of
/// each, beside those that it had: `REMOVED_ON`, `2025-06-20`.
///
/// It expired where the day of its expiration, or else of its last trade, had come when it was removed. Otherwise it was removed: delisted,
/// renamed, or given up by its source.
package struct RemovedInstrument: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of ends, by their names in answers.
    package enum Status: String, Hashable, Sendable {
        case expired, removed
    }

    /// The name of the field that holds the day of the removal.
    package static let field = "REMOVED_ON"

    /// How it ended.
    package let status: Status
    /// The day of the removal, in UTC.
    package let day: CalendarDate
    /// The year in which it ended: that of the expiration where it expired, else that of the removal.
    package let year: Int

    /// What became of an instrument.
    ///
    /// - Parameters:
    ///   - expiration: its EXPIRATION, or else LAST_TRADE; `nil` where neither is set.
    ///   - day: when it was removed.
    package init(expiration: CalendarDate?, on day: CalendarDate) {
        let end = expiration.flatMap { $0 <= day ? $0 : nil }
        status = end == nil ? .removed : .expired
        self.day = day
        year = (end ?? day).year
    }

    /// `expired, removed on 2025-06-20`, or `removed on 2025-06-20`
    package var description: String { (status == .expired ? "expired, " : "") + "removed on \(day)" }

    /// The profile with the day of its removal, in place of what a source may have in that field.
    package static func mark(_ profile: InstrumentProfile, on day: CalendarDate) -> InstrumentProfile {
        var profile = profile
        profile.customFields.removeAll { $0.name == field }
        profile.customFields.append(.init(name: field, value: "\(day)"))
        return profile
    }
}

extension Catalog {
    /// How the instrument at `row` ended; `nil` where it has no day of a removal.
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
