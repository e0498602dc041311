import Ingest
import MarketRules
import ProfileTransforms

/// The transform rules of a command line.
struct TransformRules {
    let transform: ProfileTransform
    /// The name for messages: the address, or `transform`.
    let name: String
    /// The address of the rules; `nil` for a text on the command line.
    let address: SourceAddress?

    /// Loads the rules from a text that contains `;`, or from an address.
    ///
    /// - Throws: `Failure` if the rules are invalid.
    static func load(_ text: String, _ defaults: ScheduleDefaults) throws -> TransformRules {
        if text.utf8.contains(UInt8(ascii: ";")) {
            return TransformRules(
                transform: try compile(text, name: nil, folder: "", defaults), name: "transform", address: nil)
        }
        let address = try SourceAddress(parsing: text)
        guard let program = String(validating: try readBytes(from: address), as: UTF8.self) else {
            throw Failure(.badInput, "\(address): isn't UTF-8 text")
        }
        let name = address.description
        return TransformRules(
            transform: try compile(program, name: name, folder: address.path.map(folder) ?? "", defaults), name: name,
            address: address)
    }

    /// Returns the part of a path before the last slash.
    static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func compile(
        _ text: String, name: String?, folder: String, _ defaults: ScheduleDefaults
    ) throws -> ProfileTransform {
        do {
            return try ProfileTransform(text, name: name, folder: folder, defaults: defaults)
        } catch {
            throw Failure(.badInput, "\(lines: error)")
        }
    }
}
