internal import Dispatch
internal import HTTPTypes
internal import NIOCore
internal import Synchronization
internal import SystemFiles

/// A file without a name for the bytes of a body. The system deletes the file when it is closed, even if the process
/// crashes.
///
/// While one thread appends to the file, any number of readers can read it. A reader at the end waits for more.
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

    /// A reader that waits for more bytes, or for the end.
    private struct Waiter {
        let isForEnd: Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    /// Creates an empty file.
    ///
    /// - Throws: `Problem` if the system has no space for the file.
    init() throws(Problem) {
        do throws(FileFault) { file = try OpenFile.nameless() } catch { throw Self.noRoom }
    }

    private static var noRoom: Problem {
        .noSpace(in: Folder.forTemporaryFiles)
    }

    // MARK: Writing

    /// Appends bytes, which readers can read at once.
    ///
    /// - Throws: `Problem` if the system has no space for the bytes.
    func append(_ bytes: Span<UInt8>) throws(Problem) {
        let start = state.withLock { $0.length }
        do throws(FileFault) { try file.write(bytes, at: start) } catch { throw Self.noRoom }
        change { $0.length += bytes.count }
    }

    /// Marks the file as complete.
    func finish() { change { $0.isWhole = true } }

    /// Marks the file as failed, so that readers don't wait for more.
    func fail(_ error: any Error) { change { $0.fault = error } }

    /// Changes the state, and resumes the readers that wait for the change.
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

    /// The number of bytes; `nil` if the file isn't complete.
    var length: Int? { state.withLock { $0.isWhole ? $0.length : nil } }

    /// Whether the file has failed.
    var hasFailed: Bool { state.withLock { $0.fault != nil } }

    /// Returns at most `count` bytes from `offset` on; `nil` at the end of the file. Waits until bytes are available.
    ///
    /// - Throws: The reason why the file has failed; `CancellationError` if the task is canceled.
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

    /// Waits until the file is complete or has failed.
    ///
    /// - Parameter time: The maximum time to wait; `nil` for no limit.
    func waitForEnd(within time: Duration? = nil) async {
        await wait(isForEnd: true, time) { _ in false }
    }

    /// - Parameter isThere: Returns whether the awaited bytes are already available.
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

    /// Reads bytes that have been written.
    private func read(_ offset: Int, _ count: Int) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        // SAFETY: the slice bounds the bytes written into the buffer, which has at least `count` writable bytes.
        let got = unsafe buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
            (try? unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]), at: offset)) ?? 0
        }
        guard got == count else {
            throw Problem.truncatedFile
        }
        return buffer
    }
}
