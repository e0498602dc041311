import InstrumentCatalog

/// A question's subject given as a symbol of a catalog.
enum CatalogSubject {
    /// The profile of a symbol; a `Failure` that answers "no" where the catalog doesn't have it.
    static func profile(_ symbol: String, in path: String) throws -> InstrumentProfile {
        let catalog = try Catalog.open(path)
        guard let profile = catalog[symbol] else {
            throw Failure(
                .no, "\(symbol): not in the catalog \(path)\(catalog.wasRemoved(symbol) ? "; it was removed" : "")")
        }
        return profile
    }
}
