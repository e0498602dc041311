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
        static func open(_ address: MasterAddress, at moment: BatchSelector) throws -> Catalog {
            let connection = try MasterConnection(address)
            try MasterSchema.check(connection)
            let point = try connection.point(at: moment)
            let folder = try CacheFolder(.master)
            let path = folder.path("\(point.identity).ipfc")
            let catalog = MasterCatalog(at: .batch(point.seq))
            if let kept = try? Catalog.open(path), catalog.isBuilt(kept, from: connection, at: point) { return kept }
            _ = try catalog.build(from: connection, to: path)
            // Omit segments here, because the segment of each year is kept.
            let catalogs = folder.catalogs.filter { SegmentName(URL(filePath: $0).lastPathComponent) == nil }
            folder.removeOld(of: catalogs, but: path)
            return try Catalog.open(path)
        }

        /// Opens the catalogs of the instruments that were removed before a moment, newest year first.
        ///
        /// - Throws: the errors of `open(_:at:)`.
        static func openExpired(_ address: MasterAddress, at moment: BatchSelector) throws -> [Catalog] {
            let connection = try MasterConnection(address)
            try MasterSchema.check(connection)
            let folder = try CacheFolder(.master)
            let segments = SegmentWriter(
                try SegmentFolder(folder.path), keep: CacheFolder.keptCount(.master), mayForget: true)
            let written = try segments.writeExpired(from: connection, at: moment)
            return try written.filter { $0.kept == nil }.map {
                try Catalog.open(folder.path("\($0.name)"))
            }
        }
    }
#endif
