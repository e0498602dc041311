import ProfileFormat
import Scanning

/// A JSON value that is written in one way only: keys in the order they were given, on one line.
enum JSON {
    case string(String)
    case integer(Int)
    /// `null` where it isn't finite.
    case number(Double)
    case bool(Bool)
    case null
    case array([JSON])
    case object([(key: String, value: JSON)])
    /// The value that a function writes.
    case written((inout JSONWriter) -> Void)

    /// The value's text: `{"a": 1, "b": [true, null]}`. Characters beyond ASCII stand as they are.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text's bytes.
    var bytes: [UInt8] {
        var writer = JSONWriter(.spaced)
        write(to: &writer)
        return writer.bytes
    }

    /// Writes the value.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let text): writer.string(text)
        case .integer(let value): writer.integer(value)
        case .number(let value): writer.number(value)
        case .bool(let value): writer.bool(value)
        case .null: writer.null()
        case .written(let body): body(&writer)
        case .array(let values): writer.array { for value in values { value.write(to: &$0) } }
        case .object(let members):
            writer.object { writer in
                for member in members {
                    writer.key(named: member.key)
                    member.value.write(to: &writer)
                }
            }
        }
    }
}

extension JSON {
    /// A profile: every field that is set under its IPF name, as text in normal form, the names sorted by their bytes.
    init(_ profile: InstrumentProfile, fields: FieldSelection = .all) {
        let members = profile.fields.filter { fields.includes($0.name) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        self = .object(members.map { (key: $0.name, value: .string($0.value)) })
    }

    /// An object of the members that a function writes.
    static func members(_ body: @escaping (inout JSONWriter) -> Void) -> JSON { .written { $0.object(body) } }

    /// Seconds to the microsecond.
    static func seconds(_ value: Double) -> JSON { .number((value * 1_000_000).rounded() / 1_000_000) }
}

extension JSONWriter {
    /// A profile as `RowForm.JSONStyle.typed` has it.
    static func typed(_ profile: InstrumentProfile, _ fields: FieldSelection) -> JSONWriter {
        var writer = JSONWriter()
        writer.object { writer in
            var seen: Set<String> = []
            let names = (fields.names ?? profile.fields.map(\.name)).filter { seen.insert($0).inserted }
            for (name, text) in zip(names, profile.values(named: names)) {
                writer.key(named: name)
                switch ProfileField(name: name)?.kind {
                case _ where text.isEmpty: writer.null()
                case .number where text != "NaN", .integer: writer.raw(Array(text.utf8))
                default: writer.string(text)
                }
            }
        }
        return writer
    }
}
