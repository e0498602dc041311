import CatalogHistory

#if Service && Master
    import CatalogServer
    import InstrumentCatalog
    import MasterStore

    /// The past states of a service that follows a master, from the store.
    struct StorePast: PastSource {
        let address: MasterAddress

        func catalog(asOf moment: String, now: Catalog) throws -> Catalog {
            let asked: BatchSelector
            do throws(MasterStoreError) {
                asked = try BatchSelector(parsing: moment)
            } catch {
                throw PastError.notAMoment(BatchSelector.forms)
            }
            return try named { try StoreCatalog.open(address, at: asked) }
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

        private func named<Result>(_ work: () throws -> Result) throws -> Result {
            do {
                return try work()
            } catch let error as MasterStoreError {
                throw error.kind == .outOfHistory ? PastError.unknownMoment(error.reason) : .away(error.reason)
            }
        }
    }
#endif
