package import Essentials

/// The JSON encoding that all stores use.
package enum StoredJSON {
    /// Encodes a value. Equal values have equal encodings.
    package static func encode<Object: Encodable>(_ object: Object, key: String) throws(StorageError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(object)
        } catch {
            throw StorageError(.unencodable, key: key, reason: "can't be written as JSON: \(words(of: error))")
        }
    }

    /// - Parameter place: A description of where the text is stored, for messages.
    package static func decode<Object: Decodable>(
        _ type: Object.Type, _ data: Data, key: String, place: String
    ) throws(StorageError) -> Object {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw StorageError(
                .corrupt, key: key,
                reason: "\(place) contains no \(type): \(words(of: error)); correct it, or set the value again")
        }
    }

    private static func words(of error: any Error) -> String {
        let context: DecodingError.Context
        switch error {
        case DecodingError.dataCorrupted(let found), DecodingError.keyNotFound(_, let found),
            DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found):
            context = found
        case EncodingError.invalidValue(_, let found):
            return found.debugDescription
        default:
            return "\(error)"
        }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return path.isEmpty ? context.debugDescription : "at \(path): \(context.debugDescription)"
    }
}

/// A JSON value of any form. Encoding it writes the value that was read.
package enum JSONValue: Codable, Hashable, Sendable {
    case null
    case flag(Bool)
    /// A number with up to 38 digits.
    case number(Decimal)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// - Throws: `DecodingError` for a number outside the supported range.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else if let object = try? container.decode([String: JSONValue].self) {
            self = .object(object)
        } else {
            self = .number(try container.decode(Decimal.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }

    /// A short description for messages. Long values are truncated.
    package var excerpt: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .text(let text): "“\(text.prefix(50))\(text.count > 50 ? "…" : "")”"
        case .list: "a list"
        case .object: "an object"
        }
    }
}
