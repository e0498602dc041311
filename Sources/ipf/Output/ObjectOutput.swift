import Ingest
import SystemFiles

/// An object of a store that a command writes: `-o s3://BUCKET/KEY`. It is made as a file first, and sent when that is
/// whole.
struct ObjectOutput {
    let address: ObjectAddress
    private let store: ObjectStore

    /// `nil` if the text is a path.
    ///
    /// - Throws: `IngestError` for an address of an object that can't be one.
    init?(_ text: String) throws {
        guard text.lowercased().hasPrefix("s3://") else { return nil }
        guard let object = try SourceAddress(parsing: text).object else { return nil }
        address = object
        store = try ObjectStore(bucket: object.bucket)
    }

    /// Reads what is there into a file.
    ///
    /// - Returns: what must still be there when the object is written.
    func fetch(to path: String) throws -> ObjectStore.Condition {
        guard try store.head(address.key) != nil else { return .nothing }
        return try store.get(address.key, to: path)?.etag.map { .version(etag: $0) } ?? .anything
    }

    /// Sends a file.
    func send(_ file: OpenFile, if condition: ObjectStore.Condition = .anything) throws {
        try store.put(file, as: address.key, if: condition)
    }

    /// Sends the file at a path.
    func send(_ path: String, if condition: ObjectStore.Condition = .anything) throws {
        try store.put(file: path, as: address.key, if: condition)
    }
}
