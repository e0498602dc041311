import Essentials
import SystemFiles

/// A folder for the time of a command.
struct ScratchFolder: Sendable {
    private let url: URL

    /// An empty folder among the system's temporary files.
    ///
    /// - Parameters:
    ///   - name: what its name begins with: `ipf-watch`.
    ///   - advice: how to go on where it can't be made.
    /// - Throws: `Failure` where the system has no room for it.
    init(_ name: String, otherwise advice: String) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
        do throws(FileFault) {
            try Folder.makeAll(url.path, permissions: 0o700)
        } catch {
            throw Failure(.inputOutput, "\(url.path): can't be made: \(error.words); \(advice)")
        }
    }

    /// The path of a file in it.
    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Removes it with all that is in it.
    func remove() { try? FileManager.default.removeItem(at: url) }
}
