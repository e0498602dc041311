import CatalogAnswers
import CatalogHistory
import InstrumentCatalog
import Scanning

/// Finds the subject of a query that is given as a symbol of a catalog.
enum CatalogSubject {
    /// Returns the profile of a symbol. If the exact symbol does not exist, the case of letters may differ, but only
    /// one symbol may match.
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

    /// Reports on standard error that the name `taken` is used instead of the given one.
    static func noteName(_ taken: String, for given: String) {
        if taken != given { StandardError.write("ipf: \(given): read as \(taken)\n") }
    }
}
