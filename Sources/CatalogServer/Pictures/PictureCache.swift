internal import Synchronization

/// The pictures that were drawn last, by their entity tags and addresses.
final class PictureCache: Sendable {
    private struct State {
        var pictures: [String: [UInt8]] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: bytes of all pictures together.
    init(limit: Int) { self.limit = limit }

    /// Returns a picture, drawn by `draw` if it is not there.
    func picture(_ name: String, _ draw: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = state.withLock({ $0.pictures[name] }) { return known }
        let drawn = try draw()
        if drawn.count > limit { return drawn }
        state.withLock { state in
            if state.bytes + drawn.count > limit { state = State() }
            if state.pictures.updateValue(drawn, forKey: name) == nil { state.bytes += drawn.count }
        }
        return drawn
    }
}
