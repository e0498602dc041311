import Foundation
import SystemFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whole small files, read at once and replaced at once.
enum SmallFile {
    /// Nobody keeps a settings file of that size: more than that is not read.
    static let largest = 64 << 20

    /// The file's bytes; `nil` where there is no file. A named pipe is not waited for.
    static func read(_ path: String, key: String) throws(StorageError) -> Data? {
        // SAFETY: `path` lives across the call, and the handle owns the descriptor.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw fault("read", path, key)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let data = try handle.read(upToCount: largest + 1) ?? Data()
            if data.count <= largest { return data }
        } catch {
            throw StorageError(.io, key: key, reason: "can't read \(path): \(error.localizedDescription)")
        }
        throw StorageError(.corrupt, key: key, reason: "\(path) has more than \(largest) bytes; move it away")
    }

    /// Makes `data` the file's content, on the disk when this returns; else the file is what it was. A symbolic link is followed;
    /// anything but a file is left alone.
    static func replace(_ file: URL, with data: Data, key: String) throws(StorageError) {
        let file = URL(filePath: try replaceablePath(file.path, key: key))
        let folder = file.deletingLastPathComponent()
        let temporary = folder.appending(
            path: ".\(UUID().uuidString.prefix(8)).\(file.lastPathComponent)", directoryHint: .notDirectory
        ).path
        do throws(StorageError) {
            try write(data, to: temporary, key: key)
            try rename(temporary, to: file.path, key: key)
        } catch {
            // SAFETY: the path lives across the call.
            unsafe _ = unlink(temporary)
            throw error
        }
    }

    /// Renames a file onto another, and brings the folder to the disk.
    static func rename(_ path: String, to target: String, key: String) throws(StorageError) {
        guard systemRename(path, target) == 0 else { throw fault("replace", target, key) }
        let folder = URL(filePath: target).deletingLastPathComponent().path
        // SAFETY: the path lives across the call, and the descriptor is closed below.
        let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault("open", folder, key) }
        defer { close(descriptor) }
        // Some file systems can't sync a folder, and need not be asked to.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw fault("sync", folder, key) }
    }

    /// Where the links of a path lead, if that is a file or nothing yet.
    private static func replaceablePath(_ path: String, key: String) throws(StorageError) -> String {
        do throws(FileFault) {
            let target = try FileTarget(path)
            try target.requireReplaceable()
            return target.path
        } catch {
            if case .system(let action, _) = error {
                throw StorageError(.io, key: key, reason: "can't \(action) \(path): \(error.words)")
            }
            throw StorageError(.io, key: key, reason: "\(path) \(error.words)")
        }
    }

    private static func write(_ data: Data, to path: String, key: String) throws(StorageError) {
        // SAFETY: `path` lives across the call, and the descriptor is closed below.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault("write", path, key) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        defer { close(descriptor) }
        do {
            try handle.write(contentsOf: data)
        } catch {
            throw StorageError(.io, key: key, reason: "can't write \(path): \(error.localizedDescription)")
        }
        guard fsync(descriptor) == 0 else { throw fault("sync", path, key) }
    }

    private static func fault(_ action: String, _ path: String, _ key: String) -> StorageError {
        // SAFETY: the text is copied before anything else runs.
        let words = unsafe String(cString: strerror(errno))
        return StorageError(.io, key: key, reason: "can't \(action) \(path): \(words)")
    }
}

private func systemRename(_ path: String, _ target: String) -> Int32 {
    // SAFETY: both paths live across the call.
    unsafe rename(path, target)
}
