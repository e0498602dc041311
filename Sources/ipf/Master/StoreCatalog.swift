import CatalogHistory

#if Master
    import Essentials
    import InstrumentCatalog
    import MasterStore
    import SystemFiles

    /// Opens catalogs of a store's batches, and keeps them in the user's cache folder.
    enum StoreCatalog {
        /// Opens the catalog of a moment. Builds it if it is not in the cache.
        ///
        /// - Throws: `MasterStoreError`; `CatalogError`, or an error of the system, if the catalog can't be written.
        static func open(_ address: MasterAddress, at moment: BitemporalSelector) throws -> Catalog {
            let connection = try MasterConnection(address)
            try MasterSchema.check(connection)
            let state = try connection.state(at: moment)
            let folder = try CacheFolder(.master)
            let path = folder.path("\(name(of: state)).ipfc")
            let catalog = MasterCatalog()
            if let kept = try? Catalog.open(path), catalog.isBuilt(kept, from: connection, of: state) { return kept }
            _ = try catalog.build(from: connection, of: state, to: path)
            // Omit segments here, because the segment of each year is kept.
            let catalogs = folder.catalogs.filter { SegmentName(URL(filePath: $0).lastPathComponent) == nil }
            folder.removeOld(of: catalogs, but: path)
            return try Catalog.open(path)
        }

        /// Returns the name of the file of a state. The notes in the file distinguish states whose names are equal by
        /// chance.
        private static func name(of state: BitemporalState) -> String {
            let ids = state.correctionIDs.map(String.init).joined(separator: ",")
            let corrected = ids.isEmpty ? "" : "-\(String(ByteHash.hash(ids.utf8Span.span), radix: 16))"
            return "\(state.batch.identity)\(corrected)"
        }

        /// Opens the catalogs of the instruments that were removed before a moment, newest year first.
        ///
        /// - Throws: the errors of `open(_:at:)`; a `Failure` if a removed instrument was corrected afterwards, because
        ///   the catalogs contain what was published.
        static func openExpired(_ address: MasterAddress, at moment: BitemporalSelector) throws -> [Catalog] {
            let connection = try MasterConnection(address)
            try MasterSchema.check(connection)
            let state = try connection.state(at: moment)
            if let symbol = try connection.correctedRemoval(in: state) {
                throw Failure(
                    .badInput,
                    "\(symbol) was removed before that moment, and corrected afterwards; leave out --expired, or name the "
                        + "batch \(state.batch.seq) instead of the moment, for the instruments as they were published")
            }
            let folder = try CacheFolder(.master)
            let segments = SegmentWriter(
                try SegmentFolder(folder.path), keep: CacheFolder.keptCount(.master), mayForget: true)
            let written = try segments.writeExpired(from: connection, at: .batch(state.batch.seq))
            return try written.filter { $0.kept == nil }.map {
                try Catalog.open(folder.path("\($0.name)"))
            }
        }
    }
#endif
