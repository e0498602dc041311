import Ingest
import Logging
import MarketRules
import Scanning

/// Schedule defaults from files and addresses, or the bundled ones.
enum ScheduleDefaultsFile {
    /// In place of an address: the defaults that come with the product.
    static let bundledName = "bundled"

    /// Reads defaults from a path or an address, plain, gzip or zip, or takes the bundled ones.
    ///
    /// - Parameters:
    ///   - base: the defaults that the file is laid over; `nil` for none.
    ///   - report: called with what was left out of the file, and its warnings.
    /// - Throws: `IngestError`, or a `Failure` that names the lines that are wrong.
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

    /// The file's bytes, unpacked, and how messages name it.
    static func bytes(_ text: String) throws -> (name: String, bytes: [UInt8]) {
        if text == bundledName { return (text, Array(BundledText.schedule.string.utf8)) }
        let address = try SourceAddress(parsing: text)
        return (address.description, try readBytes(from: address, options: LoginOptions.passwordFromEnvironment()))
    }
}

/// The omitted parts of a defaults file, and its warnings.
struct DefaultsReport {
    var source: String
    var leftOut: [ScheduleDefaultsError.Problem]
    var warnings: [ScheduleDefaultsError.Problem]

    /// The most lines of a kind that are printed beside the answer to a question.
    private static let shown = 10

    /// To standard error.
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

    /// To a service's log.
    func log(to logger: Logger) {
        for (problems, message) in [(leftOut, "left out of the schedule defaults"), (warnings, "schedule defaults")] {
            for problem in problems {
                logger.warning(
                    "\(message)",
                    metadata: [
                        "source": "\(source)", "line": "\(problem.line)",
                        // Without the text and its caret.
                        "reason": "\(problem.reason.prefix { $0 != "\n" })",
                    ])
            }
        }
    }
}
