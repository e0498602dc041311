import Essentials
import SystemFiles

/// Files that contain one value each, and are read and replaced as a whole.
enum SettingsFile {
    /// The maximum size of a settings file in bytes; larger files are not read.
    static let largest = 64 << 20

    /// The contents at the path of a settings file.
    enum Contents: Equatable {
        case bytes([UInt8])
        /// A file that is larger than `largest`, or not a regular file.
        case unreadable(reason: String)
    }

    /// Returns the contents at `path`; `nil` if nothing exists there.
    ///
    /// - Throws: `StorageError` of kind `io` if a system call fails.
    static func contents(_ path: String, key: String) throws(StorageError) -> Contents? {
        do throws(FileFault) {
            switch try WholeFile.read(path, limit: largest) {
            case .bytes(let bytes): return .bytes(bytes)
            case .tooLarge: return .unreadable(reason: "has more than \(largest) bytes")
            case nil: return nil
            }
        } catch {
            guard case .unfit(let reason) = error else { throw StorageError(error, path, key: key, otherwise: "read") }
            return .unreadable(reason: reason)
        }
    }

    /// Returns the file's bytes; `nil` if there is no file.
    ///
    /// - Throws: `StorageError`: `io` if a system call fails, `corrupt` if the file exceeds `largest` or is not a
    ///   regular file.
    static func read(_ path: String, key: String) throws(StorageError) -> Data? {
        switch try contents(path, key: key) {
        case .bytes(let bytes): return Data(bytes)
        case .unreadable(let reason):
            throw StorageError(.corrupt, key: key, reason: "\(path) \(reason); move it away")
        case nil: return nil
        }
    }

    /// Replaces the file's contents atomically. When the method returns, `data` is on disk. Follows a symbolic link;
    /// rejects anything but a regular file.
    ///
    /// - Throws: `StorageError` of kind `io`.
    static func replace(_ path: String, with data: Data, key: String) throws(StorageError) {
        do throws(FileFault) {
            let replacement = try FileReplacement(FileTarget(path), permissions: .ownerOnly)
            try replacement.file.write(data.span)
            try replacement.commit()
        } catch {
            throw StorageError(error, path, key: key)
        }
    }

    /// Renames the file, replacing the target if it exists. When the method returns, the change is on disk.
    ///
    /// - Throws: `StorageError` of kind `io`.
    static func rename(_ path: String, to target: String, key: String) throws(StorageError) {
        do throws(FileFault) {
            try Folder.rename(path, to: target)
            try Folder.sync(of: target)
        } catch {
            throw StorageError(error, target, key: key)
        }
    }

    /// Removes the file at `path`. When the method returns, the change is on disk. Returns `false` if there was no
    /// file.
    ///
    /// - Throws: `StorageError` of kind `io`.
    static func remove(_ path: String, key: String) throws(StorageError) -> Bool {
        guard try contents(path, key: key) != nil else { return false }
        guard Folder.removeFile(path) else {
            throw StorageError(.io, key: key, reason: "can't remove \(path); check the permissions of its folder")
        }
        do throws(FileFault) {
            try Folder.sync(of: path)
        } catch {
            throw StorageError(error, path, key: key)
        }
        return true
    }
}

extension StorageError {
    /// Creates an error from a fault of the file at `path`.
    ///
    /// - Parameter otherwise: The failed operation, which the message names if the fault's own description is less
    ///   specific.
    init(_ fault: FileFault, _ path: String, key: String, otherwise: String? = nil) {
        switch fault {
        case .system(let action, _):
            self.init(.io, key: key, reason: "can't \(otherwise ?? action) \(path): \(fault.words)")
        case .unfit, .unsynced: self.init(.io, key: key, reason: "\(path) \(fault.reason)")
        }
    }
}
