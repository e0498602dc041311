/// The kind of a section of the file. The numbers are part of the format: their meanings never change.
///
/// An index that adds sections uses numbers from its reserved range and adds its cases here. `NewSection` and
/// `CatalogSectionBuilder` describe how the bytes are written to the file. Readers skip unknown kinds.
package enum SectionKind: UInt32, CaseIterable, Sendable {
    /// The fields of the catalog and their encodings (`FieldDirectory`).
    case fields = 1
    /// The rows in symbol order (`PackedNumbers`).
    case symbolOrder = 2
    // 3 was the hash table of symbols before `symbolSlots`; in files with that table, symbols are found by their
    // order.

    /// The symbols that the last import removed, sorted (`FrontCodedText`).
    case removedSymbols = 4
    /// The importer's notes: alternating names and values (`FrontCodedText`).
    case notes = 5
    /// The hash table of symbols (`SymbolSlots`).
    case symbolSlots = 6

    /// The distinct values of a field, sorted: `FrontCodedText`, or eight bytes per number.
    case values = 16
    /// The value id of each row, from 1; 0 if the field is not set (`PackedNumbers`, `SparseNumbers`).
    case valueIDs = 17
    /// The text of each row, for SYMBOL and for fields with hardly any repeated values (`FrontCodedText`).
    case rowTexts = 18

    // Search uses 64…79, identifiers 80…95, chains 96…111.

    /// Symbols and local symbols, folded and sorted (`SortedTexts`).
    case searchNames = 64
    /// The row of each name (`PackedNumbers`).
    case searchNameRows = 65
    /// The tree of minima over the rows of names (`RowMinima`).
    case searchNameMinima = 66
    /// The words of descriptions, folded and sorted (`SortedTexts`).
    case searchWords = 67
    /// The ranges of words whose rows are merged into one list (`SearchIndex`).
    case searchPrefixes = 68
    /// The rows of each word, then those of each prefix range (`PostingLists`).
    case searchWordRows = 69
    /// The trigrams of names (`SearchIndex`).
    case searchTrigrams = 70
    /// The rows of each trigram (`PostingLists`).
    case searchTrigramRows = 71
    /// The comparison key of each alias, sorted (`AliasIndex`).
    case aliasKeys = 76
    /// The symbol or ISIN of the instrument of each alias (`FrontCodedText`).
    case aliasInstruments = 77
    /// The display text of each alias (`FrontCodedText`).
    case aliasTexts = 78
    /// The rules by which texts were split into words (`WordRules`), four bytes; if missing, the first rules.
    case searchWordRules = 79
    /// The number of distinctive words in the description of each row, at most 15 (`PackedNumbers`,
    /// `DescriptionSizes`).
    case searchTextSizes = 72
    /// The standing of each row, by which rows of equal weight are ordered (`PackedNumbers`, `RankStanding`).
    case rowStandings = 73
    /// The hash table of an identifier, one section per identifier field (`IdentifierBuckets`), in files from before
    /// `identifierSlots`.
    case identifierRows = 80
    /// The additional fields with an identifier index (`IdentifierFields`).
    case identifierFields = 82
    /// The rows with an ISIN, sorted by ISIN (`ISINOrder`).
    case isinOrder = 83
    /// The hash table of an identifier, one section per identifier field (`IdentifierSlots`).
    case identifierSlots = 84
    /// The start of the option series of each value of a field (`ChainIndex`, `PackedNumbers`).
    case chainGroups = 96
    /// The start of the rows of each series (`PackedNumbers`).
    case chainSeries = 97
    /// The rows of options, by series and strike (`PackedNumbers`).
    case chainRows = 98
    /// The start of the futures of each value of a field (`ChainIndex`, `PackedNumbers`).
    case futureGroups = 99
    /// The rows of futures, by expiration (`PackedNumbers`).
    case futureRows = 100

    // History uses 112…119.

    /// The imports since the start of the history, and the directory of their undo blocks (`HistorySections`).
    case historyBatches = 112
    /// The undo blocks, compressed (`HistoryBlockBuilder`).
    case historyBlocks = 113
    /// The first symbol of each block (`FrontCodedText`).
    case historySymbols = 114
    /// The sources of each import (`FrontCodedText`).
    case historySources = 115
    /// The symbols that replaced others (`HistoryRenames`).
    case historyRenames = 116

    /// The section's name in errors and statistics. For a section of one field, the name of the field follows.
    package var name: String {
        switch self {
        case .fields: "fields"
        case .symbolOrder: "symbol order"
        case .symbolSlots: "symbol table"
        case .removedSymbols: "removed symbols"
        case .notes: "notes"
        case .values: "values of"
        case .valueIDs: "value ids of"
        case .rowTexts: "texts of"
        case .chainGroups: "chain groups of"
        case .chainSeries: "chain series of"
        case .chainRows: "chain rows of"
        case .futureGroups: "future groups of"
        case .futureRows: "future rows of"
        case .searchNames: "search names"
        case .searchNameRows: "search name rows"
        case .searchNameMinima: "search name minima"
        case .searchWords: "search words"
        case .searchPrefixes: "search prefixes"
        case .searchWordRows: "search word rows"
        case .searchTrigrams: "search trigrams"
        case .searchTrigramRows: "search trigram rows"
        case .aliasKeys: "alias keys"
        case .aliasInstruments: "alias instruments"
        case .aliasTexts: "alias texts"
        case .searchWordRules: "search word rules"
        case .searchTextSizes: "search text sizes"
        case .rowStandings: "row standings"
        case .identifierRows, .identifierSlots: "identifiers of"
        case .identifierFields: "identifier fields"
        case .isinOrder: "ISIN order"
        case .historyBatches: "history"
        case .historyBlocks: "history blocks"
        case .historySymbols: "history symbols"
        case .historySources: "history sources"
        case .historyRenames: "history renames"
        }
    }
}
