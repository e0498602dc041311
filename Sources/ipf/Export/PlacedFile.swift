import SystemFiles

/// A file that is written by its path, as databases are: in place of what was there, or sent as an object, once `finish` has returned; or
/// not at all.
final class PlacedFile {
    private let name: String
    /// Where it is to be written: an empty file, or nothing yet.
    let path: String
    private let replacement: FileReplacement?
    private let object: ObjectOutput?
    private let folder: ScratchFolder?

    /// - Throws: `Failure` where no file can be replaced or made at `name`.
    init(_ name: String) throws {
        self.name = name
        object = try ObjectOutput(name)
        if object != nil {
            let folder = try ScratchFolder("ipf-export", otherwise: "set TMPDIR to a folder with room")
            self.folder = folder
            replacement = nil
            path = folder.path("export")
            return
        }
        folder = nil
        do throws(FileFault) {
            let replacement = try FileReplacement(FileTarget(name))
            self.replacement = replacement
            path = replacement.temporaryPath
        } catch {
            throw Failure(name, error)
        }
    }

    deinit { folder?.remove() }

    /// Puts the file in place.
    ///
    /// - Throws: `Failure` or `IngestError` where the system or the store refuses: what was there stays.
    func finish() throws {
        try object?.send(path)
        do throws(FileFault) { try replacement?.commit() } catch { throw Failure(name, error) }
    }
}
