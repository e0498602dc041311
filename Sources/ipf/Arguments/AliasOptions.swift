import ArgumentParser
import Ingest
import InstrumentCatalog

/// The option `--aliases`, for commands that also find instruments by names that are in none of their fields.
struct AliasOptions: ParsableArguments {
    static let help = """
        Aliases are names of instruments that no field contains: tsmc, saudi aramco, big blue. Each line of an alias \
        file has the symbol or ISIN of an instrument, a comma, and the name. Put values that contain commas in double \
        quotes. Comments start with #.
        """

    @Option(
        name: .customLong("aliases"),
        help: ArgumentHelp("A file of aliases; can be repeated.", valueName: "file"))
    var files: [String] = []

    /// The aliases of all files; `nil` if no file is given.
    ///
    /// - Throws: `IngestError`, or a `Failure` that names the invalid lines.
    func load() throws -> AliasTable? {
        if files.isEmpty { return nil }
        return try files.reduce(AliasTable()) { table, file in
            let bytes = try SmallFile.bytes(file)
            do throws(AliasTableError) {
                return table.merging(try AliasTable(parsing: bytes.span))
            } catch {
                throw Failure(.badInput, "\(file): \(lines: error)")
            }
        }
    }

    /// The addresses of the files.
    var addresses: [SourceAddress] { files.map { $0 == "-" ? .standardInput : SourceAddress(path: $0) } }

    /// Warns of aliases whose instruments the catalog doesn't have.
    static func unknown(_ table: AliasTable, in catalog: Catalog) -> TerminalText? {
        let unknown = catalog.unknownInstruments(of: table)
        if unknown.isEmpty { return nil }
        let shown = unknown.prefix(5).joined(separator: ", ")
        return
            "aliases: the catalog has no instrument for \(Numbers.grouped(unknown.count)) of the symbols and ISINs: "
            + "\(shown)\(unknown.count > 5 ? ", …" : "")"
    }
}
