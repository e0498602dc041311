/// The indexes, in the order of their sections in the file.
let catalogSectionBuilders: [any CatalogSectionBuilder.Type] = [
    WordIndexBuilder.self, TrigramIndexBuilder.self, NameIndexBuilder.self, IdentifierIndexBuilder.self,
    ChainSections.self,
]

/// Their places there, those first that take longest: the shortest fill what is left at the end, so that no core waits for long.
let catalogSectionBuildersByWork = [0, 1, 2, 4, 3]
