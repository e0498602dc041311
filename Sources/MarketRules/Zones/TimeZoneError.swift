/// The reason that a time zone cannot be loaded.
public struct TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason that a zone cannot be loaded.
    public enum Reason: Hashable, Sendable {
        /// The name is not a valid zone name: it is empty or absolute, contains `..`, or names a file that is not a
        /// zone.
        case invalidName
        /// None of the folders contains the file.
        case missing(folders: [String])
        /// The file is not a zone file, or is damaged.
        case malformed(String)
    }

    /// The name that was looked up.
    public var id: String
    /// The reason of the error.
    public var reason: Reason
    /// Similar names of zones; `nil` if no folder contains the zone database.
    let suggestions: [String]?

    package init(id: String, reason: Reason, suggestions: [String]? = nil) {
        self.id = id
        self.reason = reason
        self.suggestions = suggestions
    }

    public var description: String {
        if let suggestions, !suggestions.isEmpty {
            return "\"\(id)\" is not a name of the zone database\(NearestNames.question(suggestions))"
        }
        return switch reason {
        case .invalidName:
            "\"\(id)\" is not a time zone name: expected one like America/New_York, or GMT+hh:mm"
        case .missing(let folders) where suggestions != nil:
            "\"\(id)\" is not a name of the zone database in \(folders.joined(separator: ", ")): "
                + "expected one like America/New_York, or GMT+hh:mm"
        case .missing(let folders):
            "no time zone \"\(id)\" in \(folders.joined(separator: ", ")): "
                + "install the system's time zone files, or set TZDIR to a folder of them"
        case .malformed(let what):
            "the file of time zone \"\(id)\" is damaged: \(what)"
        }
    }
}
