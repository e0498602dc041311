import ProfileFormat

/// A JSON value that is written in one way only: keys in the order they were given, on one line.
enum JSON {
    case string(String)
    case integer(Int)
    /// `null` where it is no finite number.
    case number(Double)
    case bool(Bool)
    case null
    case array([JSON])
    case object([(key: String, value: JSON)])

    /// The value's text: `{"a": 1, "b": [true, null]}`. Characters beyond ASCII stand as they are.
    var text: String {
        var output: [UInt8] = []
        append(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    func append(to output: inout [UInt8]) {
        switch self {
        case .string(let text): Self.append(string: text, to: &output)
        case .integer(let value): output += String(value).utf8
        case .number(let value): output += value.isFinite ? DecimalNumber.format(value).utf8 : "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .null: output += "null".utf8
        case .array(let values):
            output.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { output += ", ".utf8 }
                value.append(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output += ", ".utf8 }
                Self.append(string: member.key, to: &output)
                output += ": ".utf8
                member.value.append(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func append(string: String, to output: inout [UInt8]) {
        output.append(ASCII.quote)
        for byte in string.utf8 {
            switch byte {
            case ASCII.quote, UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case ..<0x20:
                output += "\\u00".utf8
                output.append(hexadecimal[Int(byte >> 4)])
                output.append(hexadecimal[Int(byte & 15)])
            default: output.append(byte)
            }
        }
        output.append(ASCII.quote)
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)
}

extension JSON {
    /// A profile: every field that is set under its IPF name, as text in normal form, the names sorted by their bytes.
    init(_ profile: InstrumentProfile, fields: FieldSelection = .all) {
        let members = profile.fields.filter { fields.includes($0.name) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        self = .object(members.map { (key: $0.name, value: .string($0.value)) })
    }

    /// Seconds to the microsecond.
    static func seconds(_ value: Double) -> JSON { .number((value * 1_000_000).rounded() / 1_000_000) }
}
