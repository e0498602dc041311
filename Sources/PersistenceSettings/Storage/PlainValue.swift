import Foundation

/// Values as user defaults keep them: property lists.
enum PlainValue {
    /// The property list of a value, where that is exact; else the data of its JSON.
    static func encode<Object: Encodable>(_ object: Object, key: String) throws(StorageError) -> Any {
        switch object {
        case let value as Bool: value
        case let value as Int: value
        case let value as String: value
        // Property lists in text have fewer digits than a number may need.
        case let value as Double where value.isFinite && Double("\(Float(value))") == value: value
        default: try StoredJSON.encode(object, key: key)
        }
    }

    /// What this store or another program has put there, as a value of `type`.
    ///
    /// - Throws: `StorageError` of kind `corrupt` where it is no such value.
    static func decode<Object: Decodable>(_ found: Any, as type: Object.Type, key: String) throws(StorageError)
        -> Object
    {
        if let data = found as? Data {
            do {
                return try StoredJSON.decode(type, data, key: key, place: "the user defaults' data")
            } catch {
                // Raw data of another program.
                if let raw = data as? Object { return raw }
                throw error
            }
        }
        if let number = found as? NSNumber, let value = value(of: number, as: type) { return value }
        if let value = found as? Object, !(found is NSNumber) { return value }
        if let value = listed(found, as: type) { return value }
        // Arguments of the command line are text, whatever they mean.
        if let text = found as? String, let value = try? JSONDecoder().decode(type, from: Data(text.utf8)) {
            return value
        }
        throw StorageError(
            .corrupt, key: key, reason: "the user defaults hold \(found), no \(type); set the value anew")
    }

    /// A number casts to a boolean and the other way round, and to fewer digits, so its kind is asked for.
    private static func value<Object: Decodable>(of number: NSNumber, as type: Object.Type) -> Object? {
        if type == Bool.self { return number.boolValue as? Object }
        if type == Double.self { return number.doubleValue as? Object }
        // SAFETY: the type code is a zero-terminated string that lives as long as the number.
        let isFraction = ["f", "d"].contains { unsafe String(cString: number.objCType) == $0 }
        if isFraction {
            let fraction = number.doubleValue
            if let whole = Int64(exactly: fraction) { return json("\(whole)", type) }
            return json("\(fraction)", type)
        }
        return json(number.stringValue, type)
    }

    /// Whatever decodes from the digits of a number: an integer of any size, an enumeration, ….
    private static func json<Object: Decodable>(_ text: String, _ type: Object.Type) -> Object? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// Property lists of other programs: text for an enumeration, dates, arrays and dictionaries.
    private static func listed<Object: Decodable>(_ found: Any, as type: Object.Type) -> Object? {
        // A list with one element, as a property list is no text or number by itself.
        guard PropertyListSerialization.propertyList([found], isValidFor: .binary),
            let data = try? PropertyListSerialization.data(fromPropertyList: [found], format: .binary, options: 0)
        else { return nil }
        return try? PropertyListDecoder().decode([Object].self, from: data).first
    }
}
