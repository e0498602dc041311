import Ingest
import SystemFiles

/// An object that a command writes: `-o s3://BUCKET/KEY`. The command first writes a file, and uploads the file when it
/// is complete.
struct ObjectOutput {
    let address: ObjectAddress
    private let store: ObjectStore

    /// Parses an address; `nil` if the text is a path.
    ///
    /// - Throws: `IngestError` if the address of an object is invalid.
    init?(_ text: String) throws {
        guard text.lowercased().hasPrefix("s3://") else { return nil }
        guard let object = try SourceAddress(parsing: text).object else { return nil }
        address = object
        store = try ObjectStore(bucket: object.bucket)
    }

    /// Downloads the existing object into a file.
    ///
    /// - Returns: The condition for the upload, so that the upload fails if the object has changed since the download.
    func fetch(to path: String) throws -> ObjectStore.Condition {
        guard try store.head(address.key) != nil else { return .nothing }
        return try store.get(address.key, to: path)?.etag.map { .version(etag: $0) } ?? .anything
    }

    /// Uploads a file.
    func send(_ file: OpenFile, if condition: ObjectStore.Condition = .anything) throws {
        try store.put(file, as: address.key, if: condition)
    }

    /// Uploads the file at a path.
    func send(_ path: String, if condition: ObjectStore.Condition = .anything) throws {
        try store.put(file: path, as: address.key, if: condition)
    }
}
