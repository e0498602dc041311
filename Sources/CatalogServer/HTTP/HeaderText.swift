internal import HTTPTypes
internal import Scanning

extension String {
    /// The items of a field such as `Accept`, in their order: names in lower case, and whether `q=0` refuses them (RFC 9110, section
    /// 12.4.2).
    var acceptedItems: some Sequence<(name: String, isRefused: Bool)> {
        split(separator: ",").lazy.compactMap { item in
            let parts = item.split(separator: ";").map { $0.trimmed().lowercased() }
            guard let name = parts.first else { return nil }
            return (name, parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) })
        }
    }
}

extension HTTPField.Name {
    static let host = HTTPField.Name("Host")!
    static let requestID = HTTPField.Name("X-Request-Id")!
    /// The state that an answer is about (`ServedSnapshot.name`).
    static let snapshot = HTTPField.Name("IPF-Snapshot")!
    /// Since when the master that is followed has not answered.
    static let staleSince = HTTPField.Name("IPF-Stale-Since")!
}
