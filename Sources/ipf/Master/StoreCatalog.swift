#if Master
    import Essentials
    import InstrumentCatalog
    import MasterStore
    import SystemFiles

    /// Catalogs of a store's batches, kept among the user's caches.
    enum StoreCatalog {
        /// So many are kept, the last ones that were built.
        private static let keptCount = 4

        /// The catalog of what was true at a moment.
        ///
        /// - Throws: `MasterStoreError`; `CatalogError`, or the system's error, where it can't be written.
        static func open(_ address: MasterAddress, at moment: StoreMoment) throws -> Catalog {
            let connection = try MasterConnection(address)
            try MasterSchema.check(connection)
            let point = try connection.point(at: moment)
            let folder = try folder()
            let path = folder.appending(path: "\(point.epoch)-\(point.seq).ipfc").path
            let catalog = MasterCatalog(at: .batch(point.seq))
            if let kept = try? Catalog.open(path), catalog.isBuilt(kept, from: connection, at: point) { return kept }
            _ = try catalog.build(from: connection, to: path)
            removeOld(in: folder)
            return try Catalog.open(path)
        }

        /// The catalogs of what was gone at a moment, the newest year first.
        ///
        /// - Throws: as `open(_:at:)`.
        static func openExpired(_ address: MasterAddress, at moment: StoreMoment) throws -> [Catalog] {
            let connection = try MasterConnection(address)
            try MasterSchema.check(connection)
            let folder = try folder()
            let segments = SegmentWriter(try SegmentFolder(folder.path), keep: keptCount, mayForget: true)
            let written = try segments.writeExpired(from: connection, at: moment)
            return try written.filter { $0.kept == nil }.map {
                try Catalog.open(folder.appending(path: "\($0.name)").path)
            }
        }

        /// Who may read a store isn't for this machine's other users to decide.
        private static func folder() throws -> URL {
            let caches = try FileManager.default.url(
                for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            let folder = caches.appending(path: "swift-ipf/master")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return folder
        }

        /// Who has one of them open goes on with it.
        private static func removeOld(in folder: URL) {
            let files =
                ((try? Folder.names(in: folder.path)) ?? []).map { folder.appending(path: $0) }
            func time(_ file: URL) -> Int64 { FileStamp(file.path)?.modified ?? .min }
            // Segments are kept by their years.
            let catalogs = files.filter { $0.pathExtension == "ipfc" && SegmentName($0.lastPathComponent) == nil }
                .sorted { time($0) > time($1) }
            for file in catalogs.dropFirst(keptCount) { try? FileManager.default.removeItem(at: file) }
        }
    }
#endif
