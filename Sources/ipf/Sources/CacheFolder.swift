import Essentials
import InstrumentCatalog
import SystemFiles

/// A folder of catalogs among the user's caches (`XDG_CACHE_HOME`, else `~/.cache`). Its files can be created again.
struct CacheFolder {
    /// The content of the folder, which is also the last component of its path.
    enum Kind: String, CaseIterable {
        /// Catalogs of sources that were asked in a catalog's place.
        case sources
        /// Catalogs of a master store's batches.
        case master
    }

    /// So many catalogs of each kind are kept, the last ones that were built.
    static func keptCount(_ kind: Kind) -> Int {
        switch kind {
        case .sources: 8
        case .master: 4
        }
    }

    /// The folder's path.
    let path: String
    private let kind: Kind

    /// Makes the folder unless it exists. A folder that others could change is not used: they could put other answers
    /// there.
    ///
    /// - Throws: `Failure` if the folder can't be made or used.
    init(_ kind: Kind) throws(Failure) {
        self.kind = kind
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0].path
        path = "\(caches)/swift-ipf/\(kind.rawValue)"
        var current = caches
        do throws(FileFault) {
            try Folder.makeAll(caches, permissions: 0o700)
            try Folder.checkKeepsNames(caches)
            for made in ["\(caches)/swift-ipf", path] {
                current = made
                try Folder.makeAll(made, permissions: 0o700)
                try Folder.checkIsOwn(made)
            }
        } catch {
            throw Failure(
                .inputOutput,
                "\(current): \(Self.words(error)), so no catalogs are cached there; set XDG_CACHE_HOME to a folder that only you can write"
            )
        }
    }

    private static func words(_ fault: FileFault) -> String {
        if case .system(let action, let error) = fault { "can't \(action): \(error.words)" } else { fault.reason }
    }

    /// The path of a file in the folder. A link that has its name is removed: it would lead elsewhere.
    func path(_ name: String) -> String {
        let path = "\(path)/\(name)"
        if isLink(path) { Folder.removeFile(path) }
        return path
    }

    private func isLink(_ path: String) -> Bool { (try? FileStatus.of(path, followsLinks: false))?.kind == .link }

    /// The catalogs, the one built last first.
    var catalogs: [String] {
        let names = ((try? Folder.names(in: path)) ?? []).filter { $0.hasSuffix(".ipfc") }
        let paths = names.map { "\(path)/\($0)" }.filter { !isLink($0) }
        func time(_ path: String) -> (Int64, Int) {
            FileStamp(path).map { ($0.modified, $0.nanoseconds) } ?? (.min, 0)
        }
        return paths.sorted { time($0) > time($1) }
    }

    /// Removes old `catalogs`. Processes that have one open are unaffected.
    ///
    /// - Parameters:
    ///   - catalogs: the one built last first.
    ///   - built: the one that was just built, and is about to be opened: it is kept whatever the times of the others
    ///     say.
    func removeOld(of catalogs: [String], but built: String) {
        for path in catalogs.filter({ $0 != built }).dropFirst(Self.keptCount(kind) - 1) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}

/// A folder for the time of a command.
struct ScratchFolder: Sendable {
    private let url: URL

    /// An empty folder among the system's temporary files.
    ///
    /// - Parameters:
    ///   - name: what its name begins with: `ipf-watch`.
    ///   - advice: how to go on if it can't be made.
    /// - Throws: `Failure` if the system has no room for it.
    init(_ name: String, otherwise advice: String) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
        do throws(FileFault) {
            try Folder.makeAll(url.path, permissions: 0o700)
        } catch {
            throw Failure(.inputOutput, "\(url.path): can't be created: \(error.words); \(advice)")
        }
    }

    /// The path of a file in it.
    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Removes it with all that is in it.
    func remove() { try? FileManager.default.removeItem(at: url) }
}
