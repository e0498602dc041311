/// The schedule defaults that come with the product.
///
/// `bundled-schedule.properties` beside this file is what people read; `text` holds the same bytes in the binary. Both are written by
/// `Scripts/calendars/generate` from named rules and recorded facts.
package enum BundledSchedule {
    /// The file's text: a copy of what stands in the binary.
    package static var fileText: String { text.description }

    fileprivate static func parsed() throws(ScheduleDefaultsError) -> ScheduleDefaults {
        // SAFETY: a static string's bytes are constant data of the binary, alive and unchanged as long as the process.
        let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return unsafe try ScheduleDefaults(parsing: Span(_unsafeElements: bytes))
    }
}

extension ScheduleDefaults {
    /// The defaults that come with the product: the trading days and hours of well-known venues, 1990 to 2030, made from public
    /// facts. With them `NewYorkETH()` or `XLON()` is a complete definition.
    ///
    /// They carry an old `date`: by `isOlder(than:)` any defaults file with a date of its own takes their place.
    ///
    /// On a system without zone files every venue is left out, and making a schedule of one throws the reason.
    ///
    /// - Complexity: some milliseconds the first time, then O(1).
    public static let bundled: ScheduleDefaults = {
        do throws(ScheduleDefaultsError) {
            return try BundledSchedule.parsed()
        } catch {
            preconditionFailure("the text in the binary, which tests read: \(error)")
        }
    }()
}
