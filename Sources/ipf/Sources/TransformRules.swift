import Ingest
import MarketRules
import ProfileTransforms

/// Rules that a command line names.
struct TransformRules {
    let transform: ProfileTransform
    /// For messages: the address, or `transform`.
    let name: String
    /// Where they were read; `nil` for a text of the command line.
    let address: SourceAddress?

    /// The rules of a text with `;` in it, or at an address.
    ///
    /// - Throws: `Failure` if they can't be used.
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

    /// Everything before the last slash of a path.
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
