internal import Dispatch
internal import HTTPTypes
internal import NIOCore
internal import Synchronization
internal import SystemFiles

/// Bytes in a file without a name: it is gone when it is released, however the process ends.
///
/// One thread appends to it, and any number of readers read along: a reader that has read all waits for more.
final class BodyFile: Sendable {
    private let file: OpenFile
    private let state = Mutex(State())

    private struct State {
        var length = 0
        var isWhole = false
        var fault: (any Error)?
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0

        var isEnded: Bool { isWhole || fault != nil }
    }

    /// A reader that waits for more, or for the end.
    private struct Waiter {
        let isForEnd: Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    /// An empty file.
    ///
    /// - Throws: `Problem` where the system has no room for it.
    init() throws(Problem) {
        do throws(FileFault) { file = try OpenFile.nameless() } catch { throw Self.noRoom }
    }

    private static var noRoom: Problem {
        Problem(.serviceUnavailable, "There is no room to make this in \(Folder.forTemporaryFiles).")
    }

    // MARK: Writing

    /// Appends bytes; readers get them at once.
    ///
    /// - Throws: `Problem` where the system has no room for them.
    func append(_ bytes: Span<UInt8>) throws(Problem) {
        let start = state.withLock { $0.length }
        do throws(FileFault) { try file.write(bytes, at: start) } catch { throw Self.noRoom }
        change { $0.length += bytes.count }
    }

    /// Marks the end: there are no more bytes.
    func finish() { change { $0.isWhole = true } }

    /// Marks that making it failed: there are no more bytes.
    func fail(_ error: any Error) { change { $0.fault = error } }

    /// Changes the state, and wakes the readers that wait for that.
    private func change(_ body: (inout State) -> Void) {
        let woken = state.withLock { state in
            body(&state)
            let woken = state.waiters.filter { state.isEnded || !$0.value.isForEnd }
            for number in woken.keys { state.waiters[number] = nil }
            return woken
        }
        for waiter in woken.values { waiter.continuation.resume() }
    }

    // MARK: Reading

    /// Bytes in all; `nil` while they are being made, or where that failed.
    var length: Int? { state.withLock { $0.isWhole ? $0.length : nil } }

    /// Making it failed.
    var hasFailed: Bool { state.withLock { $0.fault != nil } }

    /// The bytes from `offset` on, `count` of them at most; waits until there are some. `nil` at the end.
    ///
    /// - Throws: why there won't be more; `CancellationError` where the task is cancelled.
    func next(_ offset: Int, _ count: Int) async throws -> ByteBuffer? {
        while true {
            try Task.checkCancellation()
            let (there, isWhole, fault) = state.withLock { ($0.length - offset, $0.isWhole, $0.fault) }
            if there > 0 { return try read(offset, min(count, there)) }
            if let fault { throw fault }
            if isWhole { return nil }
            await wait(isForEnd: false) { $0.length > offset }
        }
    }

    /// Waits for the end, for some time at most; `nil` for as long as it takes.
    func waitForEnd(within time: Duration? = nil) async {
        await wait(isForEnd: true, time) { _ in false }
    }

    /// - Parameter isThere: what is waited for is there already.
    private func wait(isForEnd: Bool, _ time: Duration? = nil, _ isThere: @Sendable (State) -> Bool) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    if state.isEnded || isThere(state) || Task.isCancelled { return false }
                    state.waiters[number] = Waiter(isForEnd: isForEnd, continuation: continuation)
                    return true
                }
                guard waits else { return continuation.resume() }
                guard let time else { return }
                DispatchQueue.global().asyncAfter(deadline: .now() + time / .seconds(1)) { self.wake(number) }
            }
        } onCancel: {
            wake(number)
        }
    }

    private func wake(_ number: Int) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }

    /// Bytes that are there.
    private func read(_ offset: Int, _ count: Int) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        // SAFETY: the bytes go into the buffer's own room, as many as were asked for at most.
        let got = unsafe buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
            (try? unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]), at: offset)) ?? 0
        }
        guard got == count else {
            throw Problem(.internalServerError, "A file that was made for this is shorter than it was.")
        }
        return buffer
    }
}
