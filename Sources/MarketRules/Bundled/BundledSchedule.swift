internal import CScheduleFile

/// The schedule defaults that come with the product: `bundled-schedule.properties`, written by `Scripts/calendars/generate` from named
/// rules and recorded facts, and embedded in the binary.
package enum BundledSchedule {
    /// The bytes of the file.
    // SAFETY: the bytes are constants of the program.
    private static var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: bundled_schedule(), count: bundled_schedule_size())
    }

    /// A copy of the file's text.
    package static var fileText: String { unsafe String(decoding: bytes, as: UTF8.self) }

    fileprivate static func parsed() throws(ScheduleDefaultsError) -> ScheduleDefaults {
        unsafe try ScheduleDefaults(parsing: Span(_unsafeElements: bytes))
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
