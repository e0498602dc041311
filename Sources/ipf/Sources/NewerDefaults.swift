import Ingest
import MarketRules

/// Downloads schedule defaults that replace older ones. Requests contain the server's last validators, so that
/// unchanged defaults are not downloaded again.
struct NewerDefaults {
    let address: SourceAddress
    /// The validators of the current defaults; `nil` makes the request unconditional.
    private(set) var validators: Validators?

    init(_ address: SourceAddress, validators: Validators? = nil) {
        self.address = address
        self.validators = validators
    }

    /// The downloaded file and its defaults.
    struct Found {
        let defaults: ScheduleDefaults
        let bytes: [UInt8]
    }

    /// Downloads the defaults, and checks that they can replace the current defaults: they must be readable, have a
    /// date and venues, and not be older.
    ///
    /// - Parameter known: The current defaults; `nil` for none.
    /// - Returns: The new defaults; `nil` if they are identical to the current ones.
    /// - Throws: `IngestError`, or a `Failure` with the reason if they can't replace the current ones.
    mutating func fetch(replacing known: ScheduleDefaults?) throws -> Found? {
        var options = LoginOptions.passwordFromEnvironment()
        options.validators = known == nil ? nil : validators
        let (bytes, report) = try readReportedBytes(from: address, options: options)
        if report.notModified { return nil }
        let defaults: ScheduleDefaults
        do { defaults = try ScheduleDefaults(parsing: bytes.span) } catch {
            throw Failure(.badInput, "\(address): \(lines: error)")
        }
        guard let date = defaults.date, !defaults.venueNames.isEmpty else {
            let what: TerminalText = defaults.date == nil ? "has no line date=" : "has no venue"
            throw Failure(.badInput, "\(address): \(what), expected a file of schedule defaults")
        }
        if let known, defaults.isOlder(than: known) {
            throw Failure(
                .badInput,
                "\(address): is dated \(date), older than the current schedule defaults of \(known.date?.description ?? "no date"), which remain"
            )
        }
        validators = report.validators
        return known?.digest == defaults.digest ? nil : Found(defaults: defaults, bytes: bytes)
    }
}
