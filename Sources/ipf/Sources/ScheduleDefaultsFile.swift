import Ingest
import Logging
import MarketRules
import Scanning

/// Schedule defaults from files and addresses, or the bundled ones.
enum ScheduleDefaultsFile {
    /// The name that means the bundled defaults instead of an address.
    static let bundledName = "bundled"

    /// Loads defaults from a path or an address, where they may be compressed by gzip or zip, or returns the bundled
    /// ones.
    ///
    /// - Parameters:
    ///   - base: The defaults that the file overlays; `nil` if the file is not an overlay.
    ///   - report: Called with the omitted parts and the warnings of the file.
    /// - Throws: `IngestError`, or a `Failure` that names the invalid lines.
    static func load(
        _ text: String, over base: ScheduleDefaults? = nil, _ report: (DefaultsReport) -> Void = DefaultsReport.warn
    ) throws -> ScheduleDefaults {
        let source = try bytes(text)
        do {
            let isBundled = text == bundledName && base == nil
            let defaults = try isBundled ? .bundled : ScheduleDefaults(parsing: source.bytes.span, over: base ?? .empty)
            report(DefaultsReport(source: source.name, leftOut: defaults.leftOut, warnings: defaults.warnings))
            return defaults
        } catch {
            throw Failure(.badInput, "\(source.name): \(lines: error)")
        }
    }

    /// Returns the decompressed bytes of a file, and its name for messages.
    static func bytes(_ text: String) throws -> (name: String, bytes: [UInt8]) {
        if text == bundledName { return (text, Array(BundledText.schedule.string.utf8)) }
        let address = try SourceAddress(parsing: text)
        return (address.description, try readBytes(from: address, options: LoginOptions.passwordFromEnvironment()))
    }
}

/// The parts of a defaults file that were omitted because they are invalid, and the warnings about the file.
struct DefaultsReport {
    var source: String
    var leftOut: [ScheduleDefaultsError.Problem]
    var warnings: [ScheduleDefaultsError.Problem]

    /// The maximum number of omitted parts, and of warnings, that are printed.
    private static let shown = 10

    /// Prints the report to standard error.
    static func warn(_ report: DefaultsReport) {
        report.tell(report.leftOut, "left out: ")
        report.tell(report.warnings, "")
    }

    private func tell(_ problems: [ScheduleDefaultsError.Problem], _ what: TerminalText) {
        for problem in problems.prefix(Self.shown) {
            StandardError.warn("\(source): line \(problem.line): \(what)\(lines: problem.reason)")
        }
        let rest = problems.count - Self.shown
        if rest > 0 { StandardError.warn("\(source): and \(rest) more; `ipf calendar lint` lists all of them") }
    }

    /// Writes the report to the log of a service.
    func log(to logger: Logger) {
        for (problems, message) in [(leftOut, "left out of the schedule defaults"), (warnings, "schedule defaults")] {
            for problem in problems {
                logger.warning(
                    "\(message)",
                    metadata: [
                        "source": "\(source)", "line": "\(problem.line)",
                        // Log only the first line, without the text and the caret.
                        "reason": "\(problem.reason.prefix { $0 != "\n" })",
                    ])
            }
        }
    }
}
