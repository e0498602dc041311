import Synchronization
import SystemFiles

/// Downloads a source over HTTP into a ring, on the thread that calls `run`.
///
/// It retries transient failures and resumes a broken transfer. If the source has changed meanwhile, it starts over.
///
/// ```
/// GET → 200, 40 % of the body, connection lost
///       wait; GET, Range: bytes=N-, If-Range: "v1"
///         → 206 from byte N            resumes
///         → 200, ETag "v1"             ranges are not supported: skips the first N bytes
///         → 200, another ETag          starts over
/// ```
final class Download {
    private let address: SourceAddress
    private let target: DownloadTarget
    private let options: IngestOptions
    private let transfer: any Transfer
    private let ring: BlockingRing
    private let counters: PipelineCounters
    private let outcome: DownloadOutcome
    private var writer: RingWriter

    /// The head of the response for the version that is being delivered; `nil` before its first byte.
    private var version: ResponseHead?
    /// The number of bytes of `version` that were delivered.
    private var received = 0
    /// The number of bytes still to skip at the start of the current response, because they were already delivered.
    private var passingOver = 0
    /// Whether the current response contains the requested body.
    private var isDelivering = false
    /// Whether the server answered a range request incorrectly. If so, the next request asks for the whole body.
    private var distrustsRanges = false
    private var status = 0
    private var retryAfter: Duration?
    /// The fault that a callback found in a response; `nil` for none.
    private var fault: TransferFailure?
    /// The head and the beginning of the body of an unsuccessful response; `nil` if the response is successful.
    private var refusal: (head: ResponseHead, body: [UInt8])?
    /// The checksum of the version that is being delivered; `nil` if the source is not an object of a store.
    private var checksum: BodyChecksum?

    init(
        _ address: SourceAddress, _ target: DownloadTarget, _ options: IngestOptions, by transfer: any Transfer,
        into ring: BlockingRing, counting counters: PipelineCounters, outcome: DownloadOutcome
    ) {
        self.address = address
        self.target = target
        self.options = options
        self.transfer = transfer
        self.ring = ring
        self.counters = counters
        self.outcome = outcome
        writer = RingWriter(ring)
    }

    /// Downloads until the end, or ends the ring with an error.
    func run() {
        let start = MonotonicTime.now
        do throws(IngestError) {
            try tryToTheEnd()
            // If the source has not changed, there is no checksum.
            if let digest = try checksum?.verify() { outcome.set(sha256: digest) }
            writer.flush()
            ring.finish()
        } catch {
            writer.flush()
            ring.fail(error)
        }
        counters.transferMicroseconds.store(Int(clamping: (start.secondsSince - ring.waits.filler) * 1e6))
    }

    private func tryToTheEnd() throws(IngestError) {
        var retries = Retries(address.description, options)
        var furthest = 0
        while true {
            let failure: TransferFailure
            do throws(TransferFailure) { return try tryOnce() } catch { failure = error }
            if received > furthest {
                // Only new bytes reset the number of attempts, so the loop ends.
                furthest = received
                retries.restart()
            }
            let wait = try retries.wait(after: failure)
            // Let the reader process the received bytes during the wait.
            writer.flush()
            guard ring.pause(for: wait) else { throw .cancelled }
        }
    }

    private func tryOnce() throws(TransferFailure) {
        status = 0
        retryAfter = nil
        fault = nil
        refusal = nil
        isDelivering = false
        passingOver = 0
        let end: TransferEnd
        do throws(IngestError) {
            let request = target.request(address, conditions, options)
            outcome.countRequest()
            end = try transfer.perform(request, self)
        } catch {
            throw TransferFailure(error: error)
        }
        if let fault { throw fault }
        switch end {
        case .stopped: throw TransferFailure(error: .cancelled)
        case .failed(let fault): throw fault.failure(received: received, of: counters.total, options)
        case .finished: try judgeStatus()
        }
    }

    /// The conditional headers. They request the source only if it has changed, or the missing rest of the current
    /// version.
    private var conditions: [(name: String, value: String)] {
        if received > 0 {
            guard !distrustsRanges, let validator = version?.rangeValidator else { return [] }
            return [("Range", "bytes=\(received)-"), ("If-Range", validator)]
        }
        guard version == nil, let validators = options.validators else { return [] }
        return [("If-None-Match", validators.etag), ("If-Modified-Since", validators.lastModified)].compactMap {
            name, value in
            value.map { (name, $0) }
        }
    }

    private func judgeStatus() throws(TransferFailure) {
        switch status {
        case 200, 206: return
        case 304 where options.validators != nil: outcome.setNotModified()
        case 416 where received > 0:
            distrustsRanges = true
            throw TransferFailure(error: HTTPFault.error(status, options.credentialAdvice), isTransient: true)
        default:
            if let refusal, case .object(_, let access) = target {
                let fault = ObjectFault(refusal.head, refusal.body, access)
                throw TransferFailure(error: fault.error, isTransient: fault.isTransient, retryAfter: retryAfter)
            }
            throw TransferFailure(
                error: HTTPFault.error(status, options.credentialAdvice), isTransient: HTTPFault.isTransient(status),
                retryAfter: retryAfter)
        }
    }
}

extension Download: TransferDelegate {
    func began(_ head: ResponseHead) -> Bool {
        status = head.status
        retryAfter = head.retryAfter
        outcome.began(head)
        switch head.status {
        case 200: return beganWhole(head)
        case 206: return beganPart(head)
        case 304:
            // Validators that the server does not repeat remain valid.
            let known = options.validators
            outcome.set(
                Validators(
                    etag: head.validators.etag ?? known?.etag,
                    lastModified: head.validators.lastModified ?? known?.lastModified))
            return true
        default:
            refusal = (head, [])
            return true
        }
    }

    private func beganWhole(_ head: ResponseHead) -> Bool {
        isDelivering = true
        counters.total = head.contentLength
        if received > 0, let known = version?.rangeValidator, known == head.rangeValidator {
            passingOver = received
            return true
        }
        let mustStartOver = received > 0
        version = head
        if case .object = target { checksum = BodyChecksum(head) }
        outcome.set(head.validators)
        guard mustStartOver else { return true }
        received = 0
        counters.bytesIn.store(0)
        do throws(PipelineStop) { try writer.startOver() } catch { return false }
        return true
    }

    private func beganPart(_ head: ResponseHead) -> Bool {
        guard received > 0, let range = head.contentRange, range.first == received,
            head.headers["etag"] == nil || head.headers["etag"] == version?.headers["etag"]
        else {
            distrustsRanges = true
            fault = TransferFailure(error: HTTPFault.wrongPart, isTransient: received > 0)
            return false
        }
        isDelivering = true
        counters.total = range.total ?? head.contentLength.map { $0 + received }
        return true
    }

    func received(_ bytes: Span<UInt8>) -> Bool {
        guard isDelivering else {
            // Object stores explain an error in the body. The error bodies of other servers are not used.
            let room = ObjectFault.bodyBytes - (refusal?.body.count ?? 0)
            refusal?.body += Array(copying: bytes.extracting(first: room))
            return true
        }
        let passed = min(passingOver, bytes.count)
        passingOver -= passed
        let new = bytes.extracting(passed...)
        do throws(PipelineStop) { try writer.write(copying: new) } catch { return false }
        checksum?.add(new)
        received += new.count
        counters.bytesIn.store(received)
        return true
    }

    func idle() -> Bool { writer.flushIfReaderIsShort() }
}

/// The results of a download for the report. The download's thread writes them, and they are read after it has ended.
final class DownloadOutcome: Sendable {
    struct Facts {
        var validators = Validators()
        var notModified = false
        var requests = 0
        /// The digest of an object's body, in hexadecimal; `nil` if no body was read to its end.
        var sha256: String?
    }

    private let state = Mutex(Facts())
    /// A closure that is called on the download's thread with the head of each response, before the body.
    let began: @Sendable (ResponseHead) -> Void

    init(began: @escaping @Sendable (ResponseHead) -> Void = { _ in }) { self.began = began }

    var facts: Facts { state.withLock { $0 } }

    func set(_ validators: Validators) { state.withLock { $0.validators = validators } }
    func setNotModified() { state.withLock { $0.notModified = true } }
    func set(sha256: String) { state.withLock { $0.sha256 = sha256 } }
    func countRequest() { state.withLock { $0.requests += 1 } }
}
