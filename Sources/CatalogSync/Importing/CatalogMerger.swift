package import Ingest
package import InstrumentCatalog

/// Merges catalogs and sources into a base catalog, and writes the result as a new catalog.
///
/// Later inputs have priority: a profile replaces an earlier one of its symbol, and a profile of type REMOVED removes
/// the symbol. The symbols that the last import of a merged catalog removed are removed as well.
package struct CatalogMerger {
    /// An input of a merge.
    package enum Input {
        /// A catalog and its address.
        case catalog(Catalog, SourceAddress)
        /// A source to read.
        case source(SourceAddress)
    }

    /// The catalog into which the inputs are merged.
    package var base: Catalog
    /// The inputs, in merging order.
    package var inputs: [Input]
    /// The options for reading sources.
    package var options: CatalogImportOptions

    /// Creates a merger of inputs into a catalog.
    package init(_ inputs: [Input], onto base: Catalog, options: CatalogImportOptions = CatalogImportOptions()) {
        self.inputs = inputs
        self.base = base
        self.options = options
    }

    /// Merges the inputs, and writes the new catalog to `path`, which may be the path of an input.
    ///
    /// - Parameters:
    ///   - observer: The observer of the merge.
    ///   - merged: A closure that is called after each input with a Boolean value: whether the input was complete.
    /// - Returns: The summary, and whether all inputs were complete. In that case, the new catalog is marked as
    ///   complete.
    /// - Throws: `IngestError` if a source cannot be read, `ProfileFormatError` for a malformed record, or
    ///   `CatalogError` if a catalog is damaged or cannot be written.
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
