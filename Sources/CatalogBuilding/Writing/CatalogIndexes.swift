/// The indexes, in the order of their sections in the file.
let catalogSectionBuilders: [any CatalogSectionBuilder.Type] = [
    WordIndexBuilder.self, TrigramIndexBuilder.self, SymbolSlotsBuilder.self, NameIndexBuilder.self,
    IdentifierIndexBuilder.self, ChainSections.self,
]

/// Their numbers in the order in which they are begun: what takes least comes last and fills the time that is left, so that no core waits long.
let catalogSectionBuildersAsBegun: [Int] = {
    let isShort = { (number: Int) in catalogSectionBuilders[number] is IdentifierIndexBuilder.Type }
    let numbers = catalogSectionBuilders.indices
    return numbers.filter { !isShort($0) } + numbers.filter(isShort)
}()
