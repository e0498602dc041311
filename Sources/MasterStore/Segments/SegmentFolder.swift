package import Ingest
internal import InstrumentCatalog
internal import SystemFiles

/// Where the segments of one store lie: a folder, or the objects of a bucket whose keys begin alike.
///
/// ```swift
/// let folder = try SegmentFolder("s3://firm-data/segments")
/// for segment in try folder.segments() { print(segment) }        // whole ones, the newest first
/// ```
package struct SegmentFolder: Sendable, CustomStringConvertible {
    enum Place {
        case folder(String)
        case objects(ObjectStore)
    }

    let place: Place
    /// As it was given.
    package let description: String

    /// A folder's path, or `s3://BUCKET[/FOLDER]`.
    ///
    /// - Parameter options: how an object store is asked.
    /// - Throws: `IngestError` of kind `invalidAddress` for what can't be a bucket's name or the beginning of keys.
    package init(_ name: String, options: IngestOptions = IngestOptions()) throws(IngestError) {
        description = name
        place =
            name.lowercased().hasPrefix("s3://")
            ? .objects(try ObjectStore(parsing: name, options: options)) : .folder(name)
    }

    /// The segments that are there whole, the newest first.
    ///
    /// - Throws: `MasterStoreError` of kind `segment`, `IngestError` where they can't be listed.
    package func segments() throws -> [SegmentName] {
        let names = try names()
        return names.compactMap { SegmentName($0) }.filter { names.contains($0.sum) }.sorted(by: SegmentName.precedes)
    }

    /// All names that are there.
    func names() throws -> Set<String> {
        switch place {
        case .folder(let folder):
            return Set(
                try Self.files(folder, "can't be listed") { () throws(FileFault) in try Folder.names(in: folder) })
        case .objects(let store): return Set(try store.list().map(\.name))
        }
    }

    // MARK: Writing

    /// Makes the folder where there is none yet; a bucket must be there.
    ///
    /// - Throws: `MasterStoreError` of kind `segment` where it can't be made.
    func make() throws {
        guard case .folder(let folder) = place else { return }
        try Self.files(folder, "can't be made") { () throws(FileFault) in try Folder.make(folder) }
    }

    /// Puts a segment there, then its checksum.
    ///
    /// - Parameter build: writes the file at a path.
    /// - Throws: `MasterStoreError` of kind `segment`, `IngestError`; what `build` throws. Without its checksum a segment isn't there.
    func write(_ segment: SegmentName, _ build: (String) throws -> Void) throws {
        switch place {
        case .folder(let folder):
            let path = "\(folder)/\(segment)"
            // What is written anew is not there meanwhile.
            Folder.removeFile("\(folder)/\(segment.sum)")
            try build(path)
            let sum = try SegmentSum(ofFile: path)
            try Self.files(folder, "can't be written") { () throws(FileFault) in
                try sum.write(segment, to: "\(folder)/\(segment.sum)")
            }
        case .objects(let store):
            let path = Self.temporaryPath
            let sumPath = path + SegmentName.sumSuffix
            defer { for path in [path, sumPath] { Folder.removeFile(path) } }
            try store.delete(segment.sum)
            try build(path)
            let sent = try store.put(file: path, as: "\(segment)")
            let sum = try sent.sha256.map { SegmentSum(hexadecimal: $0) } ?? SegmentSum(ofFile: path)
            try Self.files(sumPath, "can't be written") { () throws(FileFault) in try sum.write(segment, to: sumPath) }
            try store.put(file: sumPath, as: segment.sum)
        }
    }

    /// Removes a segment: its checksum first, so that nobody takes what is left.
    ///
    /// - Throws: `IngestError` where the object store refuses.
    func remove(_ segment: SegmentName) throws {
        for name in [segment.sum, "\(segment)"] {
            switch place {
            case .folder(let folder): Folder.removeFile("\(folder)/\(name)")
            case .objects(let store): try store.delete(name)
            }
        }
    }

    // MARK: Files

    /// A file that is removed when it was used.
    static var temporaryPath: String {
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(Folder.forTemporaryFiles)/ipf-segment-\(Processes.current)-\(number)"
    }

    static func files<Value>(
        _ path: String, _ what: String, _ work: () throws(FileFault) -> Value
    ) throws(MasterStoreError) -> Value {
        do throws(FileFault) {
            return try work()
        } catch {
            throw MasterStoreError(.segment, "\(path) \(what): \(error.words)")
        }
    }
}

/// Segments on their way to this machine.
extension SegmentFolder {
    /// Replaces the file at a path by a segment, once all of it is on the disk and has the checksums that it was written with.
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

    /// Puts a segment into a folder of this machine, with its checksum beside it.
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
