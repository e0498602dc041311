internal import Scanning
internal import Synchronization
internal import Tracing

/// Records spans and sends them to a collector.
///
/// A request with `traceparent` is recorded if its sender records it. The tracer records a share of all requests
/// without `traceparent`.
final class CollectorTracer: Tracer {
    private let queue: SpanQueue
    /// The largest second half of a trace identifier that is recorded; `nil` to record none.
    private let lastSampled: UInt64?
    private let state = Atomic<UInt64>(.random(in: 0 ... .max))

    /// - Parameter ratio: The share that is recorded, 0 to 1.
    init(_ queue: SpanQueue, ratio: Double) {
        self.queue = queue
        let count = ratio * 0x1p64
        lastSampled = count < 1 ? nil : count >= 0x1p64 ? .max : UInt64(count) - 1
    }

    /// Identifiers must be distinct, not secret, so they don't need the system's random numbers.
    private func random() -> UInt64 {
        SplitMix64.number(of: state.wrappingAdd(SplitMix64.increment, ordering: .relaxed).newValue)
    }

    /// Returns a new trace, with 0 for its first span; `nil` if it isn't recorded.
    func newTrace() -> TraceParent? {
        let low = random()
        guard let lastSampled, low <= lastSampled else { return nil }
        return TraceParent(trace: (random(), low), span: 0, isSampled: true)
    }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> CollectedSpan {
        var context = context()
        guard let parent = context[TraceParentKey.self] ?? newTrace(), parent.isSampled else {
            return CollectedSpan(context: context, record: nil)
        }
        let place = TraceParent(trace: parent.trace, span: max(random(), 1), isSampled: true)
        context[TraceParentKey.self] = place
        let record = SpanRecord(
            FinishedSpan(
                place: place, parent: parent.span == 0 ? nil : parent.span, kind: kind, name: operationName,
                begin: instant().nanosecondsSinceEpoch), queue)
        return CollectedSpan(context: context, record: record)
    }

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let text = extractor.extract(key: TraceParent.field, from: carrier) else { return }
        if let parent = TraceParent(text) { context[TraceParentKey.self] = parent }
    }

    func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let place = context[TraceParentKey.self] else { return }
        injector.inject(place.text, forKey: TraceParent.field, into: &carrier)
    }

    func forceFlush() { queue.flush() }
}

/// A span, recorded or not. It ignores events and links, because the service creates none.
struct CollectedSpan: Span {
    let context: InstrumentationContext
    fileprivate let record: SpanRecord?

    var isRecording: Bool { record != nil }

    var operationName: String {
        get { record?.read { $0.name } ?? "" }
        nonmutating set { record?.change { $0.name = newValue } }
    }

    var attributes: SpanAttributes {
        get { record?.read { $0.attributes } ?? [:] }
        nonmutating set { record?.change { $0.attributes = newValue } }
    }

    func setStatus(_ status: SpanStatus) { record?.change { $0.status = status } }
    func addEvent(_ event: SpanEvent) {}
    func addLink(_ link: SpanLink) {}

    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        setStatus(SpanStatus(code: .error, message: "\(error)"))
    }

    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        record?.end(at: instant().nanosecondsSinceEpoch)
    }
}

/// The mutable state of a recorded span.
private final class SpanRecord: Sendable {
    private let span: Mutex<FinishedSpan>
    private let hasEnded = Atomic(false)
    private let queue: SpanQueue

    init(_ span: FinishedSpan, _ queue: SpanQueue) {
        self.span = Mutex(span)
        self.queue = queue
    }

    func read<Value>(_ body: (FinishedSpan) -> sending Value) -> sending Value { span.withLock { body($0) } }
    func change(_ body: (inout FinishedSpan) -> Void) { span.withLock { body(&$0) } }

    func end(at time: UInt64) {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        queue.add(
            span.withLock { span in
                span.end = time
                return span
            })
    }
}
