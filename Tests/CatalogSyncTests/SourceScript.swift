import CatalogSync
import Synchronization
import TestSupport

/// Symbols with their descriptions: the data of a source, or of a catalog.
typealias Truth = [String: String]

/// Texts and answers of scripted sources.
enum Script {
    static let format = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n#REMOVED::=TYPE,SYMBOL,DESCRIPTION\n"
    static let liveHead = Array("HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n".utf8)

    /// A snapshot without `##COMPLETE`.
    static func text(_ truth: Truth) -> String {
        format + truth.sorted { $0.key < $1.key }.map { "STOCK,\($0.key),\($0.value)\n" }.joined()
    }

    /// A whole snapshot.
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

    /// `+A`, `~B`, `-C`
    static func name(_ change: CatalogChange) -> String {
        switch change {
        case .added(let profile): "+\(profile.symbol)"
        case .updated(_, let profile): "~\(profile.symbol)"
        case .removed(let profile): "-\(profile.symbol)"
        }
    }
}

/// A catalog that follows a scripted server; waits take no time.
final class FollowingSession: Sendable {
    private let folder: TemporaryFolder
    let follower: CatalogFollower
    private let taken = Mutex<[CatalogChange]>([])
    private let failure = Mutex<(any Error)?>(nil)

    /// - Parameter path: the catalog's file; `nil` for one of its own.
    init(_ address: String, path: String? = nil, _ change: (inout CatalogFollowerOptions) -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        let catalog = try LiveCatalog.open(path: path ?? folder.path("all.catalog"))
        var options = CatalogFollowerOptions()
        options.connection.clock = TestClock(passing: .seconds(120))
        options.connection.silence = .seconds(100_000)
        change(&options)
        follower = CatalogFollower(try SourceAddress(parsing: address), into: catalog, options: options)
    }

    /// The catalog's present state.
    var state: Truth { Script.state(of: follower.catalog) }

    /// What changed so far.
    var changes: [String] { taken.withLock { $0.map(Script.name) } }

    /// Follows up to the event for which `isLast` returns true.
    func follow(until isLast: @escaping @Sendable (CatalogFollowerEvent) throws -> Bool) async throws {
        let isOver = Mutex(false)
        try await follower.run { [self] event in
            switch event {
            case .source(_, let changes, _), .notKept(_, let changes, _): taken.withLock { $0 += changes }
            default: break
            }
            try isOver.withLock { isOver in
                // Changes that were under way when it was closed.
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
