import Essentials
import Ingest
import MarketRules
import ProfileTransforms

/// Answers the rows of a batch. Each row has a program of rules and a profile.
struct TransformBatch {
    private let file: BatchFile
    private let folder: String
    private let today: CalendarDate
    private let defaults: ScheduleDefaults

    init(path: String, today: CalendarDate, defaults: ScheduleDefaults) throws {
        file = try BatchFile(path: path)
        folder = path == "-" ? "" : TransformRules.folder(path)
        self.today = today
        self.defaults = defaults
    }

    func run() throws {
        let output = OutputFile.standard
        for row in file.rows {
            guard row.columns.count >= 2 else {
                throw file.failure(row, "found \(row.columns.count) columns, expected a program and a profile")
            }
            let (program, profile) = (row.columns[0], row.columns[1])
            try output.write("\(program)\t\(profile)\t\(try answer(row))\n")
        }
        try output.flush()
    }

    private func answer(_ row: BatchFile.Row) throws -> String {
        guard let program = try? JSONDecoder().decode(String.self, from: Data(row.columns[0].utf8)) else {
            throw file.failure(row, "the program isn't a JSON string")
        }
        var profile = try profile(row)
        let before = profile
        do {
            var run = try ProfileTransform(program, folder: folder, defaults: defaults).run(today: today)
            let isKept = try run.apply(&profile)
            let counts = run.counts.map { " \($0.line):\($0.count)" }.joined()
            return (isKept ? Self.json(ProfileChange.changes(from: before, to: profile)) : "deleted") + counts
        } catch let error as ProfileTransformError {
            return error.position.map { "error \($0.line):\($0.column)" } ?? "error"
        } catch is ProfileTransformFailure {
            return "fail"
        }
    }

    private func profile(_ row: BatchFile.Row) throws -> InstrumentProfile {
        guard let fields = try? JSONDecoder().decode([String: String].self, from: Data(row.columns[1].utf8)) else {
            throw file.failure(row, "the profile isn't a JSON object of strings")
        }
        var profile = InstrumentProfile()
        for (name, value) in fields {
            guard let field = ProfileField(name: name) else {
                profile.setCustomField(name, value)
                continue
            }
            guard profile.set(field, value.utf8Span.span) else {
                throw file.failure(row, "'\(value)' is not a value of \(name)")
            }
        }
        return profile
    }

    /// Returns the new texts by field as JSON. Non-ASCII characters are written as `\uXXXX`.
    private static func json(_ changes: [ProfileChange]) -> String {
        let members = changes.map { "\(quoted($0.field)): \(quoted($0.after))" }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x08: quoted += "\\b"
            case 0x09: quoted += "\\t"
            case 0x0A: quoted += "\\n"
            case 0x0C: quoted += "\\f"
            case 0x0D: quoted += "\\r"
            case 0x22: quoted += "\\\""
            case 0x5C: quoted += "\\\\"
            case 0x20...0x7E: quoted.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}
