internal import Scanning
internal import SystemFiles

/// Sends requests with small responses to an object store. It uses persistent connections, and retries transient
/// failures.
final class ObjectClient {
    let access: ObjectAccess
    private let options: IngestOptions
    private let transfer: any Transfer

    /// Creates a client.
    ///
    /// - Throws: `IngestError` if environment variables or profiles are invalid, or this system cannot sign requests.
    init(_ options: IngestOptions) throws(IngestError) {
        access = try options.objectAccess
        self.options = options
        transfer = try options.transferType.init()
    }

    /// The maximum size of a response: a page of 1,000 keys with 1,024 bytes each, escaped and with markup.
    private static let longestAnswer = 16 << 20

    /// A request to an object store.
    struct Request {
        var method: TransferRequest.Method
        var bucket: String
        /// The key of the object; `nil` for the bucket itself.
        var key: String?
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var body: RequestBody?
    }

    /// The response of an object store.
    struct Answer {
        var head: ResponseHead
        var bytes: [UInt8]
        var body: MarkupElements { MarkupElements(String(decoding: bytes, as: UTF8.self)) }
        /// Whether the request was retried. If so, an earlier attempt may already have had its effect.
        var wasRepeated = false
    }

    /// Sends a request and waits for the response.
    ///
    /// - Parameter accepted: Statuses that are not a success, but for which the response is returned without throwing.
    /// - Throws: `IngestError` with the address of the object or, for the bucket, `s3://BUCKET`.
    func send(_ request: Request, accepting accepted: Set<Int> = []) throws(IngestError) -> Answer {
        let name = "s3://\(request.bucket)" + (request.key.map { "/\($0)" } ?? "")
        do throws(IngestError) {
            let transferred = try transferRequest(request)
            var retries = Retries(name, options)
            var isFirst = true
            while true {
                let failure: TransferFailure
                do throws(TransferFailure) {
                    var answer = try sendOnce(transferred, accepted)
                    answer.wasRepeated = !isFirst
                    return answer
                } catch {
                    failure = error
                }
                isFirst = false
                try pause(for: try retries.wait(after: failure))
            }
        } catch {
            throw error.at(name)
        }
    }

    private func transferRequest(_ request: Request) throws(IngestError) -> TransferRequest {
        let sums = try request.body.map { (body) throws(IngestError) in try BodySums(body) }
        var transferred = TransferRequest(
            request.method, url: access.url(request.bucket, key: request.key, query: request.query),
            headers: request.headers + (sums?.headers ?? ObjectHeaders.withoutBody), access.signature,
            body: request.body, options)
        // While a store joins the parts of an upload, it only sends a space from time to time.
        if request.method == .post, options.stallTimeout > .zero {
            transferred.stallTimeout = max(options.stallTimeout, .seconds(300))
        }
        return transferred
    }

    private func sendOnce(_ request: TransferRequest, _ accepted: Set<Int>) throws(TransferFailure) -> Answer {
        let sink = KeptAnswer(limit: Self.longestAnswer)
        let key = options.cancellation?.onCancel { [transfer] in transfer.stop() }
        defer { if let key { options.cancellation?.remove(key) } }
        let end: TransferEnd
        do throws(IngestError) {
            end = try transfer.perform(request, sink)
        } catch {
            throw TransferFailure(error: error)
        }
        switch end {
        case .stopped:
            guard sink.isTooLong else { throw TransferFailure(error: .cancelled) }
            throw TransferFailure(
                error: IngestError(
                    kind: .limitExceeded, reason: "the store's response has more than \(Self.longestAnswer) bytes"))
        case .failed(let fault):
            throw fault.failure(received: sink.body.count, of: sink.head?.contentLength, options)
        case .finished: break
        }
        guard let head = sink.head else {
            throw TransferFailure(error: IngestError(kind: .connectionLost, reason: "the store sent no response"))
        }
        let fault = ObjectFault(head, sink.body, access)
        // The response to completing a multipart upload has status 200 even if completing fails later.
        let isFault = !(200..<300).contains(head.status) || fault.code != nil
        guard !isFault || accepted.contains(head.status) else {
            throw TransferFailure(
                error: fault.error, isTransient: fault.isTransient, retryAfter: head.retryAfter)
        }
        return Answer(head: head, bytes: sink.body)
    }

    private func pause(for wait: Duration) throws(IngestError) {
        let monitor = Monitor()
        let key = options.cancellation?.onCancel { monitor.withLock { monitor.signal() } }
        defer { if let key { options.cancellation?.remove(key) } }
        let deadline = MonotonicTime.now + wait
        try monitor.withLock { () throws(IngestError) in
            while MonotonicTime.now < deadline {
                if options.cancellation?.isCancelled == true { throw .cancelled }
                monitor.wait(until: deadline)
            }
        }
    }
}

/// The checksums of a body to send. The store compares both with those of the bytes that it receives.
struct BodySums {
    let sha256: [UInt8]
    /// The MD5; `nil` if the system does not allow MD5.
    private let md5: [UInt8]?

    /// Reads the body once to compute its checksums.
    ///
    /// - Throws: `IngestError` if the file cannot be read.
    /// - Complexity: O(bytes of the body).
    init(_ body: RequestBody) throws(IngestError) {
        let (sha256, md5) = (DigestHash.sha256, DigestHash(.md5))
        try IngestError.reading { () throws(FileFault) in
            var offset = 0
            while true {
                let piece = try body.bytes(at: offset, limit: Self.pieceBytes)
                if piece.isEmpty { break }
                sha256.add(piece.span)
                md5?.add(piece.span)
                offset += piece.count
            }
            guard offset == body.count else { throw .unfit("became shorter while it was read; write it again") }
        }
        (self.sha256, self.md5) = (sha256.digest, md5?.digest)
    }

    private static let pieceBytes = 1 << 20

    /// Both checksums, because some stores verify only one.
    var headers: [(name: String, value: String)] {
        [ObjectHeaders.contentSHA256(sha256)] + (md5.map { [("Content-MD5", ByteText.base64($0))] } ?? [])
    }
}
