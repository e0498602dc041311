import Ingest
import MarketRules

/// Schedule defaults from wherever they are.
enum ScheduleDefaultsFile {
    /// In place of an address: the defaults that come with the product.
    static let bundledName = "bundled"

    /// Reads defaults from a path or an address, plain, gzip or zip, or takes the bundled ones; warnings are told.
    ///
    /// - Parameter base: the defaults that the file is laid over; `nil` for none.
    /// - Throws: `IngestError`, or a `Failure` that names the lines that are wrong.
    static func load(_ text: String, over base: ScheduleDefaults? = nil) throws -> ScheduleDefaults {
        let source = try bytes(text)
        do {
            let defaults =
                try base.map { base throws(ScheduleDefaultsError) in try base.overlaid(by: source.bytes.span) }
                ?? (text == bundledName ? .bundled : ScheduleDefaults(parsing: source.bytes.span))
            for warning in defaults.warnings { StandardError.warn("\(source.name): \(lines: warning)") }
            return defaults
        } catch {
            throw Failure(.badInput, "\(source.name): \(lines: error)")
        }
    }

    /// The file's bytes, unpacked, and how messages name it.
    static func bytes(_ text: String) throws -> (name: String, bytes: [UInt8]) {
        if text == bundledName { return (text, Array(BundledSchedule.fileText.utf8)) }
        let address = try SourceAddress(parsing: text)
        return (address.description, try readBytes(from: address, options: LoginOptions.passwordFromEnvironment()))
    }
}
