import ArgumentParser
import Ingest
import Lists
import ProfileTransforms
import SystemFiles

/// The options for sources in CSV, JSON or XML instead of IPF: `--map`, `--encoding` and `--no-derive`.
struct ListOptions: ParsableArguments {
    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "Read a list (CSV, JSON, XML) instead of IPF: fields and columns, as in SYMBOL=yahoo:ticker,DESCRIPTION=name, or a file "
                + "with one field per line.", valueName: "mapping"))
    var map: String?

    @Option(
        help: ArgumentHelp("The list's encoding: auto (UTF-8, or UTF-16 with a mark) or latin-1.", valueName: "name"))
    var encoding: String?

    @Flag(help: "Use only the values of the list: derive no symbols, places, currencies and hours.")
    var noDerive = false

    @Option(
        help: ArgumentHelp(
            "Join profiles with the same values of fields, as in ISIN+OPOL+CURRENCY, under the first symbol. Values of "
                + "earlier sources have priority.", valueName: "fields"))
    var mergeBy: String?

    func validate() throws {
        if map == nil, noDerive { throw ValidationError("--no-derive requires --map.") }
        if let encoding, ListEncoding(rawValue: encoding) == nil {
            throw ValidationError("--encoding is “\(encoding)”, expected auto or latin-1.")
        }
    }

    /// The list's encoding.
    var listEncoding: ListEncoding { encoding.flatMap(ListEncoding.init) ?? .automatic }

    /// The mapping; `nil` if the source is IPF.
    ///
    /// - Throws: `Failure` if the mapping has a mistake or its file can't be read.
    var mapper: MappedList? {
        get throws {
            guard let map else { return nil }
            let text = map.utf8.contains(UInt8(ascii: "=")) ? map : try Self.read(map)
            do {
                return MappedList(
                    try ListMap(parsing: text), encoding: listEncoding, derives: !noDerive,
                    reportsDuplicates: mergeBy == nil, today: .localToday)
            } catch {
                throw Failure(.usage, "--map: \(error)")
            }
        }
    }

    /// The rewriter that joins profiles; `nil` if no profiles are joined.
    var joiner: ProfileJoiner? {
        get throws {
            do { return try mergeBy.map { try ProfileJoiner(by: $0) } } catch {
                throw Failure(.usage, "--merge-by: \(error)")
            }
        }
    }

    /// Throws if `--merge-by` is given for a followed source. There, a later version of a profile must replace the
    /// earlier one, not be joined with it.
    ///
    /// - Throws: `Failure` if the option is given.
    func refuseJoining() throws {
        if mergeBy != nil {
            throw Failure(
                .usage,
                "--merge-by needs all rows of all sources, and a followed source sends single changes; "
                    + "leave it out, or repeat the import instead of following")
        }
    }

    private static func read(_ path: String) throws -> String {
        String(decoding: try readBytes(from: SourceAddress(parsing: path), limit: 1 << 20), as: UTF8.self)
    }

    /// The help text about lists.
    static let help = """
        A list of another form needs a mapping (--map). Its sources are columns by name, or by number as in #3; 'texts' \
        in quotes; and templates such as {market}:{symbol}. SYMBOL may be in another notation: yahoo:, ric:, \
        terminal:, chart: or occ:. Symbols become those of IPF, and country, OPOL, currency, type, trading hours and US \
        price increments are derived. The field DERIVED names the fields with derived values. Without --map, ipf \
        import proposes a mapping, and imports nothing.
        """
}
