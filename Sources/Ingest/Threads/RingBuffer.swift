internal import SystemFiles

/// A buffer that one thread fills and another thread then reads. It has its own memory, or is a window of a mapped
/// file.
///
/// A buffer is not thread-safe: `BlockingRing` lets only one side use it at a time.
@safe
final class RingBuffer {
    private var storage: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    /// The range of a mapped file that this buffer contains; `nil` if the bytes are in `storage`.
    private var window: (file: MappedFile, range: Range<Int>)?
    /// Whether the source starts over with this buffer, so that earlier bytes are invalid.
    var startsOver = false
    /// The name of the archive's file that begins with this buffer; `nil` if none begins here.
    var file: String?
    /// The boundary in a gzip file, inflated in parts, at which this buffer ends; `nil` for no boundary.
    var end: End?

    /// The result of reading the bytes ahead of their turn; `nil` if they were not read ahead.
    var part: (any Sendable)?

    enum End {
        /// A member that began in an earlier part.
        case member
        case part
    }

    init(capacity: Int) {
        // SAFETY: `deinit` deallocates it, once. Only the first `count` bytes are read, and these were written.
        unsafe storage = .allocate(capacity: capacity)
    }

    deinit { unsafe storage.deallocate() }

    var capacity: Int { unsafe storage.count }
    var isFull: Bool { count == capacity }
    /// Whether this buffer begins another text.
    var beginsText: Bool { startsOver || file != nil }
    /// Whether the buffer contains neither bytes nor marks.
    var isBlank: Bool { count == 0 && !startsOver && file == nil && end == nil }

    /// The bytes that were written, or those of the window.
    var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // SAFETY: The buffer retains the file, and is not cleared while its bytes are borrowed.
            if let window { return unsafe _overrideLifetime(window.file.bytes(window.range), borrowing: self) }
            // SAFETY: The first `count` bytes are initialized, and the storage exists as long as `self`.
            let span = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: storage[..<count]))
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Calls `body`, which appends bytes.
    func append<Result, Failure: Error>(
        _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: The output span covers only the storage after `count`, which nothing reads before `count` is
        // increased. It is finalized for the same memory.
        let free = unsafe UnsafeMutableBufferPointer(rebasing: storage[count...])
        var output = unsafe OutputSpan(buffer: free, initializedCount: 0)
        let outcome: Swift.Result<Result, Failure>
        do throws(Failure) { outcome = .success(try body(&output)) } catch { outcome = .failure(error) }
        count += unsafe output.finalize(for: free)
        return try outcome.get()
    }

    /// Makes an empty buffer a window of a file.
    func show(_ range: Range<Int>, of file: MappedFile) {
        precondition(count == 0)
        window = (file, range)
        count = range.count
    }

    /// Exchanges the bytes with those of another buffer that has the same capacity. Marks are not exchanged.
    ///
    /// - Complexity: O(1).
    func exchangeBytes(with other: RingBuffer) {
        precondition(capacity == other.capacity && window == nil && other.window == nil)
        // SAFETY: Each storage is still owned by one buffer, together with the count of the bytes written to it.
        unsafe swap(&storage, &other.storage)
        swap(&count, &other.count)
    }

    func clear() {
        (end, part, window) = (nil, nil, nil)
        count = 0
        startsOver = false
        file = nil
    }
}
