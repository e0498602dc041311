public import Foundation

/// The folder of recorded behavior: `IPF_CONFORMANCE`, or `../shared/conformance` beside the checkout.
public enum Conformance {
    /// The folder; `nil` if it doesn't exist. Tests that need the folder are then skipped with a message.
    public static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["IPF_CONFORMANCE"]
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder =
            named.map { URL(filePath: $0, relativeTo: root).standardizedFileURL }
            ?? root.appending(path: "../shared/conformance").standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// The folder of real files beside it (`../shared/data`); `nil` if it doesn't exist.
    public static let data: URL? = {
        guard let data = folder?.deletingLastPathComponent().appending(path: "data") else { return nil }
        return FileManager.default.fileExists(atPath: data.path) ? data : nil
    }()
}
