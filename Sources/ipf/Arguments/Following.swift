import CatalogSync
import SystemFiles

/// Follows a source into a catalog file until a signal arrives or the source fails permanently.
///
/// After the first SIGTERM or SIGINT, all changes are stored and the process ends; a second signal ends it at once.
/// SIGHUP requests the source again immediately. Changes are written to the catalog's journal before they are reported.
/// Other commands see the changes some seconds later, when they are in the file.
struct Following {
    private let follower: CatalogFollower

    /// The catalog that follows the source.
    var catalog: LiveCatalog { follower.catalog }

    /// - Parameters:
    ///   - path: The path of the catalog, which is created if necessary.
    ///   - option: The name of the option for the path.
    ///   - catalogOptions: The options of the catalog. Their `program` is shown to other processes that need the lock
    ///     of the catalog.
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
        followerOptions.connection.ingest.rewrite(with: transforming?.rewriter)
        followerOptions.rules = rules
        followerOptions.compaction = .soon
        follower = CatalogFollower(
            address, into: try LiveCatalog.open(path: path, options: catalogOptions), options: followerOptions)
    }

    /// Follows the source until the following ends.
    ///
    /// - Parameter take: Called for each event. The calls do not overlap.
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
    /// Creates the failure of a command that ends because of a permanent fault of its source.
    init(_ fault: LiveFault) {
        switch fault.kind {
        case .source(let error): self.init(Self.code(of: error), "\(fault.reason)")
        case .silent: self.init(.inputOutput, "\(fault.reason)")
        case .malformed, .warning, .tooManyMalformed, .damagedSnapshot, .notProfiles, .empty, .incomplete, .ended:
            self.init(.badInput, "\(fault.reason)")
        }
    }
}
