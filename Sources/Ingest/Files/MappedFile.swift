#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A regular file in memory: its bytes are used where the system keeps them and never copied.
///
/// Whoever shortens the file meanwhile ends the process (SIGBUS); files are replaced by renaming, not by rewriting.
///
/// `@unchecked Sendable`: the bytes are read only and the address never changes.
@safe
final class MappedFile: @unchecked Sendable {
    private let address: UnsafeRawPointer
    /// Bytes of the file.
    let count: Int

    /// Maps `count` bytes of an open file, at least one.
    init(_ file: FileDescriptor, count: Int) throws(IngestError) {
        // SAFETY: a fresh private mapping; checked before use, and unmapped once, in `deinit`.
        let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, file.number, 0)
        guard unsafe address != MAP_FAILED, let address = unsafe address else {
            throw SystemError.error(SystemError.current)
        }
        unsafe self.address = UnsafeRawPointer(address)
        self.count = count
        // SAFETY: the mapping's own range. A hint: failing changes nothing.
        unsafe _ = madvise(address, count, MADV_SEQUENTIAL)
    }

    deinit { unsafe _ = munmap(UnsafeMutableRawPointer(mutating: address), count) }

    /// The bytes in a part of the file.
    @_lifetime(borrow self)
    func bytes(_ range: Range<Int>) -> Span<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // SAFETY: the range lies within the mapping, which lives as long as `self`.
        let span = unsafe Span<UInt8>(
            _unsafeStart: address.assumingMemoryBound(to: UInt8.self) + range.lowerBound, count: range.count)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// Tells the system that a part is done with, so that the pages of a large file don't count as this process's
    /// memory; they come back if they are read again. The range begins at a multiple of `pageBytes`.
    func release(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count && range.lowerBound % Self.pageBytes == 0)
        // SAFETY: the range lies within the mapping, whose pages are never written, so none can lose anything.
        unsafe _ = madvise(UnsafeMutableRawPointer(mutating: address + range.lowerBound), range.count, MADV_DONTNEED)
    }

    /// A multiple of the system's page size anywhere.
    static let pageBytes = 64 << 10
}
