import Ingest

extension LiveState {
    /// As logs and systemd's status say it.
    var words: String {
        switch self {
        case .notConnected: "not connected"
        case .connecting: "connecting"
        case .connected: "connected"
        case .completed: "first snapshot complete"
        case .closed: "closed"
        }
    }
}
