package import Essentials

/// Values as JSON, the one form in which stores keep them.
package enum StoredJSON {
    /// The text of a value; the same value has the same text.
    package static func encode<Object: Encodable>(_ object: Object, key: String) throws(StorageError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(object)
        } catch {
            throw StorageError(.unencodable, key: key, reason: "can't be written as JSON: \(words(of: error))")
        }
    }

    /// - Parameter place: where the text is, for people.
    package static func decode<Object: Decodable>(
        _ type: Object.Type, _ data: Data, key: String, place: String
    ) throws(StorageError) -> Object {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw StorageError(
                .corrupt, key: key,
                reason: "\(place) holds no \(type): \(words(of: error)); mend it, or set the value anew")
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
