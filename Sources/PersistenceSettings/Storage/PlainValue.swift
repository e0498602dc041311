import Foundation

/// The conversion between values and the property lists in user defaults.
enum PlainValue {
    /// Encodes a value as a property list if that preserves it exactly, otherwise as JSON data.
    static func encode<Object: Encodable>(_ object: Object, key: String) throws(StorageError) -> Any {
        switch object {
        case let value as Bool: value
        case let value as Int: value
        case let value as String: value
        // The text form of property lists has fewer digits than some numbers need.
        case let value as Double where value.isFinite && Double("\(Float(value))") == value: value
        default: try StoredJSON.encode(object, key: key)
        }
    }

    /// Decodes a value that this store or another program has written.
    ///
    /// - Throws: `StorageError` of kind `corrupt` if the value cannot be converted to `type`.
    static func decode<Object: Decodable>(_ found: Any, as type: Object.Type, key: String) throws(StorageError)
        -> Object
    {
        if let data = found as? Data {
            do {
                return try StoredJSON.decode(type, data, key: key, place: "the user defaults' data")
            } catch {
                // Another program may have written raw data.
                if let raw = data as? Object { return raw }
                throw error
            }
        }
        if let number = found as? NSNumber, let value = value(of: number, as: type) { return value }
        if let value = found as? Object, !(found is NSNumber) { return value }
        if let value = listed(found, as: type) { return value }
        // Arguments on the command line are always text.
        if let text = found as? String, let value = try? JSONDecoder().decode(type, from: Data(text.utf8)) {
            return value
        }
        throw StorageError(
            .corrupt, key: key,
            reason: "found \(found) in the user defaults, expected a value of type \(type); set the value again")
    }

    /// Converts a number according to its kind. (`NSNumber` also casts numbers to Booleans, Booleans to numbers, and
    /// numbers to types of less precision.)
    private static func value<Object: Decodable>(of number: NSNumber, as type: Object.Type) -> Object? {
        if type == Bool.self { return number.boolValue as? Object }
        if type == Double.self { return number.doubleValue as? Object }
        // SAFETY: The type code is a zero-terminated string that lives as long as the number.
        let isFraction = ["f", "d"].contains { unsafe String(cString: number.objCType) == $0 }
        if isFraction {
            let fraction = number.doubleValue
            if let whole = Int64(exactly: fraction) { return json("\(whole)", type) }
            return json("\(fraction)", type)
        }
        return json(number.stringValue, type)
    }

    /// Decodes a value from the digits of a number, such as an integer of any size or an enumeration.
    private static func json<Object: Decodable>(_ text: String, _ type: Object.Type) -> Object? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// Decodes property lists that other programs wrote: text for an enumeration, dates, arrays and dictionaries.
    private static func listed<Object: Decodable>(_ found: Any, as type: Object.Type) -> Object? {
        // Wrap the value in an array, because a text or a number alone is not a valid property list.
        guard PropertyListSerialization.propertyList([found], isValidFor: .binary),
            let data = try? PropertyListSerialization.data(fromPropertyList: [found], format: .binary, options: 0)
        else { return nil }
        return try? PropertyListDecoder().decode([Object].self, from: data).first
    }
}
