/// Why a file can't be opened, read or written. Each module makes its own error of it, which names the file.
package enum FileFault: Error, Hashable, Sendable {
    /// The system refused to do `action` ("replace", "write", …) with the file.
    case system(action: String, SystemError)
    /// The file can't be used for this: what it is, and how to go on.
    case unfit(String)
    /// The file was replaced, but the system refused to do `action` to bring its new name to the disk: after a crash of the
    /// machine the old file may be there again.
    case unsynced(action: String, SystemError)

    /// What the system refused just now.
    static func current(_ action: String) -> FileFault { .system(action: action, .current) }

    /// `Is a directory`, `is a device, …`
    package var words: String {
        switch self {
        case .system(_, let error), .unsynced(_, let error): error.words
        case .unfit(let reason): reason
        }
    }

    /// `can't replace it: Is a directory`, `is a device, …`
    package var reason: String {
        switch self {
        case .system(let action, _): "can't \(action) it: \(words)"
        case .unfit(let reason): reason
        case .unsynced(let action, _): "was replaced, but the disk may not have that yet: can't \(action) it: \(words)"
        }
    }

    /// What the system said; `nil` where it did not refuse.
    package var error: SystemError? {
        switch self {
        case .system(_, let error), .unsynced(_, let error): error
        case .unfit: nil
        }
    }
}
