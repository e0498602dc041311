internal import InstrumentCatalog
internal import Logging
internal import Synchronization

/// The audiences of a service, and the choice among them by token. This is the only place where the unrestricted
/// catalog is reached.
final class Audiences: Sendable {
    private struct State {
        var entitlements: Entitlements?
        /// The audiences of restricted entitlements, by rights.
        var restricted: [RecordRights: Audience] = [:]
        /// The numbers by which running hubs stop; `nil` if the service does not run.
        var hubs: [RecordRights?: Int]?
        /// The errors of restricting the current state.
        var faults: [RecordRights: String] = [:]
    }

    /// Whether the service has entitlements. This never changes while it runs.
    let isLimited: Bool
    /// The audience of all clients without entitlements, and of entitlements that limit nothing.
    private let everyone: Audience
    /// The audience of open routes if there are entitlements: its catalog is empty.
    private let nobody: Audience
    private let source: ServedCatalog
    private let options: ServerOptions
    private let logger: Logger
    private let metrics: ServiceMetrics
    private let state = Mutex(State())

    init(_ source: ServedCatalog, _ options: ServerOptions, _ logger: Logger, _ metrics: ServiceMetrics) {
        (self.source, self.options, self.logger, self.metrics) = (source, options, logger, metrics)
        isLimited = options.entitlements != nil
        everyone = Audience(source, options, logger, metrics)
        nobody = Audience(ServedCatalog(.empty, modified: 0), options, logger, metrics)
        if let entitlements = options.entitlements { replace(entitlements) }
    }

    /// The audience of requests without a token.
    var open: Audience { isLimited ? nobody : everyone }

    /// The number of open streams of all audiences.
    var streams: Int { all.reduce(0) { $0 + $1.hub.count } }

    private var all: [Audience] { [everyone] + state.withLock { Array($0.restricted.values) } }

    /// Returns the permission of a token; `nil` if the token is unknown.
    func admission(of token: [UInt8]) -> Admission? {
        state.withLock { state in
            guard let entitlements = state.entitlements, let person = entitlements.person(withToken: token),
                let rights = entitlements.rights[person.entitlement]
            else { return nil }
            guard let audience = rights.areUnlimited ? everyone : state.restricted[rights] else { return nil }
            return Admission(audience: audience, person: person)
        }
    }

    // MARK: Replacing

    /// Replaces the entitlements from the next request on.
    ///
    /// Tokens and rights apply at once. Requests of new rights get status 503 until their catalog is built. Streams
    /// end if a token of their audience is no longer valid; clients with a valid one connect again.
    func replace(_ entitlements: Entitlements) {
        let used = Set(entitlements.persons.values.compactMap { entitlements.rights[$0.entitlement] })
        let (new, old, ended) = state.withLock { state in
            var (new, old): ([Audience], [Audience]) = ([], [])
            for (rights, audience) in state.restricted where !used.contains(rights) {
                old.append(audience)
                state.restricted[rights] = nil
                state.faults[rights] = nil
                if let number = state.hubs?.removeValue(forKey: rights) { audience.hub.stop(number) }
            }
            for rights in used where !rights.areUnlimited && state.restricted[rights] == nil {
                let audience = audience(of: rights)
                state.restricted[rights] = audience
                if state.hubs != nil { state.hubs![rights] = audience.hub.start() }
                new.append(audience)
            }
            var ended: [Audience] = []
            for (hash, person) in state.entitlements?.persons ?? [:] {
                guard let rights = state.entitlements?.rights[person.entitlement] else { continue }
                let kept = entitlements.persons[hash].flatMap { entitlements.rights[$0.entitlement] }
                if kept == rights { continue }
                if let audience = rights.areUnlimited ? everyone : state.restricted[rights] { ended.append(audience) }
            }
            state.entitlements = entitlements
            return (new, old, ended)
        }
        metrics.countRequests(of: Array(entitlements.rights.keys))
        for audience in ended { audience.hub.endStreams() }
        for audience in new { audience.restricted?.start() }
        for audience in old {
            audience.hub.close()
            audience.restricted?.close()
        }
        if !old.isEmpty { reportFaults() }
    }

    private func audience(of rights: RecordRights) -> Audience {
        let restricted = RestrictedCatalog(source, rights, logger) { [weak self] error in self?.note(error, rights) }
        return Audience(restricted.served, restricted: restricted, options, logger, metrics)
    }

    /// Stores the result of an attempt to restrict the catalog.
    private func note(_ error: (any Error)?, _ rights: RecordRights) {
        let isNew = state.withLock { state in
            // The rights may have been replaced meanwhile.
            if state.restricted[rights] == nil { return false }
            let isNew = error != nil && state.faults[rights] == nil
            state.faults[rights] = error.map { "\($0)" }
            return isNew
        }
        reportFaults()
        guard isNew, let error else { return }
        source.noteFailure()
        logger.error(
            "could not restrict the catalog; its entitlements still see the previous one",
            metadata: ["reason": "\(error)"])
    }

    /// Makes `/readyz` say whether all restricted catalogs are current.
    private func reportFaults() {
        let fault = state.withLock { $0.faults.values.min() }
        if let fault { source.parts.refuse(.restricted, fault) } else { source.parts.accept(.restricted) }
    }

    // MARK: Running

    /// Waits until all restricted catalogs contain the current state, except those that are read from a master.
    func settle() { for audience in all { audience.restricted?.settle() } }

    /// Begins to send changes to streams.
    func start() {
        state.withLock { state in
            state.hubs = [nil: everyone.hub.start()]
            for (rights, audience) in state.restricted { state.hubs![rights] = audience.hub.start() }
        }
    }

    /// Sends a heartbeat to every stream.
    func beat() { for audience in all { audience.hub.beat() } }

    /// Ends all streams after their pending bytes, and refuses new ones.
    func closeStreams() { for audience in all { audience.hub.close() } }

    /// Stops following the served catalog, and removes temporary files.
    func stop() {
        let (hubs, audiences) = state.withLock { state in
            defer { state.hubs = nil }
            return (state.hubs ?? [:], state.restricted)
        }
        for (rights, number) in hubs { (rights.flatMap { audiences[$0] } ?? everyone).hub.stop(number) }
        for audience in audiences.values { audience.restricted?.close() }
    }
}
