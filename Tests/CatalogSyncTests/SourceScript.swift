import CatalogSync
import Synchronization
import TestSupport

/// The data of a source or a catalog: descriptions by symbol.
typealias Truth = [String: String]

/// Texts and responses of scripted sources.
enum Script {
    static let format = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n#REMOVED::=TYPE,SYMBOL,DESCRIPTION\n"
    static let liveHead = Array("HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n".utf8)

    /// Returns a snapshot without `##COMPLETE`.
    static func text(_ truth: Truth) -> String {
        format + truth.sorted { $0.key < $1.key }.map { "STOCK,\($0.key),\($0.value)\n" }.joined()
    }

    /// Returns a complete snapshot.
    static func snapshot(_ truth: Truth) -> [UInt8] { Array((text(truth) + "##COMPLETE\n").utf8) }

    static func state(of catalog: LiveCatalog) -> Truth {
        let view = catalog.view
        var state: Truth = [:]
        view.forEachRow(in: .symbol) { _, row in
            state[view.symbol(at: row)] = view.string(.description, at: row)
            return true
        }
        return state
    }

    /// Returns a change as `+A`, `~B` or `-C`.
    static func name(_ change: CatalogChange) -> String {
        switch change {
        case .added(let profile): "+\(profile.symbol)"
        case .updated(_, let profile): "~\(profile.symbol)"
        case .removed(let profile): "-\(profile.symbol)"
        }
    }
}

/// A catalog that follows a scripted server, with a clock that skips waits.
final class FollowingSession: Sendable {
    private let folder: TemporaryFolder
    let follower: CatalogFollower
    private let taken = Mutex<[CatalogChange]>([])
    private let failure = Mutex<(any Error)?>(nil)

    /// - Parameter path: The catalog file; `nil` for a temporary one.
    init(_ address: String, path: String? = nil, _ change: (inout CatalogFollowerOptions) -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        let catalog = try LiveCatalog.open(path: path ?? folder.path("all.catalog"))
        var options = CatalogFollowerOptions()
        options.connection.clock = TestClock(passing: .seconds(120))
        options.connection.silence = .seconds(100_000)
        change(&options)
        follower = CatalogFollower(try SourceAddress(parsing: address), into: catalog, options: options)
    }

    /// The current data of the catalog.
    var state: Truth { Script.state(of: follower.catalog) }

    /// The changes so far.
    var changes: [String] { taken.withLock { $0.map(Script.name) } }

    /// Follows the source until `isLast` returns true for an event.
    func follow(until isLast: @escaping @Sendable (CatalogFollowerEvent) throws -> Bool) async throws {
        let isOver = Mutex(false)
        try await follower.run { [self] event in
            switch event {
            case .source(_, let changes, _), .notKept(_, let changes, _): taken.withLock { $0 += changes }
            default: break
            }
            try isOver.withLock { isOver in
                // Ignores changes that were in progress when the follower was closed.
                if isOver, case .source = event { return }
                if isOver {
                    _ = try isLast(event)
                    return
                }
                isOver = try isLast(event)
                if isOver { follower.close() }
            }
        }
    }
}
