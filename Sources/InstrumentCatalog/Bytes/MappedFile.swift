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
/// is mapped makes the system end its readers, unless they were warned and let go of the file (`detach`).
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
        // Without O_NONBLOCK, a named pipe would be waited for before it is seen to be none of ours.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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

    /// Puts a copy of the bytes, in a file without a name, where the file itself was mapped. Who reads meanwhile notices
    /// nothing; from then on the file may be written over.
    ///
    /// - Throws: `CatalogError` of kind `io` where the system has no room for the copy: the file stays mapped.
    func detach(path: String) throws(CatalogError) {
        if isMemory || count == 0 { return }
        let copy = try Self.namelessFile()
        defer { close(copy) }
        var written = 0
        while written < count {
            // SAFETY: written < count, and the mapping has `count` bytes.
            let step = unsafe write(copy, start + written, count - written)
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { throw .io("copy", path, errno) }
            written += step
        }
        let place = unsafe UnsafeMutableRawPointer(mutating: start)
        // SAFETY: the object's own mapping, `count` bytes long, is replaced in one step by one of the same bytes.
        let mapped = unsafe mmap(place, count, PROT_READ, MAP_SHARED | MAP_FIXED, copy, 0)
        guard unsafe mapped != MAP_FAILED else { throw .io("map a copy of", path, errno) }
    }

    /// A new file, open for reading and writing, that is gone with its last user.
    private static func namelessFile() throws(CatalogError) -> Int32 {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var name = Array("\(folder)/ipf-catalog-XXXXXX".utf8CString)
        // SAFETY: the name is zero-terminated and ours; the call changes its last letters.
        let descriptor = unsafe name.withUnsafeMutableBufferPointer { unsafe mkstemp($0.baseAddress!) }
        guard descriptor >= 0 else { throw .io("make a file in", folder, errno) }
        // SAFETY: as above; the name is only read.
        _ = unsafe name.withUnsafeBufferPointer { unsafe unlink($0.baseAddress!) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// The whole file as a section.
    var all: MappedSection { unsafe MappedSection(start: start, count: count, owner: self) }
}
