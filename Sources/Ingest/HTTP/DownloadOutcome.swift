import Synchronization

/// What a download found out, for the report; written by its thread and read after it ended.
final class DownloadOutcome: Sendable {
    struct Facts {
        var validators = Validators()
        var notModified = false
        var requests = 0
        /// Of an object's body, in hexadecimal; `nil` where none was read to its end.
        var sha256: String?
    }

    private let state = Mutex(Facts())
    /// Called with the head of each response, on the download's thread, before its body.
    let began: @Sendable (ResponseHead) -> Void

    init(began: @escaping @Sendable (ResponseHead) -> Void = { _ in }) { self.began = began }

    var facts: Facts { state.withLock { $0 } }

    func set(_ validators: Validators) { state.withLock { $0.validators = validators } }
    func setNotModified() { state.withLock { $0.notModified = true } }
    func set(sha256: String) { state.withLock { $0.sha256 = sha256 } }
    func countRequest() { state.withLock { $0.requests += 1 } }
}
