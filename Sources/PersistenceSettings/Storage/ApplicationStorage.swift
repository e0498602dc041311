public import Foundation

/// The store that suits an application where it runs.
public enum ApplicationStorage {
    /// User defaults on Apple systems; elsewhere files, in the folder `name` of `XDG_CONFIG_HOME`, or of `.config` in the home
    /// folder: user defaults on Linux may lose what they were given (see `UserDefaultsStorage`).
    ///
    /// - Parameters:
    ///   - name: the application's, a folder name or the name of a suite: `org.example.charts`.
    ///   - environment: the process's own if left out.
    /// - Throws: `StorageError`: `io`, or `invalidKey` where `name` is no folder name.
    public static func standard(
        for name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(StorageError) -> any StorageManager & Sendable {
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
            throw StorageError(
                .invalidKey, key: name, reason: "found “\(name)” as an application's name, expected a folder name")
        }
        #if canImport(Darwin)
            return try UserDefaultsStorage(suite: name)
        #else
            // As the XDG specification has it, a relative path doesn't count.
            let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            let folder = named ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".config")
            return try FileStorage(folder: folder.appending(path: name))
        #endif
    }
}
