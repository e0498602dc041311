/// The catalog that a new one takes the place of, as far as the new one is compared with it.
package struct PreviousCatalog {
    let count: Int
    let isComplete: Bool
    /// Calls its argument for each symbol, in the order of their bytes.
    let forEachSymbol: ((Span<UInt8>) -> Void) -> Void

    package init(count: Int, isComplete: Bool, forEachSymbol: @escaping ((Span<UInt8>) -> Void) -> Void) {
        self.count = count
        self.isComplete = isComplete
        self.forEachSymbol = forEachSymbol
    }
}

/// What makes the sections that a new file has of the past.
package protocol PastSections {
    /// The sections, of a file that has all others.
    ///
    /// - Throws: `CatalogError`.
    func sections(of new: CatalogFile) throws(CatalogError) -> [NewSection]
}
