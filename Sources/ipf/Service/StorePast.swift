import CatalogHistory

#if Service && Master
    import CatalogServer
    import InstrumentCatalog
    import MasterStore
    import Synchronization

    /// A source of earlier states for a service that follows a master. It reads them from the store.
    final class StorePast: PastSource {
        private let address: MasterAddress
        /// The connection for reading changes. It remains open, because changes are read after every batch; `nil`
        /// before the first use.
        private let connection = Mutex<MasterConnection?>(nil)

        init(address: MasterAddress) { self.address = address }

        func catalog(asOf moment: String, knownAt: String?, now: Catalog) throws -> Catalog {
            func selector(_ text: String, of parameter: String) throws(PastError) -> BatchSelector {
                do throws(MasterStoreError) { return try BatchSelector(parsing: text) } catch {
                    throw PastError.notAMoment(BatchSelector.forms, parameter: parameter)
                }
            }
            let asked = BitemporalSelector(
                try selector(moment, of: "asOf"), knownAt: try knownAt.map { try selector($0, of: "knownAt") })
            return try named { try StoreCatalog.open(address, at: asked) }
        }

        /// An override may correct what was true at a time, but not what a batch published.
        func mayChange(asOf moment: String) -> Bool {
            if case .time = try? BatchSelector(parsing: moment) { true } else { false }
        }

        func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain] {
            try named {
                let connection = try MasterConnection(address)
                try MasterSchema.check(connection)
                return try connection.transaction(reading: true) { try connection.chains(of: symbol) }
            }
        }

        func lineage(of symbol: String) throws -> InstrumentLineage {
            try named {
                let connection = try MasterConnection(address)
                try MasterSchema.check(connection)
                return try connection.lineage(of: symbol)
            }
        }

        func changes(after position: ChangePosition, upTo last: SnapshotIdentity, limit: Int) throws -> ChangePage {
            try named {
                try connection.withLock { kept in
                    do {
                        if let kept { return try kept.changes(after: position, upTo: last, limit: limit) }
                    } catch let error as MasterStoreError where error.kind == .connectionLost {
                        kept = nil
                    }
                    let connection = try MasterConnection(address)
                    try MasterSchema.check(connection)
                    let page = try connection.changes(after: position, upTo: last, limit: limit)
                    kept = connection
                    return page
                }
            }
        }

        private func named<Result>(_ work: () throws -> Result) throws -> Result {
            do {
                return try work()
            } catch let error as MasterStoreError {
                throw error.kind == .outOfHistory ? PastError.unknownMoment(error.reason) : .away(error.reason)
            }
        }
    }
#endif
