internal import SystemFiles

/// Objects of one bucket of a store that speaks the protocol of Amazon S3, written, read, listed and removed on the caller's thread.
///
/// ```swift
/// let store = try ObjectStore(parsing: "s3://firm-data/segments")
/// let written = try store.put(file: "live.ipfc", as: "2026/live.ipfc")
/// let read = try store.get("2026/live.ipfc", to: "copy.ipfc")
/// ```
/// An object is there whole or not at all: what is cut off, however it ends, leaves what was there before. What is sent goes with its
/// checksums, which the store compares; what is read is held against the checksum that the store has (`BodyChecksum`). Requests
/// that may do better next time are tried again (`IngestOptions.retry`).
///
/// Which store it is and who asks say `IngestOptions.objects`, or else the usual variables and profiles (`ObjectAccess`).
package struct ObjectStore: Sendable {
    /// The bucket's name.
    package let bucket: String
    /// What all names are put after: empty, or with a slash at its end.
    package let prefix: String
    private let options: IngestOptions

    /// The objects whose keys begin with `prefix`.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` for what can't be a bucket's name or the beginning of keys.
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

    /// The objects under `s3://BUCKET[/FOLDER]`.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` for anything else.
    package init(parsing text: String, options: IngestOptions = IngestOptions()) throws(IngestError) {
        guard text.lowercased().hasPrefix("s3://") else {
            throw IngestError(
                kind: .invalidAddress, reason: "address: “\(text)”; expected s3://BUCKET or s3://BUCKET/FOLDER")
        }
        let rest = text.dropFirst("s3://".count)
        let bucket = rest.prefix { $0 != "/" }
        try self.init(
            bucket: String(bucket), prefix: String(rest[bucket.endIndex...].dropFirst()), options: options)
    }

    /// The address of an object by its name here.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` for what can't be a key.
    package func address(_ name: String) throws(IngestError) -> ObjectAddress {
        try ObjectAddress(bucket: bucket, key: prefix + name)
    }

    /// What a store knows of an object.
    package struct Info: Hashable, Sendable {
        /// Bytes.
        package var size: Int
        /// Tells versions of the object from each other: the `ETag` as it came, with its quotes; `nil` where the store says none.
        package var etag: String?
        /// The SHA-256 of its bytes, in 64 hexadecimal digits; `nil` where nobody has said or computed it.
        package var sha256: String?
    }

    // MARK: Reading

    /// What there is of a name; `nil` where there is no such object.
    ///
    /// - Throws: `IngestError` where the store doesn't say.
    package func head(_ name: String) throws(IngestError) -> Info? {
        let answer = try client().send(
            ObjectClient.Request(method: .head, bucket: bucket, key: try address(name).key), accepting: [404])
        if answer.head.status == 404 { return nil }
        return Info(
            size: answer.head.contentLength ?? 0, etag: answer.head.headers["etag"],
            sha256: BodyChecksum.kept(answer.head))
    }

    /// Reads an object into a file, which is there whole, as it is stored, in place of what was there, or not at all.
    ///
    /// A transfer that breaks goes on where it stopped.
    ///
    /// - Parameter etag: of the version that is at hand: nothing is read or written while that is the current one.
    /// - Returns: what was read, with its SHA-256; `nil` where the object is of that version.
    /// - Throws: `IngestError` of kind `notFound` where there is none, `corrupt` where what arrived isn't what is stored,
    ///   `unreadable` where the file can't be written.
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

    /// The objects whose names here begin with `start`, in the order of their keys.
    ///
    /// - Returns: names without the prefix, with their sizes and tags.
    /// - Throws: `IngestError` where the store doesn't say.
    /// - Complexity: O(objects), a request for each 1,000 of them.
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
            // A store that answers with the same page again would be asked for ever.
            guard next == nil || next != token else {
                throw IngestError(
                    kind: .unreadable, address: "s3://\(bucket)/\(prefix)",
                    reason: "the store's list doesn't go on; its answers are not those of the protocol")
            }
            token = next
        } while token != nil
        return found
    }

    // MARK: Removing

    /// Removes an object; nothing where there is none.
    ///
    /// - Throws: `IngestError` where the store refuses.
    package func delete(_ name: String) throws(IngestError) {
        _ = try client().send(
            ObjectClient.Request(method: .delete, bucket: bucket, key: try address(name).key), accepting: [404])
    }

    func client() throws(IngestError) -> ObjectClient { try ObjectClient(options) }
}
