import ArgumentParser
import InstrumentCatalog
import Scanning

/// The fields for look-ups in a new catalog, in addition to the identifiers of every catalog.
struct IdentifierOption: ParsableArguments {
    static let help = """
        Instruments can be looked up by ISIN, CUSIP, SEDOL and LOCAL_SYMBOL. --identifier adds any other field, standard or \
        custom: ipf lookup --identifier finds by it, and so do searches and the service. The catalog keeps what it was told \
        of: imports over it, merges and followers go on with these fields.
        """

    @Option(
        name: .customLong("identifier"),
        help: ArgumentHelp("A field to look instruments up by; may be given again.", valueName: "field"))
    var names: [String] = []

    func validate() throws {
        if names.contains("") { throw ValidationError("--identifier is empty, expected the name of a field.") }
    }

    /// Returns a message for each field that no instrument of a catalog has.
    static func absences(of names: [String], in catalog: Catalog) -> [String] {
        if names.isEmpty { return [] }
        let fields = catalog.fieldNames
        return names.filter { !fields.contains($0) }.map { name in
            "no instrument has the field \(name), so look-ups by it find nothing"
                + NearestNames.question(NearestNames.find(name, among: fields))
        }
    }
}
