import Essentials
import InstrumentCatalog
import SystemFiles

/// A folder of catalogs in the user's cache folder (`XDG_CACHE_HOME`, or by default `~/.cache`). The catalogs can be
/// built again if they are removed.
struct CacheFolder {
    /// The content of the folder, which is also the last component of its path.
    enum Kind: String, CaseIterable {
        /// Catalogs of sources that were queried instead of a catalog file.
        case sources
        /// Catalogs of a master store's batches.
        case master
    }

    /// Returns the maximum number of catalogs of a kind. The catalogs that were built last are retained.
    static func keptCount(_ kind: Kind) -> Int {
        switch kind {
        case .sources: 8
        case .master: 4
        }
    }

    /// The folder's path.
    let path: String
    private let kind: Kind

    /// Creates the folder unless it exists. Throws if other users can change the folder, because they could replace
    /// catalogs.
    ///
    /// - Throws: `Failure` if the folder can't be created or used.
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

    /// Returns the path of a file in the folder. If there is a symbolic link with this name, removes the link, because
    /// its target is outside of the folder.
    func path(_ name: String) -> String {
        let path = "\(path)/\(name)"
        if isLink(path) { Folder.removeFile(path) }
        return path
    }

    private func isLink(_ path: String) -> Bool { (try? FileStatus.of(path, followsLinks: false))?.kind == .link }

    /// The paths of the catalogs, from the newest to the oldest.
    var catalogs: [String] {
        let names = ((try? Folder.names(in: path)) ?? []).filter { $0.hasSuffix(".ipfc") }
        let paths = names.map { "\(path)/\($0)" }.filter { !isLink($0) }
        func time(_ path: String) -> (Int64, Int) {
            FileStamp(path).map { ($0.modified, $0.nanoseconds) } ?? (.min, 0)
        }
        return paths.sorted { time($0) > time($1) }
    }

    /// Removes the oldest of `catalogs`. Processes that have one of them open are unaffected.
    ///
    /// - Parameters:
    ///   - catalogs: The paths from the newest to the oldest.
    ///   - built: The catalog that was just built and is about to be opened. It is retained, whatever the modification
    ///     times are.
    func removeOld(of catalogs: [String], but built: String) {
        for path in catalogs.filter({ $0 != built }).dropFirst(Self.keptCount(kind) - 1) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}

extension ScratchFolder {
    /// Creates a temporary folder of a command.
    ///
    /// - Parameter advice: The advice in the error if the folder can't be created.
    /// - Throws: `Failure` if the folder can't be created.
    convenience init(_ name: String, otherwise advice: String) throws(Failure) {
        do throws(FileFault) {
            try self.init(name)
        } catch {
            throw Failure(
                .inputOutput,
                "\(Folder.forTemporaryFiles): can't create a temporary folder: \(error.words); \(advice)")
        }
    }
}
