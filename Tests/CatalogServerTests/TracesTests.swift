import Logging
import Synchronization
import Testing
import Tracing

@testable import CatalogServer

/// Spans: sampling, their format, and the queue. `Tests/Service/test_traces.py` has a collector.
@Suite struct TracesTests {
    private static func queue(_ metrics: ServiceMetrics) -> SpanQueue {
        SpanQueue(
            sent: metrics.sentSpans, dropped: metrics.droppedSpans,
            Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func tracer(_ ratio: Double) -> CollectorTracer {
        CollectorTracer(Self.queue(ServiceMetrics(routes: [])), ratio: ratio)
    }

    private func recorded(_ tracer: CollectorTracer, _ context: InstrumentationContext = .topLevel) -> Bool {
        tracer.startSpan("x", context: context, ofKind: .server).isRecording
    }

    @Test(arguments: [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("00-00000000000000000000000000000001-0000000000000001-00", false),
    ])
    func traceParentsAreWrittenAsTheyWereRead(text: String, isSampled: Bool) throws {
        let place = try #require(TraceParent(text))
        #expect(place.text == text)
        #expect(place.isSampled == isSampled)
    }

    /// Invalid texts, each with its error.
    @Test(arguments: [
        ("", "empty"), ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", "no flags"),
        ("00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01", "31 digits"),
        ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", "upper case"),
        ("00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "a sign"),
        ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", "no trace"),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", "no span"),
        ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "the version that is none"),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x", "more than version 00 has"),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1", "flags of one digit"),
    ])
    func malformedTraceParentsAreRejected(text: String, _: String) { #expect(TraceParent(text) == nil) }

    @Test func theConfiguredRatioOfTracesIsRecorded() {
        let (none, half, all) = (tracer(0), tracer(0.5), tracer(1))
        let count = 10_000
        #expect((0..<count).allSatisfy { _ in !recorded(none) && recorded(all) })
        // The tolerance is about ten standard deviations.
        #expect(abs((0..<count).count { _ in recorded(half) } - count / 2) < 500)
    }

    @Test func aNewTraceHasNoParent() throws {
        #expect(tracer(0).newTrace() == nil)
        var context = InstrumentationContext.topLevel
        let begun = try #require(tracer(1).newTrace())
        context[TraceParentKey.self] = begun
        let span = tracer(0).startSpan("x", context: context, ofKind: .server)
        let place = try #require(span.context[TraceParentKey.self])
        #expect(span.isRecording && place.traceText == begun.traceText && begun.span == 0 && place.span != 0)
    }

    @Test func theCallersSamplingDecisionIsFollowed() {
        for isSampled in [true, false] {
            var context = InstrumentationContext.topLevel
            context[TraceParentKey.self] = TraceParent(trace: (1, 2), span: 3, isSampled: isSampled)
            #expect(recorded(tracer(isSampled ? 0 : 1), context) == isSampled)
        }
    }

    @Test func spansAreEncodedForTheCollector() {
        var span = FinishedSpan(
            place: TraceParent(trace: (1, 2), span: 3, isSampled: true), parent: 4, kind: .server, name: "GET /\"",
            begin: 5)
        span.end = 1 << 60
        span.attributes = ["n": .int64(200)]
        span.status = SpanStatus(code: .error)
        let text = String(decoding: FinishedSpan.document([span]), as: UTF8.self)
        #expect(
            text.hasPrefix(
                #"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"ipf"}},"#))
        #expect(
            text.hasSuffix(
                #""scopeSpans":[{"scope":{"name":"ipf"},"spans":[{"traceId":"00000000000000010000000000000002","#
                    + #""spanId":"0000000000000003","parentSpanId":"0000000000000004","name":"GET /\"","kind":2,"#
                    + #""startTimeUnixNano":"5","endTimeUnixNano":"1152921504606846976","attributes":[{"key":"n","value":"#
                    + #"{"intValue":"200"}}],"status":{"code":2}}]}]}]}"#))
    }

    @Test func theQueueOfSpansIsBounded() throws {
        let metrics = ServiceMetrics(routes: [])
        let queue = Self.queue(metrics)
        let tracer = CollectorTracer(queue, ratio: 1)
        // A span that is ended twice counts once.
        for _ in 0..<SpanQueue.room + 10 {
            let span = tracer.startSpan("x", context: .topLevel, ofKind: .server)
            span.end()
            span.end()
        }
        let sizes = Mutex<[Int]>([])
        try queue.begin { { document in sizes.withLock { $0.append(document.count) } } }
        queue.flush()
        queue.end()
        let text = metrics.text(
            instruments: 0, reloads: 0, isRefused: false, areDefaultsRefused: false, horizons: "", streams: 0)
        #expect(text.contains("ipf_trace_spans_dropped_total 10\n"))
        #expect(text.contains("ipf_trace_spans_sent_total \(SpanQueue.room)\n"))
        #expect(sizes.withLock { $0.count } == SpanQueue.room / SpanQueue.batch)
    }
}
