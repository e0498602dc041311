import Synchronization

/// The entity tags of a server's sources by path, which the test changes; initially `"1"`.
final class VersionTags: Sendable {
    private let tags = Mutex<[String: String]>([:])

    subscript(path: String) -> String {
        get { tags.withLock { $0[path] ?? "\"1\"" } }
        set { tags.withLock { $0[path] = newValue } }
    }
}
