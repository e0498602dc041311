import CatalogAnswers
import CatalogHistory
import InstrumentCatalog
import Scanning

/// A question's subject given as a symbol of a catalog.
enum CatalogSubject {
    /// The profile of a symbol, which may be written in another case where only one symbol is meant; a `Failure` that
    /// answers "no" where the catalog doesn't have it.
    static func profile(_ symbol: String, in path: String) throws -> InstrumentProfile {
        let catalog = try SourceCatalog.open(path)
        if let profile = catalog[symbol] { return profile }
        guard let row = catalog.row(forSymbolInAnyCase: symbol) else {
            throw Failure(.negativeAnswer, miss(symbol, catalog))
        }
        noteName(catalog.symbol(at: row), for: symbol)
        return catalog.profile(at: row)
    }

    /// Why nothing was found for a symbol, and what may have been meant.
    static func miss(_ symbol: String, _ catalog: Catalog) -> TerminalText {
        var removed: TerminalText = catalog.wasRemoved(symbol) ? "; the last import removed it" : ""
        if let removal = try? catalog.removal(of: symbol) {
            removed = "; removed on \(removal.at), --history shows its past"
        }
        return "\(symbol): not in the catalog\(removed)\(NearestNames.question(catalog.symbols(near: symbol)))"
    }

    /// Says which name was taken for the one that was given.
    static func noteName(_ taken: String, for given: String) {
        if taken != given { StandardError.write("ipf: \(given): read as \(taken)\n") }
    }
}
