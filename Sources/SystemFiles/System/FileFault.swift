/// The reason why a file cannot be opened, read or written. Other modules wrap it in their own errors, which name the
/// file.
package enum FileFault: Error, Hashable, Sendable {
    /// The system refused `action`, such as "replace" or "write", for the file.
    case system(action: String, SystemError)
    /// The file is not suitable. The value is a description, and the remedy.
    case unfit(String)
    /// The file was replaced, but the system refused `action`, which makes the new file durable. If the machine
    /// crashes, the old file may reappear.
    case unsynced(action: String, SystemError)

    /// Creates a fault for `action` from the current `errno`.
    static func current(_ action: String) -> FileFault { .system(action: action, .current) }

    /// The reason in short form: `Is a directory`, `is a device, …`.
    package var words: String {
        switch self {
        case .system(_, let error), .unsynced(_, let error): error.words
        case .unfit(let reason): reason
        }
    }

    /// The reason with the action: `can't replace it: Is a directory`, `is a device, …`.
    package var reason: String {
        switch self {
        case .system(let action, _): "can't \(action) it: \(words)"
        case .unfit(let reason): reason
        case .unsynced(let action, _): "was replaced, but may not be on disk yet: can't \(action) it: \(words)"
        }
    }

    /// The error of the system; `nil` for `unfit`.
    package var error: SystemError? {
        switch self {
        case .system(_, let error), .unsynced(_, let error): error
        case .unfit: nil
        }
    }
}
