import ArgumentParser
import CatalogSync
import Essentials
import InstrumentCatalog
import SystemFiles

/// `ipf cache`: lists or removes the catalogs in the user's cache folder.
struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "List or clear cached catalogs",
        discussion: """
            A command that queries a source instead of a catalog caches the source's catalog. The last eight catalogs \
            of sources and the last four of a master's batches are kept, and can all be rebuilt. They are in the \
            folder swift-ipf of XDG_CACHE_HOME, or else of ~/.cache. A folder that belongs to another user, or that \
            others can write, is not used. Without the folder, a command reads the source for this one answer, reports \
            the problem and ends with exit code 4.

            Examples:
              ipf cache
              ipf cache clear
            """,
        subcommands: [CacheListCommand.self, CacheClearCommand.self], defaultSubcommand: CacheListCommand.self)
}

/// `ipf cache list`: lists the catalogs in the cache.
struct CacheListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List cached catalogs with their source, size and date",
        discussion: """
            Examples:
              ipf cache list
              ipf cache list --format json
            """)

    @Option(help: "The output format.")
    var format: AnswerFormat = .text

    func run() throws {
        let kept = try CacheFolder.Kind.allCases.flatMap { kind in
            try CacheFolder(kind).catalogs.map { KeptCatalog($0, kind) }
        }
        switch format {
        case .json: try Answer.writeJSON { $0.objects(kept) { $1.writeMembers(to: &$0) } }
        case .text:
            if kept.isEmpty { return StandardError.write("ipf: the cache is empty\n") }
            var table = TextTable(
                [.left, .right, .right, .left, .left], header: ["SOURCE", "INSTRUMENTS", "SIZE", "BUILT", "FILE"])
            for one in kept {
                table.add(
                    one.source, one.instruments.map { Numbers.grouped($0) } ?? "–", Numbers.bytes(one.size),
                    "\(one.built)",
                    one.path)
            }
            try Answer.write(table.text(width: nil))
        }
    }
}

/// `ipf cache clear`: removes the catalogs in the cache.
struct CacheClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all cached catalogs and print their size",
        discussion: """
            Examples:
              ipf cache clear
            """)

    func run() throws {
        var (count, size) = (0, 0)
        for kind in CacheFolder.Kind.allCases {
            for path in try CacheFolder(kind).catalogs {
                size += FileStamp(path)?.size ?? 0
                try FileManager.default.removeItem(atPath: path)
                count += 1
            }
        }
        try Answer.write("\(Numbers.grouped(count)) catalog\(count == 1 ? "" : "s") removed, \(Numbers.bytes(size))\n")
    }
}

/// A catalog in the cache.
private struct KeptCatalog {
    let path: String
    let kind: CacheFolder.Kind
    /// The address of the source. The file name of a store's catalog contains the batch.
    let source: String
    /// The number of instruments; `nil` if the file can't be read, for example because another version of this program
    /// wrote it.
    let instruments: Int?
    let size: Int
    let built: Instant

    init(_ path: String, _ kind: CacheFolder.Kind) {
        self.path = path
        self.kind = kind
        let (catalog, stamp) = (try? Catalog.open(path), FileStamp(path))
        instruments = catalog?.count
        size = stamp?.size ?? 0
        built = Instant(milliseconds: (stamp?.modified ?? 0) * 1000)
        source = catalog.flatMap { SourceNotes($0.notes).sources.first?.address } ?? "\(kind.rawValue)"
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("source", source)
        json.member("kind", kind.rawValue)
        json.member("instruments", instruments)
        json.member("bytes", size)
        json.member("built", "\(built)")
        json.member("file", path)
    }
}
