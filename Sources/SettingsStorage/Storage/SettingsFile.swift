import Essentials
import SystemFiles

/// Files of one value each, read whole and replaced whole.
enum SettingsFile {
    /// Nobody keeps a settings file of that size: more than that is not read.
    static let largest = 64 << 20

    /// What stands where a file is expected.
    enum Contents: Equatable {
        case bytes([UInt8])
        /// More than `largest` bytes, or no regular file.
        case unreadable(reason: String)
    }

    /// What is at `path`; `nil` where there is nothing.
    ///
    /// - Throws: `StorageError` of kind `io` where the system refuses.
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

    /// The file's bytes; `nil` where there is no file.
    ///
    /// - Throws: `StorageError`: `io` where the system refuses, `corrupt` for more than `largest` bytes and for what is no regular
    ///   file.
    static func read(_ path: String, key: String) throws(StorageError) -> Data? {
        switch try contents(path, key: key) {
        case .bytes(let bytes): return Data(bytes)
        case .unreadable(let reason):
            throw StorageError(.corrupt, key: key, reason: "\(path) \(reason); move it away")
        case nil: return nil
        }
    }

    /// Makes `data` the file's content, on the disk when this returns; else the file is what it was. A symbolic link is followed;
    /// anything but a file is left alone.
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

    /// Gives the file another name, in place of what had that name, on the disk when this returns.
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

    /// Removes the file at `path`, which the disk knows when this returns; false where there was none.
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
    /// What keeps the file at `path` from being used.
    ///
    /// - Parameter otherwise: what the system would not do with it, where the fault's own word says less.
    init(_ fault: FileFault, _ path: String, key: String, otherwise: String? = nil) {
        switch fault {
        case .system(let action, _):
            self.init(.io, key: key, reason: "can't \(otherwise ?? action) \(path): \(fault.words)")
        case .unfit, .unsynced: self.init(.io, key: key, reason: "\(path) \(fault.reason)")
        }
    }
}
