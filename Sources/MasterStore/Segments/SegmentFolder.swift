package import Ingest
internal import InstrumentCatalog
internal import SystemFiles

/// The location of a store's segments: a folder, or the objects of a bucket whose keys share a prefix.
///
/// ```swift
/// let folder = try SegmentFolder("s3://firm-data/segments")
/// for segment in try folder.segments() { print(segment) }        // complete ones, newest first
/// ```
package struct SegmentFolder: Sendable, CustomStringConvertible {
    enum Place {
        case folder(String)
        case objects(ObjectStore)
    }

    let place: Place
    /// The name as given.
    package let description: String

    /// Creates a location from a folder's path, or from `s3://BUCKET[/FOLDER]`.
    ///
    /// - Parameter options: The options for requests to an object store.
    /// - Throws: `IngestError` of kind `invalidAddress` if the name of the bucket or the prefix of keys is not valid.
    package init(_ name: String, options: IngestOptions = IngestOptions()) throws(IngestError) {
        description = name
        place =
            name.lowercased().hasPrefix("s3://")
            ? .objects(try ObjectStore(parsing: name, options: options)) : .folder(name)
    }

    /// Returns the complete segments, newest first.
    ///
    /// - Throws: `MasterStoreError` of kind `segment`, or `IngestError`, if the segments cannot be listed.
    package func segments() throws -> [SegmentName] {
        let names = try names()
        return names.compactMap { SegmentName($0) }.filter { names.contains($0.sum) }.sorted(by: SegmentName.precedes)
    }

    /// Returns the names of all files or objects, not only of segments.
    func names() throws -> Set<String> {
        switch place {
        case .folder(let folder):
            return Set(
                try Self.files(folder, "can't be listed") { () throws(FileFault) in try Folder.names(in: folder) })
        case .objects(let store): return Set(try store.list().map(\.name))
        }
    }

    // MARK: Writing

    /// Creates the folder if it does not exist. A bucket must exist.
    ///
    /// - Throws: `MasterStoreError` of kind `segment` if the folder cannot be created.
    func make() throws {
        guard case .folder(let folder) = place else { return }
        try Self.files(folder, "can't be created") { () throws(FileFault) in try Folder.make(folder) }
    }

    /// Writes a segment, and then its checksum. A segment without a checksum counts as absent.
    ///
    /// - Parameter build: Writes the segment's file to the given path.
    /// - Throws: `MasterStoreError` of kind `segment`, `IngestError`, or the error that `build` throws.
    func write(_ segment: SegmentName, _ build: (String) throws -> Void) throws {
        switch place {
        case .folder(let folder):
            let path = "\(folder)/\(segment)"
            // Remove the checksum first, so that the segment counts as absent while it is rewritten.
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

    /// Removes a segment. The checksum is removed first, so that no reader uses a partly removed segment.
    ///
    /// - Throws: `IngestError` if the object store refuses.
    func remove(_ segment: SegmentName) throws {
        for name in [segment.sum, "\(segment)"] {
            switch place {
            case .folder(let folder): Folder.removeFile("\(folder)/\(name)")
            case .objects(let store): try store.delete(name)
            }
        }
    }

    // MARK: Files

    /// A path for a temporary file. The caller removes the file after use.
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

/// Copies segments to this machine.
extension SegmentFolder {
    /// Replaces the file at a path by a segment. The segment is verified first: its SHA-256, its sections' checksums,
    /// and the batch in its name.
    ///
    /// - Throws: `MasterStoreError` of kind `segment` if the segment is incomplete, damaged or misnamed; `IngestError`;
    ///   `CatalogError`. The file at the path is then unchanged.
    /// - Complexity: O(bytes).
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
                .segment,
                "\(self): \(segment) has the SHA-256 \(found), expected \(wanted): it is truncated or was changed")
        }
        let catalog = try Catalog.open(arriving)
        try catalog.verify()
        let identity = SnapshotIdentity(notes: catalog.notes)
        guard identity == segment.identity else {
            throw MasterStoreError(
                .segment,
                "\(self): \(segment) contains \(identity.map { "batch \($0)" } ?? "no batch"); its name is wrong")
        }
        try Self.files(path, "can't be written") { () throws(FileFault) in
            try Folder.rename(arriving, to: path)
            try Folder.sync(of: path)
        }
    }

    /// Fetches a segment into a local folder, and writes its checksum beside it.
    func fetch(_ segment: SegmentName, into folder: String) throws {
        let path = "\(folder)/\(segment)"
        try SegmentFolder(folder).make()
        try fetch(segment, to: path)
        let sum = try SegmentSum(ofFile: path)
        try Self.files(folder, "can't be written") { () throws(FileFault) in
            try sum.write(segment, to: "\(folder)/\(segment.sum)")
        }
    }

    /// Runs `body` with the catalog of a segment.
    ///
    /// - Throws: The errors of `fetch(_:to:)`, or the error that `body` throws.
    func withCatalog<Result>(of segment: SegmentName, _ body: (Catalog) throws -> Result) throws -> Result {
        if case .folder(let folder) = place { return try body(try Catalog.open("\(folder)/\(segment)")) }
        let path = Self.temporaryPath
        defer { Folder.removeFile(path) }
        try fetch(segment, to: path)
        return try body(try Catalog.open(path))
    }
}
