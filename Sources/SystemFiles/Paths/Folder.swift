#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The names in a folder.
package enum Folder {
    /// The names of what is in the folder at `path`, in no order, with `.` and `..`.
    ///
    /// - Throws: `FileFault` where the system refuses to list it.
    /// - Complexity: O(names).
    package static func names(in path: String) throws(FileFault) -> [String] {
        // SAFETY: the stream is closed on every way out, and not used afterwards.
        guard let entries = unsafe opendir(path) else { throw .current("list the folder of") }
        defer { unsafe closedir(entries) }
        var names: [String] = []
        while let entry = unsafe readdir(entries) {
            // SAFETY: the system ends the name with a zero, within the entry, and keeps it until the next call.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// Makes a folder where there is none; the one above it must be there.
    ///
    /// - Throws: `FileFault` where the system refuses.
    package static func make(_ path: String) throws(FileFault) {
        // SAFETY: the call reads the zero-terminated path.
        if unsafe mkdir(path, 0o777) == 0 || SystemError.current == .fileExists { return }
        throw .current("make the folder")
    }

    /// Makes a folder where there is none, and those above it.
    ///
    /// - Throws: `FileFault` where the system refuses, or a file has its name.
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
        throw .system(action: "make the folder", error)
    }

    /// Checks that no other user can change what is in a folder: it is this user's own, and only this user may write to it.
    ///
    /// - Throws: `FileFault` that says why others could, or that it can't be written.
    package static func checkIsOwn(_ path: String) throws(FileFault) {
        // A link counts as well: its owner decides where it leads to.
        for followsLinks in [false, true] {
            guard let status = try FileStatus.of(path, followsLinks: followsLinks) else {
                throw .unfit("is a broken link")
            }
            guard status.owner == geteuid() else { throw .unfit("belongs to another user") }
            if status.kind == .link { continue }
            guard status.kind == .folder else { throw .unfit("is no folder") }
            guard status.permissions & 0o022 == 0 else { throw .unfit("can be written by other users") }
        }
        // SAFETY: the call reads the zero-terminated path.
        guard unsafe access(path, W_OK | X_OK) == 0 else { throw .current("write to") }
    }

    /// Checks that other users can't rename or remove what this user has in a folder.
    ///
    /// - Throws: `FileFault` if they can.
    package static func checkKeepsNames(_ path: String) throws(FileFault) {
        guard let status = try FileStatus.of(path) else { return }
        // The sticky bit, as of /tmp, leaves a name to its owner.
        guard status.permissions & 0o1002 != 0o0002 else { throw .unfit("can be written by other users") }
    }

    /// Waits until the disk has the names in the folder of `path`.
    ///
    /// - Throws: `FileFault` where the folder can't be opened or written.
    package static func sync(of path: String) throws(FileFault) {
        // SAFETY: the call reads the zero-terminated path.
        let descriptor = unsafe open(PathNames.folder(of: path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .current("open the folder of") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || SystemError.current.cannotSync else { throw .current("write the folder of") }
    }

    /// Where files without a lasting name are made: `TMPDIR`, or `/tmp`.
    package static var forTemporaryFiles: String {
        guard let named = Environment["TMPDIR"], !named.isEmpty else { return "/tmp" }
        return named.hasSuffix("/") && named != "/" ? String(named.dropLast()) : named
    }

    /// Removes the name of a file; whether it could.
    @discardableResult
    package static func removeFile(_ path: String) -> Bool {
        // SAFETY: the call reads the zero-terminated path.
        unsafe unlink(path) == 0
    }

    /// Gives a file another name, in place of what had that name.
    ///
    /// - Throws: `FileFault` where the system refuses.
    package static func rename(_ path: String, to target: String) throws(FileFault) {
        guard systemRename(path, target) == 0 else { throw .current("replace") }
    }
}

/// `rename` under a name that no method of ours hides.
private func systemRename(_ path: String, _ target: String) -> Int32 {
    // SAFETY: the call reads the two zero-terminated paths.
    unsafe rename(path, target)
}

/// A path, split at its last slash.
package enum PathNames {
    /// The part before the last component, with its slash; empty for a name in the current folder.
    static func prefix(of path: String) -> String {
        path.utf8.lastIndex(of: 0x2F).map { String(path.utf8[...$0])! } ?? ""
    }

    /// The folder of a path: `.` for a name in the current folder.
    package static func folder(of path: String) -> String {
        let prefix = prefix(of: path)
        return prefix.isEmpty ? "." : prefix
    }

    /// The part after the last slash.
    package static func lastComponent(of path: String) -> String {
        path.utf8.lastIndex(of: 0x2F).map { String(path.utf8[path.utf8.index(after: $0)...])! } ?? path
    }
}
