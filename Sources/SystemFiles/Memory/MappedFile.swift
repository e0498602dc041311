#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A regular file in memory: its bytes are used where the system keeps them and never copied. The mapping lives as long as the
/// object, whatever becomes of the file's name: who holds it goes on reading the old bytes after another file was renamed into
/// its place.
///
/// Files are only ever replaced by renaming here, never written or cut in place; a program that shortens one while it is mapped
/// makes the system end its readers (SIGBUS), unless they were warned and let go of the file (`detach`).
///
/// `@unchecked Sendable`: the bytes are only read, the address never changes, and only `deinit` unmaps them.
@safe package final class MappedFile: @unchecked Sendable {
    /// First byte of the mapping; meaningless where `count` is 0.
    package let start: UnsafeRawPointer
    /// Bytes in the file when it was mapped.
    package let count: Int
    /// The bytes are a block of memory of the object's own, not a mapping.
    private let isMemory: Bool

    /// Maps all that is in an open file.
    ///
    /// - Throws: `FileFault` where the system refuses, and for what isn't a regular file.
    /// - Complexity: O(1).
    package init(_ file: OpenFile) throws(FileFault) {
        let status = try file.status()
        guard status.kind == .file else { throw .unfit("is \(status.kind.words); expected a file") }
        count = status.size
        isMemory = false
        guard count > 0 else {
            // SAFETY: never dereferenced, since no offset lies below a count of 0.
            unsafe start = UnsafeRawPointer(bitPattern: 1)!
            return
        }
        // SAFETY: a fresh mapping; checked before use, and unmapped once, in `deinit`.
        let mapped = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, file.descriptor, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw .current("map") }
        unsafe start = UnsafeRawPointer(mapped)
    }

    /// Bytes in memory that are read like a file's.
    ///
    /// - Complexity: O(`bytes.count`): they are copied.
    package init(copying bytes: Span<UInt8>) {
        count = bytes.count
        isMemory = true
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
        // SAFETY: the block has room for all bytes, and is freed by `deinit` alone.
        unsafe bytes.withUnsafeBytes { unsafe block.copyMemory(from: $0) }
        unsafe start = UnsafeRawPointer(block.baseAddress!)
    }

    deinit {
        if isMemory {
            // SAFETY: the block was allocated by `init(copying:)`, and nobody reads it without holding the object.
            unsafe start.deallocate()
        } else if count > 0 {
            // SAFETY: `start` and `count` are those of the mapping, and nobody reads it without holding the object.
            unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
        }
    }

    /// The bytes in a part of the file.
    @_lifetime(borrow self)
    package func bytes(_ range: Range<Int>) -> Span<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // SAFETY: the range lies within the mapping, which lives as long as `self`.
        let span = unsafe Span<UInt8>(
            _unsafeStart: start.assumingMemoryBound(to: UInt8.self) + range.lowerBound, count: range.count)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    // MARK: Reading parts

    /// Tells the system that a part is read next, so that it reads this part, at once and while others are being asked for. Else each
    /// touch of a page that isn't in memory waits for itself and for what the system reads around it. A hint: failing changes nothing.
    package func willBeRead(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        if isMemory || range.isEmpty { return }
        let first = range.lowerBound / Int(getpagesize()) * Int(getpagesize())
        // SAFETY: the mapping begins with a page, so the range lies within it.
        unsafe _ = madvise(
            UnsafeMutableRawPointer(mutating: start + first), range.upperBound - first, MADV_WILLNEED)
    }

    // MARK: Reading once

    /// A multiple of the system's page size anywhere.
    package static let pageBytes = 64 << 10

    /// Tells the system that the file is read once, from its beginning to its end. A hint: failing changes nothing.
    package func willBeReadOnce() {
        if isMemory || count == 0 { return }
        // SAFETY: the mapping's own range.
        unsafe _ = madvise(UnsafeMutableRawPointer(mutating: start), count, MADV_SEQUENTIAL)
    }

    /// Tells the system that a part is done with, so that the pages of a large file don't count as this process's
    /// memory; they come back if they are read again. The range begins at a multiple of `pageBytes`.
    package func release(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count && range.lowerBound % Self.pageBytes == 0)
        if isMemory || range.isEmpty { return }
        // SAFETY: the range lies within the mapping, whose pages are never written, so none can lose anything.
        unsafe _ = madvise(UnsafeMutableRawPointer(mutating: start + range.lowerBound), range.count, MADV_DONTNEED)
    }

    // MARK: Files that are written over

    /// Bytes that are copied before somebody is asked whether to go on.
    private static let copiedBytes = 8 << 20

    /// Puts a copy of the bytes, in a file without a name, where the file itself was mapped. Who reads meanwhile notices
    /// nothing; from then on the file may be written over.
    ///
    /// - Parameter isWanted: asked now and then while the bytes are copied; where it says no, the file stays mapped.
    /// - Throws: `FileFault` where the system has no room for the copy: the file stays mapped.
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
        // SAFETY: the object's own mapping, `count` bytes long, is replaced in one step by one of the same bytes.
        let place = unsafe UnsafeMutableRawPointer(mutating: start)
        let mapped = unsafe mmap(place, count, PROT_READ, MAP_SHARED | MAP_FIXED, copy.descriptor, 0)
        guard unsafe mapped != MAP_FAILED else { throw .current("map a copy of") }
    }
}
