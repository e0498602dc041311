internal import Scanning
package import SystemFiles

extension ObjectStore {
    /// What must be there for an object to be written: so that of two writers that read the same version one is told.
    ///
    /// Stores that don't know such conditions write in any case.
    package enum Condition: Hashable, Sendable {
        /// Whatever is there is replaced.
        case anything
        /// Nothing is there.
        case nothing
        /// The version of this `ETag` is there.
        case version(etag: String)

        fileprivate var headers: [(name: String, value: String)] {
            switch self {
            case .anything: []
            case .nothing: [("If-None-Match", "*")]
            case .version(let etag): [("If-Match", etag)]
            }
        }
    }

    /// Bytes above which an object is sent in parts: what breaks costs one of them.
    static let largestWhole = 64 << 20
    /// Bytes of a part, unless there would be more than `mostParts`.
    private static let partBytes = 32 << 20
    /// What the protocol has room for.
    private static let mostParts = 10_000

    /// Writes a file's bytes as an object.
    ///
    /// - Parameter condition: what must be there.
    /// - Returns: what was written, with its SHA-256.
    /// - Throws: `IngestError` of kind `httpStatus(412)` where something else is there than the condition says; where the file can't
    ///   be read or the store refuses. What was there before is there still, and of an upload in parts none is left, unless the
    ///   store can't be reached any more.
    /// - Complexity: O(bytes), which are read two or three times: the checksums go before them.
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

    /// The same of an open file, from its first byte on.
    ///
    /// - Throws: as `put(file:as:if:)`.
    @discardableResult
    package func put(
        _ file: OpenFile, as name: String, if condition: Condition = .anything
    ) throws(IngestError) -> Info {
        let status = try file.sourceStatus()
        guard status.isFile else {
            throw IngestError(kind: .unreadable, reason: "only a file can be sent to an object store; name a file")
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

    /// One object on its way to its store.
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

        /// - Returns: the tag of what was written.
        func whole(_ body: RequestBody) throws(IngestError) -> String? {
            let answer = try client.send(
                request(.put, headers: condition + [kept, Self.type], body: body), accepting: [412])
            return try tag(answer, answer.head.headers["etag"])
        }

        private static let type = (name: "Content-Type", value: "application/octet-stream")

        /// The tag of an answer; where the store refuses since something else is there, that may be what an earlier try wrote.
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
                    reason: "the store began an upload without naming it; its answers are not those of the protocol")
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
                // What is left of it would be kept, and paid for, for ever. The error is the first one.
                _ = try? client.send(request(.delete, query: [("uploadId", upload)]), accepting: [404])
                throw error
            }
        }
    }
}
