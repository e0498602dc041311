import Essentials
import InstrumentCatalog
import SystemFiles

/// A folder of catalogs among the user's caches (`XDG_CACHE_HOME`, else `~/.cache`). What lies there can be made again.
struct CacheFolder {
    /// What is kept in it, and the last part of its path.
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

    let url: URL
    private let kind: Kind

    /// The folder, which is made where there is none.
    ///
    /// - Throws: the system's error.
    init(_ kind: Kind) throws {
        self.kind = kind
        let caches = try FileManager.default.url(
            for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        url = caches.appending(path: "swift-ipf/\(kind.rawValue)")
        // Who may read a source isn't for this machine's other users to decide.
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// The catalogs, the one built last first.
    var catalogs: [String] {
        let paths = ((try? Folder.names(in: url.path)) ?? []).filter { $0.hasSuffix(".ipfc") }.map(path)
        func time(_ path: String) -> (Int64, Int) {
            FileStamp(path).map { ($0.modified, $0.nanoseconds) } ?? (.min, 0)
        }
        return paths.sorted { time($0) > time($1) }
    }

    /// Removes `catalogs` but for those to keep. Who has one of them open goes on with it.
    ///
    /// - Parameters:
    ///   - catalogs: the one built last first.
    ///   - built: the one that was just built, and is about to be opened: it is kept whatever the times of the others say.
    func removeOld(of catalogs: [String], but built: String) {
        for path in catalogs.filter({ $0 != built }).dropFirst(Self.keptCount(kind) - 1) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
