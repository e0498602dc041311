import CatalogSync
import SystemFiles

/// Follows a source into a catalog file until a signal or the source ends it.
///
/// SIGTERM and SIGINT end it with everything kept, a second one at once; SIGHUP asks the source again now. Changes are
/// in the catalog's journal before they are reported, and in the file, where other commands see them, some seconds
/// later.
struct Following {
    private let follower: CatalogFollower

    /// The catalog that is kept current.
    var catalog: LiveCatalog { follower.catalog }

    /// - Parameters:
    ///   - path: The path of the catalog, which is created if necessary.
    ///   - option: The name of the option for the path.
    ///   - catalogOptions: The options of the catalog. Other processes that want the catalog see its program.
    ///   - transforming: The rules for incoming profiles; `nil` for none.
    ///   - rules: The limits for removing instruments.
    init(
        _ address: SourceAddress, path: String, as option: String, _ catalogOptions: LiveCatalogOptions,
        connection: LiveOptions, transforming: Transforming?, rules: SnapshotRules
    ) throws {
        var uses = PathConflicts(reading: [address] + (transforming?.addresses ?? []))
        try uses.replaceCatalog(at: path, as: option)
        var followerOptions = CatalogFollowerOptions()
        followerOptions.connection = connection
        followerOptions.connection.ingest.rewriter = transforming?.rewriter
        followerOptions.rules = rules
        followerOptions.compaction = .soon
        follower = CatalogFollower(
            address, into: try LiveCatalog.open(path: path, options: catalogOptions), options: followerOptions)
    }

    /// Runs to the end.
    ///
    /// - Parameter take: called for each event, one after the other.
    /// - Throws: `Failure` if the source can never be read again.
    func run(_ take: @escaping @Sendable (CatalogFollowerEvent) throws -> Void) async throws {
        let supervisor = SystemdNotifier.current
        try Signals.take([.terminate, .interrupt, .hangup]) { [follower] signal in
            if signal == .hangup { return follower.refresh() }
            supervisor?.tell("STOPPING=1", "STATUS=writing the catalog file")
            follower.close()
        }
        do {
            try await follower.run { [follower] event in
                switch event {
                case .began: supervisor?.tell("READY=1", "STATUS=following \(follower.address)")
                case .source(.state(let state), _, _): supervisor?.tell("STATUS=\(state.words)")
                default: break
                }
                try take(event)
            }
        } catch let fault as LiveFault {
            throw Failure(fault)
        }
    }
}

extension Failure {
    /// The end that a fault makes of a command.
    init(_ fault: LiveFault) {
        switch fault.kind {
        case .source(let error): self.init(Self.code(of: error), "\(fault.reason)")
        case .silent: self.init(.inputOutput, "\(fault.reason)")
        case .malformed, .warning, .tooManyMalformed, .damagedSnapshot, .notProfiles, .empty, .incomplete, .ended:
            self.init(.badInput, "\(fault.reason)")
        }
    }
}
