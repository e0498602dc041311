package import Ingest
package import InstrumentCatalog

/// Merges catalogs and sources onto a catalog, as a new catalog.
///
/// What comes later wins: a profile takes the place of the one of its symbol, and one of type REMOVED removes the symbol, as do the
/// symbols that the last import of a merged catalog removed.
package struct CatalogMerger {
    /// What is merged.
    package enum Input {
        /// A catalog, and where it is from.
        case catalog(Catalog, SourceAddress)
        /// A source that is read.
        case source(SourceAddress)
    }

    /// What everything is merged onto.
    package var base: Catalog
    /// What is merged, in this order.
    package var inputs: [Input]
    /// How sources are read.
    package var options: CatalogImportOptions

    /// A merger of inputs onto a catalog.
    package init(_ inputs: [Input], onto base: Catalog, options: CatalogImportOptions = CatalogImportOptions()) {
        self.inputs = inputs
        self.base = base
        self.options = options
    }

    /// Merges, and writes the catalog to `path`, which may be that of one of the merged catalogs.
    ///
    /// - Parameters:
    ///   - observer: called as it goes on.
    ///   - merged: called after each input, with whether it was complete.
    /// - Returns: what was written, and whether all inputs were complete; the new catalog counts as complete then.
    /// - Throws: `IngestError` for a source, `ProfileFormatError` for a record that can't be read, `CatalogError` for a catalog that
    ///   isn't what was written, or can't be written.
    package func run(
        to path: String, _ observer: (any CatalogImportObserver)? = nil,
        merged: (SourceAddress, _ isComplete: Bool) -> Void = { _, _ in }
    ) throws -> (build: CatalogBuildSummary, isComplete: Bool) {
        var builder = CatalogBuilder()
        try builder.append(contentsOf: base)
        let reader = SourceReader(ingest: options.ingest, skipsMalformed: options.skipsMalformed, observer)
        var isComplete = true
        for input in inputs {
            let wasComplete: Bool
            switch input {
            case .source(let address):
                wasComplete = try reader.read(address, into: &builder).isComplete == true
                merged(address, wasComplete)
            case .catalog(let catalog, let address):
                try Self.append(catalog, to: &builder)
                wasComplete = catalog.isComplete
                merged(address, wasComplete)
            }
            isComplete = isComplete && wasComplete
        }
        builder.isComplete = isComplete
        return (try builder.write(to: path), isComplete)
    }

    private static func append(_ catalog: Catalog, to builder: inout CatalogBuilder) throws(CatalogError) {
        try builder.append(contentsOf: catalog)
        for symbol in catalog.removedSymbols { try builder.append(.removal(of: symbol)) }
    }
}
