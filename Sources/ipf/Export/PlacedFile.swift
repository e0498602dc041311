import SystemFiles

/// A file that is written by its path, as databases are: instead of what was there, or sent as an object, once `finish`
/// has returned; or not at all.
final class PlacedFile {
    private let name: String
    /// Where it is to be written: an empty file, or nothing yet.
    let path: String
    /// Where it will be; `nil` for an object.
    private let target: FileTarget?
    private let replacement: FileReplacement?
    private let object: ObjectOutput?
    private let folder: ScratchFolder?

    /// - Throws: `Failure` if no file can be replaced or made at `name`.
    init(_ name: String) throws {
        self.name = name
        object = try ObjectOutput(name)
        if object != nil {
            let folder = try ScratchFolder("ipf-export", otherwise: "set TMPDIR to a folder with free space")
            self.folder = folder
            replacement = nil
            target = nil
            path = folder.path("export")
            return
        }
        folder = nil
        do throws(FileFault) {
            let target = try FileTarget(name)
            self.target = target
            let replacement = try FileReplacement(target)
            self.replacement = replacement
            path = replacement.temporaryPath
        } catch {
            throw Failure(name, error)
        }
    }

    deinit { folder?.remove() }

    /// SQLite takes what a program left beside a database into whatever has the database's name.
    ///
    /// - Throws: `Failure` if there is such a file.
    func refuseLeftovers() throws {
        guard let target else { return }
        for suffix in ["-wal", "-journal"] {
            guard let stamp = FileStamp(target.path + suffix), stamp.size > 0 else { continue }
            throw Failure(
                .inputOutput,
                "\(name): \(target.path)\(suffix) belongs to the existing database: a program has it open, or ended without "
                    + "closing it; end the program, open the database once with sqlite3, or remove both files")
        }
    }

    /// Puts the file in place.
    ///
    /// - Throws: `Failure` or `IngestError` if the system or the store refuses: what was there stays.
    func finish() throws {
        try object?.send(path)
        do throws(FileFault) { try replacement?.commit() } catch { throw Failure(name, error) }
    }
}
