#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A file mapped for reading. The mapping lives as long as the object, whatever becomes of the file's name: who holds it
/// goes on reading the old bytes after another file was renamed into its place.
///
/// Catalog files are only ever replaced by renaming, never written or cut in place; a program that shortens one while it
/// is mapped makes the system end its readers.
@safe final class MappedFile: @unchecked Sendable {  // the bytes never change, and only `deinit` unmaps them
    /// First byte of the mapping; meaningless where `count` is 0.
    private let start: UnsafeRawPointer
    /// Bytes in the file when it was mapped.
    let count: Int
    /// The bytes are a block of memory of the object's own, not a mapping.
    private let isMemory: Bool

    /// Maps the file at `path`.
    ///
    /// - Throws: `CatalogError` of kind `io` where it can't be opened or isn't a file.
    /// - Complexity: O(1).
    convenience init(path: String) throws(CatalogError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .io("open", path, errno) }
        defer { close(descriptor) }
        try self.init(descriptor: descriptor, path: path)
    }

    /// Maps all that is in an open file; the descriptor stays the caller's.
    init(descriptor: Int32, path: String) throws(CatalogError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .io("look at", path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CatalogError(.io, path: path, "is not a file; expected a catalog written by `ipf import`")
        }
        count = Int(status.st_size)
        isMemory = false
        guard count > 0 else {
            // SAFETY: never dereferenced, since no offset lies below a count of 0.
            unsafe start = UnsafeRawPointer(bitPattern: 1)!
            return
        }
        let mapped = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw .io("map", path, errno) }
        unsafe start = UnsafeRawPointer(mapped)
    }

    /// Bytes in memory that are read like a file's.
    ///
    /// - Complexity: O(`bytes.count`): they are copied.
    init(copying bytes: Span<UInt8>) {
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
            return
        }
        // SAFETY: `start` and `count` are those of the mapping; every section that reads it holds the object.
        if count > 0 { unsafe munmap(UnsafeMutableRawPointer(mutating: start), count) }
    }

    /// The whole file as a section.
    var all: MappedSection { unsafe MappedSection(start: start, count: count, owner: self) }
}
