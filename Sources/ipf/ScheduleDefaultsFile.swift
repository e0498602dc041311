import Ingest
import MarketRules

/// Schedule defaults from wherever they are.
enum ScheduleDefaultsFile {
    /// Reads defaults from a path or an address, plain, gzip or zip; warnings are told.
    ///
    /// - Throws: `IngestError`, or a `Failure` that names the lines that are wrong.
    static func load(_ text: String) throws -> ScheduleDefaults {
        let address = try SourceAddress(parsing: text)
        let bytes = try readBytes(from: address)
        do {
            let defaults = try ScheduleDefaults(parsing: bytes.span)
            for warning in defaults.warnings { StandardError.warn("\(address): \(warning)") }
            return defaults
        } catch {
            throw Failure(.badInput, "\(address): \(error)")
        }
    }
}
