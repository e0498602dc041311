#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Operations on folders and on names in them.
package enum Folder {
    /// Returns the names in the folder at `path`, in no particular order, including `.` and `..`.
    ///
    /// - Throws: `FileFault` if the system refuses to list the folder.
    /// - Complexity: O(names).
    package static func names(in path: String) throws(FileFault) -> [String] {
        // SAFETY: the stream is closed on every path out of this function, and is not used afterwards.
        guard let entries = unsafe opendir(path) else { throw .current("list the folder of") }
        defer { unsafe closedir(entries) }
        var names: [String] = []
        while let entry = unsafe readdir(entries) {
            // SAFETY: the name within the entry is zero-terminated. The entry is valid until the next call.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// Creates a folder if it does not exist. The parent folder must exist.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package static func make(_ path: String) throws(FileFault) {
        // SAFETY: the call reads the zero-terminated path.
        if unsafe mkdir(path, 0o777) == 0 || SystemError.current == .fileExists { return }
        throw .current("create the folder")
    }

    /// Creates a folder and its parent folders if they do not exist.
    ///
    /// - Throws: `FileFault` if the system refuses, or if the name belongs to a file.
    package static func makeAll(_ path: String, permissions: UInt16 = 0o777) throws(FileFault) {
        // SAFETY: the calls read the zero-terminated path.
        if unsafe mkdir(path, mode_t(permissions)) == 0 { return }
        var error = SystemError.current
        let above = PathNames.folder(of: path)
        if error == .noSuchFile, above != path {
            try makeAll(above, permissions: permissions)
            if unsafe mkdir(path, mode_t(permissions)) == 0 { return }
            error = .current
        }
        if error == .fileExists, (try? FileStatus.of(path))?.kind == .folder { return }
        throw .system(action: "create the folder", error)
    }

    /// Checks that other users cannot change the contents of a folder: it belongs to this user, and no other user can
    /// write to it.
    ///
    /// - Throws: `FileFault` with the reason if other users could, or if this user cannot write to the folder.
    package static func checkIsOwn(_ path: String) throws(FileFault) {
        // If the path is a link, also check the link, because its owner controls its target.
        for followsLinks in [false, true] {
            guard let status = try FileStatus.of(path, followsLinks: followsLinks) else {
                throw .unfit("is a broken link")
            }
            guard status.owner == geteuid() else { throw .unfit("belongs to another user") }
            if status.kind == .link { continue }
            guard status.kind == .folder else { throw .unfit("is not a folder") }
            guard status.permissions & 0o022 == 0 else { throw .unfit("is writable by other users") }
        }
        // SAFETY: the call reads the zero-terminated path.
        guard unsafe access(path, W_OK | X_OK) == 0 else { throw .current("write to") }
    }

    /// Checks that other users cannot rename or remove files of this user in a folder.
    ///
    /// - Throws: `FileFault` if they can.
    package static func checkKeepsNames(_ path: String) throws(FileFault) {
        guard let status = try FileStatus.of(path) else { return }
        // If the sticky bit is set, as for /tmp, only the owner can rename or remove a file.
        guard status.permissions & 0o1002 != 0o0002 else { throw .unfit("is writable by other users") }
    }

    /// Syncs the folder that contains `path`, after which new names in it are durable.
    ///
    /// - Throws: `FileFault` if the folder cannot be opened or synced.
    package static func sync(of path: String) throws(FileFault) {
        // SAFETY: the call reads the zero-terminated path.
        let descriptor = unsafe open(PathNames.folder(of: path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .current("open the folder of") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || SystemError.current.cannotSync else { throw .current("write the folder of") }
    }

    /// The path of the folder for temporary files: the value of `TMPDIR`, or `/tmp`.
    package static var forTemporaryFiles: String {
        guard let named = Environment["TMPDIR"], !named.isEmpty else { return "/tmp" }
        return named.hasSuffix("/") && named != "/" ? String(named.dropLast()) : named
    }

    /// Removes a file. Returns whether it succeeded.
    @discardableResult
    package static func removeFile(_ path: String) -> Bool {
        // SAFETY: the call reads the zero-terminated path.
        unsafe unlink(path) == 0
    }

    /// Renames a file to `target`, and replaces a file that exists there.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package static func rename(_ path: String, to target: String) throws(FileFault) {
        guard systemRename(path, target) == 0 else { throw .current("replace") }
    }
}

/// The function `rename` of the system, under a name that no method shadows.
private func systemRename(_ path: String, _ target: String) -> Int32 {
    // SAFETY: the call reads the two zero-terminated paths.
    unsafe rename(path, target)
}

/// Parts of a path, which is split at its last slash.
package enum PathNames {
    /// Returns the path up to and including the last slash; empty if the path has no slash.
    static func prefix(of path: String) -> String {
        path.utf8.lastIndex(of: 0x2F).map { String(path.utf8[...$0])! } ?? ""
    }

    /// Returns the folder of a path; `.` if the path has no slash.
    package static func folder(of path: String) -> String {
        let prefix = prefix(of: path)
        return prefix.isEmpty ? "." : prefix
    }

    /// Returns the part after the last slash.
    package static func lastComponent(of path: String) -> String {
        path.utf8.lastIndex(of: 0x2F).map { String(path.utf8[path.utf8.index(after: $0)...])! } ?? path
    }
}
