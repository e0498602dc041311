#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A regular file, mapped into memory without a copy.
///
/// The mapping lives as long as the object. It still shows the old bytes after another file was renamed over the path.
///
/// This package only ever replaces files by renaming. If another program shortens a mapped file, its readers are
/// ended by SIGBUS, unless they were warned and called `detach` before.
///
/// `@unchecked Sendable`: The bytes are never written, the address never changes, and only `deinit` unmaps them.
@safe package final class MappedFile: @unchecked Sendable {
    /// The first byte of the mapping; meaningless if `count` is 0.
    package let start: UnsafeRawPointer
    /// The size of the file in bytes when it was mapped.
    package let count: Int
    /// Whether the bytes are a heap block owned by the object instead of a mapping.
    private let isMemory: Bool

    /// Maps all bytes of an open file.
    ///
    /// - Throws: `FileFault` if the system refuses, or the file is not a regular file.
    /// - Complexity: O(1).
    package init(_ file: OpenFile) throws(FileFault) {
        let status = try file.status()
        guard status.kind == .file else { throw .unfit("is \(status.kind.words); expected a file") }
        count = status.size
        isMemory = false
        guard count > 0 else {
            // SAFETY: Never dereferenced, since no offset is below a count of 0.
            unsafe start = UnsafeRawPointer(bitPattern: 1)!
            return
        }
        // SAFETY: A new mapping, checked before use and unmapped once, in `deinit`.
        let mapped = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, file.descriptor, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw .current("map") }
        unsafe start = UnsafeRawPointer(mapped)
    }

    /// Creates a memory-only instance from a copy of `bytes`.
    ///
    /// - Complexity: O(`bytes.count`).
    package init(copying bytes: Span<UInt8>) {
        count = bytes.count
        isMemory = true
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
        // SAFETY: The block has room for all bytes, and only `deinit` frees it.
        unsafe bytes.withUnsafeBytes { unsafe block.copyMemory(from: $0) }
        unsafe start = UnsafeRawPointer(block.baseAddress!)
    }

    deinit {
        if isMemory {
            // SAFETY: `init(copying:)` allocated the block, and every reader retains the object.
            unsafe start.deallocate()
        } else if count > 0 {
            // SAFETY: `start` and `count` are those of the mapping, and every reader retains the object.
            unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
        }
    }

    /// Returns the bytes of a range of the file.
    @_lifetime(borrow self)
    package func bytes(_ range: Range<Int>) -> Span<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // SAFETY: The range is within the mapping, which lives as long as `self`.
        let span = unsafe Span<UInt8>(
            _unsafeStart: start.assumingMemoryBound(to: UInt8.self) + range.lowerBound, count: range.count)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    // MARK: Reading parts

    /// Asks the system to prefetch a range.
    ///
    /// Otherwise each page fault waits for its own disk access. This is only a hint.
    package func willBeRead(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        if isMemory || range.isEmpty { return }
        let first = range.lowerBound / Int(getpagesize()) * Int(getpagesize())
        // SAFETY: The mapping starts at a page boundary, so the aligned range is within it.
        unsafe _ = madvise(
            UnsafeMutableRawPointer(mutating: start + first), range.upperBound - first, MADV_WILLNEED)
    }

    // MARK: Reading once

    /// A multiple of the page size on all supported systems.
    package static let pageBytes = 64 << 10

    /// Announces one sequential pass over the file. This is only a hint.
    package func willBeReadOnce() {
        if isMemory || count == 0 { return }
        // SAFETY: the mapping's own range.
        unsafe _ = madvise(UnsafeMutableRawPointer(mutating: start), count, MADV_SEQUENTIAL)
    }

    /// Drops a range from this process's resident memory. Reading it again reloads the pages.
    ///
    /// The range must begin at a multiple of `pageBytes`.
    package func release(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count && range.lowerBound % Self.pageBytes == 0)
        if isMemory || range.isEmpty { return }
        // SAFETY: The range is within the mapping, whose pages are never written, so no data is lost.
        unsafe _ = madvise(UnsafeMutableRawPointer(mutating: start + range.lowerBound), range.count, MADV_DONTNEED)
    }

    // MARK: Files that are overwritten

    /// The number of bytes to copy between two calls of `isWanted`.
    private static let copiedBytes = 8 << 20

    /// Replaces the mapping by one of a copy in an unlinked temporary file.
    ///
    /// Readers are unaffected. Afterwards the original file may be overwritten.
    ///
    /// - Parameter isWanted: Called between blocks of the copy. If it returns `false`, the original stays mapped.
    /// - Throws: `FileFault` if there is no room for the copy. The original stays mapped then.
    /// - Complexity: O(bytes of the file).
    package func detach(while isWanted: () -> Bool = { true }) throws(FileFault) {
        if isMemory || count == 0 { return }
        let copy: OpenFile
        do throws(FileFault) {
            copy = try OpenFile.nameless()
            var position = 0
            while position < count {
                guard isWanted() else { return }
                let end = min(count, position + Self.copiedBytes)
                try copy.write(bytes(position..<end))
                position = end
            }
        } catch {
            guard let system = error.error else { throw error }
            throw .system(action: "make a copy in \(Folder.forTemporaryFiles) of", system)
        }
        // SAFETY: The object's own mapping of `count` bytes is replaced atomically by one with equal bytes.
        let place = unsafe UnsafeMutableRawPointer(mutating: start)
        let mapped = unsafe mmap(place, count, PROT_READ, MAP_SHARED | MAP_FIXED, copy.descriptor, 0)
        guard unsafe mapped != MAP_FAILED else { throw .current("map a copy of") }
    }
}
