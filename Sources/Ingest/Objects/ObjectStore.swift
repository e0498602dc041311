internal import SystemFiles

/// The objects of a bucket in an S3-compatible store. All operations block the caller's thread.
///
/// ```swift
/// let store = try ObjectStore(parsing: "s3://firm-data/segments")
/// let written = try store.put(file: "live.ipfc", as: "2026/live.ipfc")
/// let read = try store.get("2026/live.ipfc", to: "copy.ipfc")
/// ```
/// Writes are atomic: if an upload is interrupted, the previous object remains. Uploads include checksums that the
/// store verifies. Downloads are compared with the stored checksum (`BodyChecksum`). Transient failures are retried
/// (`IngestOptions.retry`).
///
/// `IngestOptions.objects` determines the store and the keys. If it is `nil`, environment variables and profiles
/// determine them (`ObjectAccess`).
package struct ObjectStore: Sendable {
    /// The bucket's name.
    package let bucket: String
    /// The prefix of all keys: empty, or ending with a slash.
    package let prefix: String
    private let options: IngestOptions

    /// Creates access to the objects whose keys begin with `prefix`.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` if the bucket's name or the prefix is invalid.
    package init(bucket: String, prefix: String = "", options: IngestOptions = IngestOptions()) throws(IngestError) {
        let folder = prefix.hasSuffix("/") ? prefix.dropLast() : prefix[...]
        let name = "s3://\(bucket)/\(prefix)"
        try ObjectAddress.check(bucket: bucket, in: name)
        if !folder.isEmpty, let fault = ObjectAddress.fault(ofKey: folder) {
            throw IngestError(kind: .invalidAddress, reason: "address: \(fault), in “\(name)”")
        }
        self.bucket = bucket
        self.prefix = folder.isEmpty ? "" : folder + "/"
        self.options = options
    }

    /// Parses `s3://BUCKET[/FOLDER]`.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` if the text has another form.
    package init(parsing text: String, options: IngestOptions = IngestOptions()) throws(IngestError) {
        guard text.lowercased().hasPrefix("s3://") else {
            throw IngestError(
                kind: .invalidAddress, reason: "invalid address “\(text)”; expected s3://BUCKET or s3://BUCKET/FOLDER")
        }
        let rest = text.dropFirst("s3://".count)
        let bucket = rest.prefix { $0 != "/" }
        try self.init(
            bucket: String(bucket), prefix: String(rest[bucket.endIndex...].dropFirst()), options: options)
    }

    /// Returns the address of an object. Its name is the key without `prefix`.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` if the key is invalid.
    package func address(_ name: String) throws(IngestError) -> ObjectAddress {
        try ObjectAddress(bucket: bucket, key: prefix + name)
    }

    /// The metadata of an object.
    package struct Info: Hashable, Sendable {
        /// The size in bytes.
        package var size: Int
        /// The `ETag` that identifies this version, including its quotes; `nil` if the store sent none.
        package var etag: String?
        /// The SHA-256 as 64 hexadecimal digits; `nil` if unknown.
        package var sha256: String?
    }

    // MARK: Reading

    /// Returns the metadata of an object; `nil` if the object does not exist.
    ///
    /// - Throws: `IngestError` if the request fails.
    package func head(_ name: String) throws(IngestError) -> Info? {
        let answer = try client().send(
            ObjectClient.Request(method: .head, bucket: bucket, key: try address(name).key), accepting: [404])
        if answer.head.status == 404 { return nil }
        return Info(
            size: answer.head.contentLength ?? 0, etag: answer.head.headers["etag"],
            sha256: BodyChecksum.kept(answer.head))
    }

    /// Downloads the stored bytes of an object into a file, which is replaced atomically.
    ///
    /// A broken transfer is resumed.
    ///
    /// - Parameter etag: The `ETag` of a version that the caller already has. If that version is current, nothing is
    ///   read or written.
    /// - Returns: The metadata with the SHA-256; `nil` if the object's `ETag` still is `etag`.
    /// - Throws: `IngestError` of kind `notFound` if there is no such object, `corrupt` if the received bytes differ
    ///   from the stored ones, or `unreadable` if the file cannot be written.
    package func get(_ name: String, to path: String, unless etag: String? = nil) throws(IngestError) -> Info? {
        let address = SourceAddress(try address(name))
        var options = options
        options.keepsPacking = true
        options.limits.inflatedBytes = .max
        options.validators = etag.map { Validators(etag: $0) }
        do {
            let replacement = try FileReplacement(FileTarget(path))
            let report = try readChunks(from: address, options: options, startingOver: replacement.startOver) {
                try replacement.append($0)
            }
            if report.notModified { return nil }
            try replacement.commit()
            return Info(size: report.bytesIn, etag: report.validators?.etag, sha256: report.sha256)
        } catch let fault as FileFault {
            throw IngestError(kind: .unreadable, address: path, reason: "can't be written: \(fault.words)")
        } catch let error as IngestError {
            throw error
        } catch {
            throw IngestError(kind: .unreadable, address: path, reason: "can't be written: \(error)")
        }
    }

    /// Lists the objects whose names begin with `start`, ordered by key.
    ///
    /// - Returns: The names, which are keys without the prefix, with sizes and `ETag`s.
    /// - Throws: `IngestError` if a request fails.
    /// - Complexity: O(objects). Each request lists 1,000 objects.
    package func list(_ start: String = "") throws(IngestError) -> [(name: String, info: Info)] {
        let client = try client()
        var found: [(name: String, info: Info)] = []
        var token: String?
        repeat {
            var request = ObjectClient.Request(method: .get, bucket: bucket)
            request.query = [("list-type", "2"), ("prefix", prefix + start)]
            if let token { request.query.append(("continuation-token", token)) }
            let page = try client.send(request).body
            for object in page.all("Contents") {
                guard let key = object.text("Key"), key.hasPrefix(prefix) else { continue }
                let info = Info(size: object.text("Size").flatMap { Int($0) } ?? 0, etag: object.text("ETag"))
                found.append((String(key.dropFirst(prefix.count)), info))
            }
            let next = page.text("IsTruncated") == "true" ? page.text("NextContinuationToken") : nil
            // If a store repeated a page, the loop would never end.
            guard next == nil || next != token else {
                throw IngestError(
                    kind: .unreadable, address: "s3://\(bucket)/\(prefix)",
                    reason: "the store's list stops before its end; its responses do not follow the S3 protocol")
            }
            token = next
        } while token != nil
        return found
    }

    // MARK: Deleting

    /// Deletes an object, if it exists.
    ///
    /// - Throws: `IngestError` if the request fails.
    package func delete(_ name: String) throws(IngestError) {
        _ = try client().send(
            ObjectClient.Request(method: .delete, bucket: bucket, key: try address(name).key), accepting: [404])
    }

    func client() throws(IngestError) -> ObjectClient { try ObjectClient(options) }
}
