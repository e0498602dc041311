import ArgumentParser
import InstrumentCatalog
import Scanning

/// The option `--identifier`: fields for look-ups in a new catalog, in addition to the identifiers of every catalog.
struct IdentifierOption: ParsableArguments {
    static let help = """
        Instruments can be looked up by ISIN, CUSIP, SEDOL and LOCAL_SYMBOL. --identifier adds another field, standard \
        or custom, for ipf lookup --identifier, searches and the service. The catalog stores these fields, and later \
        imports, merges and followers use them again.
        """

    @Option(
        name: .customLong("identifier"),
        help: ArgumentHelp("A field to look up instruments by; can be repeated.", valueName: "field"))
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
