/// The indexes, in the order of their sections in the file.
let catalogSectionBuilders: [any CatalogSectionBuilder.Type] = [
    WordIndexBuilder.self, TrigramIndexBuilder.self, NameIndexBuilder.self, IdentifierIndexBuilder.self,
    ChainSections.self,
]
