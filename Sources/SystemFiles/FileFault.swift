#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Why a file can't be written. Each target makes its own error of it, which names the file.
package enum FileFault: Error, Hashable, Sendable {
    /// The system refused to do `action` ("replace", "write", …) with the file, by this number.
    case system(action: String, number: Int32)
    /// The file is not one that may be written: what it is, and how to go on.
    case unfit(String)

    /// What the system refused just now.
    static func current(_ action: String) -> FileFault { .system(action: action, number: errno) }

    /// `Is a directory`, `is a device, …`
    package var words: String {
        switch self {
        // SAFETY: the system's text is copied before anything else can ask for one.
        case .system(_, let number): unsafe String(cString: strerror(number))
        case .unfit(let reason): reason
        }
    }

    /// `can't replace it: Is a directory`, `is a device, …`
    package var reason: String {
        switch self {
        case .system(let action, _): "can't \(action) it: \(words)"
        case .unfit(let reason): reason
        }
    }

    /// The system's number; 0 where it did not refuse.
    package var systemError: Int32 {
        if case .system(_, let number) = self { number } else { 0 }
    }
}
