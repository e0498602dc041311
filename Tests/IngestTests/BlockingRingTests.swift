import Synchronization
import SystemFiles
import TestSupport
import Testing

@testable import Ingest

/// The ring buffer between two threads.
struct BlockingRingTests {
    /// Bytes written in pieces of any size arrive in order through small buffers.
    @Test(arguments: [1, 2, 4]) func bytesArriveInOrderWithBackPressure(buffers: Int) throws {
        let ring = BlockingRing(buffers: buffers, of: 64)
        let bytes = Packing.text(50_000, seed: 21)
        let worker = try WorkerThread.start {
            var generator = SeededGenerator(seed: 22)
            var writer = RingWriter(ring)
            var start = 0
            while start < bytes.count {
                let end = min(start + Int.random(in: 1...200, using: &generator), bytes.count)
                try? writer.write(copying: bytes.span.extracting(start..<end))
                if Bool.random(using: &generator) { writer.flush() }
                start = end
            }
            writer.flush()
            ring.finish()
        }
        var read: [UInt8] = []
        while case .buffer(let buffer) = try ring.next() {
            #expect(buffer.count > 0 && buffer.count <= 64)
            read.append(copying: buffer.bytes)
            ring.recycle()
        }
        worker.join()
        #expect(read == bytes, "seeds 21, 22")
        // After the end, `next` returns the end again.
        guard case .end = try ring.next() else { Issue.record("no end"); return }
    }

    @Test func errorsFollowTheLastBuffer() throws {
        let ring = BlockingRing(buffers: 2, of: 4)
        var writer = RingWriter(ring)
        try writer.write(copying: [1, 2].span)
        writer.flush()
        ring.fail(IngestError(kind: .corrupt, reason: "first"))
        ring.fail(IngestError(kind: .corrupt, reason: "second"))
        guard case .buffer = try ring.next() else { Issue.record("no buffer"); return }
        ring.recycle()
        let error = #expect(throws: IngestError.self) { _ = try ring.next() }
        #expect(error?.reason == "first")
    }

    @Test func abandoningWakesBothSides() throws {
        let full = BlockingRing(buffers: 1, of: 1)
        let isStopped = Mutex(false)
        let filler = try WorkerThread.start {
            var writer = RingWriter(full)
            do { while true { try writer.write(copying: [1].span) } } catch { isStopped.withLock { $0 = true } }
        }
        guard case .buffer = try full.next() else { Issue.record("no buffer"); return }
        full.abandon()
        filler.join()
        #expect(isStopped.withLock { $0 })
        let error = #expect(throws: IngestError.self) { _ = try full.next() }
        #expect(error?.kind == .cancelled)

        let empty = BlockingRing(buffers: 1, of: 1)
        let reader = try WorkerThread.start { _ = try? empty.next() }
        empty.abandon()
        reader.join()
        #expect(!empty.pause(for: .seconds(3600)))
    }

    @Test func waitingEndsAtTheDeadline() throws {
        let ring = BlockingRing(buffers: 1, of: 1)
        guard case .nothingYet = try ring.next(before: .now + .milliseconds(1)) else {
            Issue.record("something"); return
        }
        #expect(ring.pause(for: .milliseconds(1)))
        #expect(ring.waits.reader > 0)
    }

    @Test func startingOverDiscardsUndeliveredBytes() throws {
        let ring = BlockingRing(buffers: 2, of: 4)
        var writer = RingWriter(ring)
        try writer.write(copying: [1, 2].span)
        try writer.startOver()
        try writer.write(copying: [3].span)
        writer.flush()
        guard case .buffer(let buffer) = try ring.next() else { Issue.record("no buffer"); return }
        #expect(buffer.startsOver && buffer.bytes[0] == 3 && buffer.count == 1)
    }

    @Test func cancellationCallsTheRemainingHandlers() {
        let token = CancellationToken()
        let calls = Mutex<[Int]>([])
        let removed = token.onCancel { calls.withLock { $0.append(1) } }
        _ = token.onCancel { calls.withLock { $0.append(2) } }
        token.remove(removed)
        #expect(!token.isCancelled)
        token.cancel()
        token.cancel()
        _ = token.onCancel { calls.withLock { $0.append(3) } }
        #expect(token.isCancelled)
        #expect(calls.withLock { $0 } == [2, 3])
    }
}
