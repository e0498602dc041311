internal import Scanning
package import SystemFiles

extension ObjectStore {
    /// The precondition for writing an object (optimistic locking). If two writers start from the same version, the
    /// second one gets an error.
    ///
    /// Stores that do not support preconditions ignore them.
    package enum Condition: Hashable, Sendable {
        /// There is no precondition: any existing object is replaced.
        case anything
        /// The object must not exist.
        case nothing
        /// The object must exist with this `ETag`.
        case version(etag: String)

        fileprivate var headers: [(name: String, value: String)] {
            switch self {
            case .anything: []
            case .nothing: [("If-None-Match", "*")]
            case .version(let etag): [("If-Match", etag)]
            }
        }
    }

    /// The size in bytes above which an object is uploaded in parts, so that a broken connection costs only one part.
    static let largestWhole = 64 << 20
    /// The size of a part in bytes, unless there would be more than `mostParts` parts.
    private static let partBytes = 32 << 20
    /// The maximum number of parts that the protocol allows.
    private static let mostParts = 10_000

    /// Uploads the contents of a file as an object.
    ///
    /// If this fails, the previous object remains. An incomplete multipart upload is deleted, unless the store cannot
    /// be reached.
    ///
    /// - Parameter condition: The precondition for writing.
    /// - Returns: The size, the `ETag` and the SHA-256 of the new object.
    /// - Throws: `IngestError` of kind `httpStatus(412)` if the precondition is not met. Other kinds if the file cannot
    ///   be read or the store refuses.
    /// - Complexity: O(bytes). The file is read two or three times, because checksums are sent before the contents.
    @discardableResult
    package func put(
        file path: String, as name: String, if condition: Condition = .anything
    ) throws(IngestError) -> Info {
        do throws(IngestError) {
            return try put(OpenFile.source(path), as: name, if: condition)
        } catch {
            throw error.at(path)
        }
    }

    /// Uploads an open file from its beginning.
    ///
    /// - Throws: `IngestError`, as for `put(file:as:if:)`.
    @discardableResult
    package func put(
        _ file: OpenFile, as name: String, if condition: Condition = .anything
    ) throws(IngestError) -> Info {
        let status = try file.sourceStatus()
        guard status.isFile else {
            throw IngestError(
                kind: .unreadable,
                reason: "only a file can be uploaded to an object store; give the "
                    + "path of a file")
        }
        let key = try address(name).key
        let client = try client()
        let whole = RequestBody.file(file, 0..<status.size)
        let sums = try BodySums(whole)
        let sent = Sending(
            client: client, store: self, key: key, name: name, sha256: ByteText.hexadecimal(sums.sha256),
            condition: condition.headers)
        let etag = status.size > Self.largestWhole ? try sent.inParts(whole, of: file) : try sent.whole(whole)
        return Info(size: status.size, etag: etag, sha256: sent.sha256)
    }

    /// The upload of a single object.
    private struct Sending {
        let client: ObjectClient
        let store: ObjectStore
        let key: String
        let name: String
        let sha256: String
        let condition: [(name: String, value: String)]

        private var kept: (name: String, value: String) { (BodyChecksum.header, sha256) }

        private func request(
            _ method: TransferRequest.Method, query: [(name: String, value: String)] = [],
            headers: [(name: String, value: String)] = [], body: RequestBody? = nil
        ) -> ObjectClient.Request {
            ObjectClient.Request(
                method: method, bucket: store.bucket, key: key, query: query, headers: headers, body: body)
        }

        /// Uploads the object in a single request.
        ///
        /// - Returns: The `ETag` of the new object.
        func whole(_ body: RequestBody) throws(IngestError) -> String? {
            let answer = try client.send(
                request(.put, headers: condition + [kept, Self.type], body: body), accepting: [412])
            return try tag(answer, answer.head.headers["etag"])
        }

        private static let type = (name: "Content-Type", value: "application/octet-stream")

        /// Returns the `ETag` in a response. If the store refused because of the precondition, checks whether an
        /// earlier attempt has already written this object.
        private func tag(_ answer: ObjectClient.Answer, _ tag: String?) throws(IngestError) -> String? {
            if (200..<300).contains(answer.head.status) { return tag }
            if answer.wasRepeated, let info = try store.head(name), info.sha256 == sha256 { return info.etag }
            throw ObjectFault(answer.head, answer.bytes, client.access).error.at("s3://\(store.bucket)/\(key)")
        }

        func inParts(_ body: RequestBody, of file: OpenFile) throws(IngestError) -> String? {
            let begun = try client.send(
                request(.post, query: [("uploads", "")], headers: [kept, Self.type], body: .bytes([]))
            ).body
            guard let upload = begun.text("UploadId") else {
                throw IngestError(
                    kind: .unreadable, address: "s3://\(store.bucket)/\(key)",
                    reason: "the store sent no upload id; its responses do not follow the S3 protocol")
            }
            do throws(IngestError) {
                let size = max(partBytes, (body.count / mostParts / (1 << 20) + 1) << 20)
                var list = ""
                for (index, start) in stride(from: 0, to: body.count, by: size).enumerated() {
                    let part = RequestBody.file(file, start..<min(start + size, body.count))
                    let answer = try client.send(
                        request(.put, query: [("partNumber", "\(index + 1)"), ("uploadId", upload)], body: part))
                    let tag = MarkupText.escaped(answer.head.headers["etag"] ?? "")
                    list += "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(tag)</ETag></Part>"
                }
                let text = "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>"
                let answer = try client.send(
                    request(
                        .post, query: [("uploadId", upload)],
                        headers: condition + [("Content-Type", "application/xml")],
                        body: .bytes(Array(text.utf8))), accepting: [404, 412])
                return try tag(answer, answer.body.text("ETag"))
            } catch {
                // Otherwise, the store would retain, and charge for, the uploaded parts. Report the first error, not
                // one of this request.
                _ = try? client.send(request(.delete, query: [("uploadId", upload)]), accepting: [404])
                throw error
            }
        }
    }
}
