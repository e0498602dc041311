import SystemFiles

/// Checks of the folder of a catalog.
struct FolderChecks {
    /// The path of the folder, without a slash at the end.
    let folder: String
    /// The size of the existing catalog in bytes; 0 if the catalog does not exist.
    let catalogSize: Int

    /// - Parameter catalog: The path of the catalog; `nil` for a temporary catalog.
    init(catalog: String?) {
        guard let catalog else {
            (folder, catalogSize) = (Folder.forTemporaryFiles, 0)
            return
        }
        // If the path is a link, the journal, the lock and the next file are created beside the link's target.
        let path = FileTarget.following(catalog)
        let name = PathNames.folder(of: path)
        folder = name.hasSuffix("/") && name != "/" ? String(name.dropLast()) : name
        catalogSize = FileStamp(path)?.size ?? 0
    }

    func run() -> [Diagnosis] {
        guard FileStamp(folder)?.kind == .folder else {
            return [.problem("folder", "\(folder) is not a folder; create it as the user that runs the service")]
        }
        return writing() + [room()]
    }

    private func writing() -> [Diagnosis] {
        let path = "\(folder)/.ipf-doctor.\(Processes.current).tmp"
        defer { Folder.removeFile(path) }
        let file: OpenFile
        do throws(FileFault) {
            file = try OpenFile(path, for: .new, permissions: 0o600)
            try file.write("ipf doctor\n".utf8Span.span)
            try file.sync()
        } catch {
            return [
                .problem(
                    "folder",
                    "\(folder) can't be written: \(error.words); run as the user that owns it, or name a catalog elsewhere"
                )
            ]
        }
        let written = Diagnosis.ok("folder", "\(folder) can be written")
        do throws(FileFault) {
            let other = try OpenFile(path, for: .reading)
            if try file.lock(.exclusive), try !other.lock(.shared) {
                return [written, .ok("locks", "\(folder) supports file locks")]
            }
            return [written, .problem("locks", "\(unlocked): a second lock of the same file succeeded; \(local)")]
        } catch {
            return [written, .problem("locks", "\(unlocked): \(error.words); \(local)")]
        }
    }

    private var unlocked: String { "files in \(folder) can't be locked" }

    private var local: String { "store catalogs on a local file system" }

    /// Checks the disk space. A new catalog file needs space beside the old file and the journal.
    private func room() -> Diagnosis {
        let free: Int
        do throws(FileFault) {
            free = try SystemRoom.freeBytes(at: folder)
        } catch {
            return .warning("space", "\(folder): \(error.reason)")
        }
        let shown = "\(Numbers.bytes(free)) are free in \(folder)"
        let remedy = "; delete files there, or name a catalog elsewhere"
        if free < max(catalogSize, 1 << 20) {
            let need = catalogSize > 0 ? ", but the next catalog file needs \(Numbers.bytes(catalogSize))" : ""
            return .problem("space", "only \(shown)\(need)\(remedy)")
        }
        if free < max(3 * catalogSize, 256 << 20) { return .warning("space", "only \(shown)\(remedy)") }
        return .ok("space", shown)
    }
}
