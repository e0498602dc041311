#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A regular file that is mapped into memory, without copying it.
///
/// The mapping exists as long as the object. If another file is renamed to the path, the mapping still has the bytes of
/// the old file.
///
/// This package replaces files only by renaming. If another program shortens a mapped file, the system kills the
/// processes that read the mapping (SIGBUS), unless `detach` was called before.
///
/// `@unchecked Sendable`: The bytes are never written, the address never changes, and only `deinit` unmaps them.
@safe package final class MappedFile: @unchecked Sendable {
    /// The address of the first byte; without meaning if `count` is 0.
    package let start: UnsafeRawPointer
    /// The size of the file in bytes at the time when it was mapped.
    package let count: Int
    /// Whether the bytes are in a heap block that belongs to the object, instead of in a mapping.
    private let isMemory: Bool

    /// Maps all bytes of an open file.
    ///
    /// - Throws: `FileFault` if the system refuses, or if the file is not a regular file.
    /// - Complexity: O(1).
    package init(_ file: OpenFile) throws(FileFault) {
        let status = try file.status()
        guard status.kind == .file else { throw .unfit("is \(status.kind.words); expected a file") }
        count = status.size
        isMemory = false
        guard count > 0 else {
            // SAFETY: never dereferenced, because no offset is less than a count of 0.
            unsafe start = UnsafeRawPointer(bitPattern: 1)!
            return
        }
        // SAFETY: a new mapping that is checked before use. Only `deinit` unmaps it, once.
        let mapped = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, file.descriptor, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw .current("map") }
        unsafe start = UnsafeRawPointer(mapped)
    }

    /// Creates an object that contains a copy of `bytes` in memory, without a file.
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
            // SAFETY: `init(copying:)` has allocated the block, and every reader retains the object.
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
        // SAFETY: the range is within the mapping, which exists as long as `self`.
        let span = unsafe Span<UInt8>(
            _unsafeStart: start.assumingMemoryBound(to: UInt8.self) + range.lowerBound, count: range.count)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    // MARK: Reading parts

    /// Tells the system that a range will be read, so that it is prefetched.
    ///
    /// Without this, each page fault waits for a separate disk access. It is only a hint.
    package func willBeRead(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        if isMemory || range.isEmpty { return }
        let first = range.lowerBound / Int(getpagesize()) * Int(getpagesize())
        // SAFETY: the mapping starts at a page boundary, so the aligned range is within the mapping.
        unsafe _ = madvise(
            UnsafeMutableRawPointer(mutating: start + first), range.upperBound - first, MADV_WILLNEED)
    }

    // MARK: Reading once

    /// A number of bytes that is a multiple of the page size on all supported systems.
    package static let pageBytes = 64 << 10

    /// Tells the system that the file will be read once, from start to end. It is only a hint.
    package func willBeReadOnce() {
        if isMemory || count == 0 { return }
        // SAFETY: the range is the whole mapping.
        unsafe _ = madvise(UnsafeMutableRawPointer(mutating: start), count, MADV_SEQUENTIAL)
    }

    /// Removes a range from the resident memory of this process. If it is read again, the system loads its pages again.
    ///
    /// The range must start at a multiple of `pageBytes`.
    package func release(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count && range.lowerBound % Self.pageBytes == 0)
        if isMemory || range.isEmpty { return }
        // SAFETY: the range is within the mapping. Its pages are never written, so no data is lost.
        unsafe _ = madvise(UnsafeMutableRawPointer(mutating: start + range.lowerBound), range.count, MADV_DONTNEED)
    }

    // MARK: Files that are overwritten

    /// The number of bytes that are copied between two calls of `isWanted`.
    private static let copiedBytes = 8 << 20

    /// Replaces the mapping of the file by a mapping of a copy, which is in a temporary file without a name.
    ///
    /// Readers do not notice the replacement. Afterwards, the original file can be overwritten.
    ///
    /// - Parameter isWanted: A closure that is called between blocks of the copy. If it returns `false`, the copy is
    ///   abandoned, and the original file remains mapped.
    /// - Throws: `FileFault` if there is no room for the copy. The original file then remains mapped.
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
        // SAFETY: the mapping of `count` bytes belongs to this object. It is replaced atomically by a mapping with
        // equal bytes.
        let place = unsafe UnsafeMutableRawPointer(mutating: start)
        let mapped = unsafe mmap(place, count, PROT_READ, MAP_SHARED | MAP_FIXED, copy.descriptor, 0)
        guard unsafe mapped != MAP_FAILED else { throw .current("map a copy of") }
    }
}
