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
