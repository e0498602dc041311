internal import CatalogHistory
internal import InstrumentCatalog
internal import Scanning

/// The past of a restricted catalog: that of the served catalog, restricted.
struct RestrictedPast: PastSource {
    let base: ServedCatalog
    let rights: RecordRights

    /// The least number of changes that are read at a time, because many of them may not be allowed.
    private static let pageCount = 5000

    func catalog(asOf moment: String, knownAt: String?, now: Catalog) throws -> Catalog {
        let present = base.current.view
        let past = try base.past.catalog(asOf: moment, knownAt: knownAt, now: present)
        return past.version == present.version ? now : try RestrictedCatalog.mapped(past, FieldFilter(rights))
    }

    func mayChange(asOf moment: String) -> Bool { base.past.mayChange(asOf: moment) }

    /// Returns the instruments without the symbols under which they were not allowed.
    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain] {
        try base.past.lives(of: symbol, now: base.current.view).compactMap { chain in
            var allowed = chain
            allowed.links = []
            var isBroken = false
            for var link in chain.links {
                link.life.versions = restricted(link.life.versions)
                // A rename names the symbol before, and the field that did not change.
                if isBroken || link.rename.map({ !rights.allows(field: $0.rename.field) }) == true { link.rename = nil }
                isBroken = link.life.versions.isEmpty
                if !isBroken { allowed.links.append(link) }
            }
            return allowed.links.contains { $0.life.symbol == symbol } ? allowed : nil
        }
    }

    /// Returns the allowed versions, without changes of fields that are not allowed.
    private func restricted(_ all: [SymbolVersion]) -> [SymbolVersion] {
        let filter = FieldFilter(rights)
        var versions: [SymbolVersion] = []
        for var version in all {
            guard let profile = filter.restricted(version.profile) else { continue }
            version.profile = profile
            if let last = versions.last, last.profile == profile, last.to?.seq == version.from.seq {
                (versions[versions.count - 1].to, versions[versions.count - 1].wasRemoved) = (
                    version.to, version.wasRemoved
                )
            } else {
                versions.append(version)
            }
        }
        return versions
    }

    func lineage(of symbol: String) throws -> InstrumentLineage { throw Problem.limited("'lineage'") }

    func changes(after position: ChangePosition, upTo last: SnapshotIdentity, limit: Int) throws -> ChangePage {
        var position = position
        while true {
            let page = try base.past.changes(after: position, upTo: last, limit: max(limit, Self.pageCount))
            let changes = page.changes.compactMap { $0.restricted(rights.restricted) }
            if changes.count > limit {
                let first = Array(changes.prefix(limit))
                return ChangePage(changes: first, next: first[limit - 1].position, hasMore: true)
            }
            if !page.hasMore { return ChangePage(changes: changes, next: page.next, hasMore: false) }
            // The next place may name a symbol that is not allowed.
            if let last = changes.last {
                return ChangePage(changes: changes, next: last.position, hasMore: true)
            }
            position = page.next
        }
    }
}

/// The past of a catalog that is limited to sources. A master does not store earlier records of sources.
struct SourcePast: PastSource {
    func catalog(asOf moment: String, knownAt: String?, now: Catalog) throws -> Catalog { throw Problem.pastOfSources }

    func mayChange(asOf moment: String) -> Bool { false }

    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain] { throw Problem.pastOfSources }

    func lineage(of symbol: String) throws -> InstrumentLineage { throw Problem.limited("'lineage'") }

    func changes(after position: ChangePosition, upTo last: SnapshotIdentity, limit: Int) throws -> ChangePage {
        throw Problem.pastOfSources
    }
}
