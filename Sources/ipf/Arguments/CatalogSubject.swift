import CatalogAnswers
import CatalogHistory
import InstrumentCatalog
import Scanning

/// A question's subject given as a symbol of a catalog.
enum CatalogSubject {
    /// Returns the profile of a symbol. The case of letters may differ if only one symbol matches.
    ///
    /// - Throws: `Failure` with the code `negativeAnswer` if the catalog does not have the symbol.
    static func profile(_ symbol: String, in path: String) throws -> InstrumentProfile {
        let catalog = try SourceCatalog.open(path)
        if let profile = catalog[symbol] { return profile }
        guard let row = catalog.row(forSymbolInAnyCase: symbol) else {
            throw Failure(.negativeAnswer, miss(symbol, catalog))
        }
        noteName(catalog.symbol(at: row), for: symbol)
        return catalog.profile(at: row)
    }

    /// Returns the message for a symbol that was not found, with similar symbols.
    static func miss(_ symbol: String, _ catalog: Catalog) -> TerminalText {
        var removed: TerminalText = catalog.wasRemoved(symbol) ? "; the last import removed it" : ""
        if let removal = try? catalog.removal(of: symbol) {
            removed = "; removed on \(removal.at), --history shows its past"
        }
        return "\(symbol): not in the catalog\(removed)\(NearestNames.question(catalog.symbols(near: symbol)))"
    }

    /// Reports the name that was used instead of the given one.
    static func noteName(_ taken: String, for given: String) {
        if taken != given { StandardError.write("ipf: \(given): read as \(taken)\n") }
    }
}
