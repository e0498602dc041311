/// A path, split at its last slash.
package enum PathNames {
    /// What comes before the last component, with its slash; empty for a name in the current folder.
    static func prefix(of path: String) -> String {
        path.utf8.lastIndex(of: 0x2F).map { String(path.utf8[...$0])! } ?? ""
    }

    /// The folder of a path: `.` for a name in the current folder.
    package static func folder(of path: String) -> String {
        let prefix = prefix(of: path)
        return prefix.isEmpty ? "." : prefix
    }

    /// What comes after the last slash.
    package static func lastComponent(of path: String) -> String {
        path.utf8.lastIndex(of: 0x2F).map { String(path.utf8[path.utf8.index(after: $0)...])! } ?? path
    }
}
