internal import Ingest
internal import InstrumentCatalog
internal import SystemFiles

/// Segments on their way to this machine.
extension SegmentFolder {
    /// Puts a segment at a path, in place of what is there, once all of it is on the disk, and has the checksums that it was written with.
    ///
    /// - Throws: `MasterStoreError` of kind `segment` where it is torn or damaged, or not what its name says; `IngestError`;
    ///   `CatalogError`. Then nothing is put there.
    /// - Complexity: O(bytes), which are read once and written once.
    func fetch(_ segment: SegmentName, to path: String) throws {
        let arriving = path + ".arriving"
        defer { Folder.removeFile(arriving) }
        let wanted: SegmentSum
        let found: SegmentSum
        switch place {
        case .folder(let folder):
            wanted = try SegmentSum(of: segment, at: "\(folder)/\(segment.sum)")
            found = try Self.files("\(folder)/\(segment)", "can't be copied to \(arriving)") { () throws(FileFault) in
                try SegmentSum.copy("\(folder)/\(segment)", to: arriving)
            }
        case .objects(let store):
            _ = try store.get(segment.sum, to: arriving)
            wanted = try SegmentSum(of: segment, at: arriving)
            let info = try store.get("\(segment)", to: arriving)
            found = try info?.sha256.map { SegmentSum(hexadecimal: $0) } ?? SegmentSum(ofFile: arriving)
        }
        guard found == wanted else {
            throw MasterStoreError(
                .segment, "\(self): \(segment) has the SHA-256 \(found), expected \(wanted): it was cut off or changed")
        }
        let catalog = try Catalog.open(arriving)
        try catalog.verify()
        let identity = SnapshotIdentity(notes: catalog.notes)
        guard identity == segment.identity else {
            throw MasterStoreError(
                .segment,
                "\(self): \(segment) holds batch \(identity.map { "\($0)" } ?? "of no store"); its name is wrong")
        }
        try Self.files(path, "can't be written") { () throws(FileFault) in
            try Folder.rename(arriving, to: path)
            try Folder.sync(of: path)
        }
    }

    /// The same into a folder of segments of this machine, with its checksum beside it.
    func fetch(_ segment: SegmentName, into folder: String) throws {
        let path = "\(folder)/\(segment)"
        try SegmentFolder(folder).make()
        try fetch(segment, to: path)
        let sum = try SegmentSum(ofFile: path)
        try Self.files(folder, "can't be written") { () throws(FileFault) in
            try sum.write(segment, to: "\(folder)/\(segment.sum)")
        }
    }

    /// Does something with a segment's catalog.
    ///
    /// - Throws: as `fetch(_:to:)`; what `body` throws.
    func withCatalog<Result>(of segment: SegmentName, _ body: (Catalog) throws -> Result) throws -> Result {
        if case .folder(let folder) = place { return try body(try Catalog.open("\(folder)/\(segment)")) }
        let path = Self.temporaryPath
        defer { Folder.removeFile(path) }
        try fetch(segment, to: path)
        return try body(try Catalog.open(path))
    }
}
