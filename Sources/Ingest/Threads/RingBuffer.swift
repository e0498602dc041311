internal import SystemFiles

/// Bytes in memory of their own, filled by one thread and then read by another, or a window on a mapped file.
///
/// Not for use by two at once: `BlockingRing` hands a buffer to one side at a time.
@safe
final class RingBuffer {
    private var storage: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    /// Where the bytes lie, if not in the storage.
    private var window: (file: MappedFile, range: Range<Int>)?
    /// What was handed over before is void: the source starts over with this buffer.
    var startsOver = false
    /// The file of an archive that begins with this buffer; `nil` where none begins.
    var file: String?
    /// What ends with this buffer where a file is inflated in parts; `nil` for nothing.
    var end: End?

    /// What another thread made of the bytes before their turn came; `nil` for nothing.
    var part: (any Sendable)?

    enum End {
        /// A member that began in an earlier part.
        case member
        case part
    }

    init(capacity: Int) {
        // SAFETY: deallocated once, in `deinit`; only the first `count` bytes are ever read, and those were written.
        unsafe storage = .allocate(capacity: capacity)
    }

    deinit { unsafe storage.deallocate() }

    var capacity: Int { unsafe storage.count }
    var isFull: Bool { count == capacity }
    /// What was before belongs to another text.
    var beginsText: Bool { startsOver || file != nil }
    /// Nothing is in it, not even a mark.
    var isBlank: Bool { count == 0 && !startsOver && file == nil && end == nil }

    /// What was written or is shown.
    var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // SAFETY: the buffer holds the file, and nobody clears it while its bytes are read.
            if let window { return unsafe _overrideLifetime(window.file.bytes(window.range), borrowing: self) }
            // SAFETY: the first `count` bytes were initialised, and the storage lives as long as `self`.
            let span = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: storage[..<count]))
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Lets `body` append.
    func append<Result, Failure: Error>(
        _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: the output span covers the part of the storage that nobody reads before `count` says so; it is
        // given back to the same memory.
        let free = unsafe UnsafeMutableBufferPointer(rebasing: storage[count...])
        var output = unsafe OutputSpan(buffer: free, initializedCount: 0)
        let outcome: Swift.Result<Result, Failure>
        do throws(Failure) { outcome = .success(try body(&output)) } catch { outcome = .failure(error) }
        count += unsafe output.finalize(for: free)
        return try outcome.get()
    }

    /// Shows a part of a file in an empty buffer.
    func show(_ range: Range<Int>, of file: MappedFile) {
        precondition(count == 0)
        window = (file, range)
        count = range.count
    }

    /// Gives its bytes for those of another buffer of the same capacity, and the other way round; marks stay.
    ///
    /// - Complexity: O(1).
    func exchangeBytes(with other: RingBuffer) {
        precondition(capacity == other.capacity && window == nil && other.window == nil)
        // SAFETY: each storage stays with one buffer, and with the number of its bytes that were written.
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
