import ArgumentParser
import InstrumentCatalog

/// `ipf diff`: the differences between the instruments of two catalogs.
struct DiffCommand: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, jsonl, ipf
    }

    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two catalogs",
        discussion: """
              text   one line per symbol: "+" added, "-" removed, "~" changed, with the
                     changed fields; then counts
              jsonl  one JSON object per line: changed fields with old and new values
              ipf    added and changed profiles, and removed ones as REMOVED; merged
                     into OLD, the result is NEW

            The exit code is 0 even if the catalogs differ. With --exit-code, it is 1 if they differ.

            Examples:
              ipf diff yesterday.catalog today.catalog
              ipf diff yesterday.catalog today.catalog --format ipf > changes.ipf
              ipf merge yesterday.catalog changes.ipf -o today.catalog
              ipf diff yesterday.catalog today.catalog --exit-code && echo "nothing changed"
            """)

    @Argument(help: ArgumentHelp("The older catalog file.", valueName: "old"))
    var old: String

    @Argument(help: ArgumentHelp("The newer catalog file.", valueName: "new"))
    var new: String

    @Option(help: "The output format.")
    var format = Format.text

    @Flag(help: "Exit with code 1 if the catalogs differ.")
    var exitCode = false

    func run() throws {
        let difference = CatalogDifference(from: try Catalog.open(old), to: try Catalog.open(new))
        let output = OutputFile.standard
        let counts: CatalogDifference.Counts
        switch format {
        case .text:
            counts = try difference.forEachChange { try output.show(DiffText.line($0, difference)) }
            try output.show(DiffText.line(counts))
        case .jsonl:
            counts = try difference.forEachChange { try output.write(DiffText.json($0, difference)) }
        case .ipf: counts = try difference.writeProfiles { try output.write($0, as: .quotedFields) }
        }
        try output.flush()
        if exitCode, counts.added + counts.removed + counts.changed > 0 { throw ExitCode.negativeAnswer }
    }
}

/// Formats changes.
enum DiffText {
    typealias Change = CatalogDifference.Change

    // MARK: For people

    /// Returns a line such as `~ STOCK IBM  DESCRIPTION "Big Blue" → "IBM Corp."`.
    static func line(_ change: Change, _ difference: CatalogDifference) -> TerminalText {
        switch change {
        case .added(let row): return "+ \(name(difference.new, row))\n"
        case .removed(let row): return "- \(name(difference.old, row))\n"
        case .changed(let oldRow, let row, let fields):
            let changes = changes(of: fields, from: oldRow, to: row, difference)
            return "~ \(name(difference.new, row))  \(ChangeText.fields(changes))\n"
        }
    }

    static func line(_ counts: CatalogDifference.Counts) -> TerminalText {
        "\(Numbers.grouped(counts.added)) added, \(Numbers.grouped(counts.removed)) removed, "
            + "\(Numbers.grouped(counts.changed)) changed, \(Numbers.grouped(counts.unchanged)) unchanged\n"
    }

    private static func name(_ catalog: Catalog, _ row: Row) -> String {
        "\(catalog.string(.type, at: row)) \(catalog.symbol(at: row))"
    }

    private static func changes(
        of fields: [String], from oldRow: Row, to row: Row, _ difference: CatalogDifference
    ) -> [(name: String, old: String, new: String)] {
        fields.map { ($0, difference.old.text($0, at: oldRow), difference.new.text($0, at: row)) }
    }

    // MARK: For programs

    static func json(_ change: Change, _ difference: CatalogDifference) -> String {
        JSONWriter.line { json in
            switch change {
            case .added(let row): json.members(of: "added", difference.new.profile(at: row))
            case .removed(let row): json.members(of: "removed", difference.old.profile(at: row))
            case .changed(let oldRow, let row, let fields):
                json.members(
                    ofChanged: difference.new.symbol(at: row),
                    changes(of: fields, from: oldRow, to: row, difference))
            }
        }
    }
}
