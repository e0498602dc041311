import SystemFiles

/// An output file that a library writes by its path, such as a database. `finish` replaces the existing file, or
/// uploads the object; until then, the existing one is unchanged.
final class PlacedFile {
    private let name: String
    /// The temporary path to write to. An empty file may exist there.
    let path: String
    /// The final path; `nil` for an object.
    private let target: FileTarget?
    private let replacement: FileReplacement?
    private let object: ObjectOutput?
    private let folder: ScratchFolder?

    /// - Throws: `Failure` if no file can be replaced or created at `name`.
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

    /// Fails if the existing database has a write-ahead log or rollback journal, because SQLite would apply it to the
    /// new database.
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

    /// Moves the file to its final path, or uploads it.
    ///
    /// - Throws: `Failure` or `IngestError` if the file can't be moved or uploaded; the existing file or object is then
    ///   unchanged.
    func finish() throws {
        try object?.send(path)
        do throws(FileFault) { try replacement?.commit() } catch { throw Failure(name, error) }
    }
}
