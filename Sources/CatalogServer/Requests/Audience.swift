internal import InstrumentCatalog
internal import Logging

/// The state that answers the requests of one entitlement: its catalog, and everything that is derived from it.
///
/// Routes reach instruments only through the audience of their request. So their answers, streams and caches never mix
/// those of different entitlements.
final class Audience: Sendable {
    /// The catalog that new requests see.
    let catalog: ServedCatalog
    let bodies: PublishedBodies
    let pictures: PictureCache
    let hub: ChangeHub
    let past: PastSnapshots
    let changes: ChangePages
    /// The restricted catalog; `nil` if nothing is restricted.
    let restricted: RestrictedCatalog?

    /// Whether the audience sees everything.
    var isUnlimited: Bool { restricted == nil }

    init(
        _ catalog: ServedCatalog, restricted: RestrictedCatalog? = nil, _ options: ServerOptions, _ logger: Logger,
        _ metrics: ServiceMetrics
    ) {
        self.catalog = catalog
        self.restricted = restricted
        bodies = PublishedBodies(logger)
        pictures = PictureCache(limit: options.limits.pictureBytes)
        hub = ChangeHub(catalog, bodies, options, logger: logger, dropped: metrics.droppedStreams)
        past = PastSnapshots(kept: options.limits.pastStates, running: options.limits.pastQuestions)
        changes = ChangePages(catalog)
    }
}

/// The permission of a request.
struct Admission: Sendable {
    let audience: Audience
    /// The person and the entitlement; `nil` if the service has no entitlements, or the route needs no token.
    let person: Entitlements.Person?
    /// The number of times that the audience's streams were ended before the admission. If they are ended again before
    /// the request's stream begins, the token may have been revoked.
    let endings: Int

    init(audience: Audience, person: Entitlements.Person? = nil) {
        (self.audience, self.person, endings) = (audience, person, audience.hub.endings)
    }
}
