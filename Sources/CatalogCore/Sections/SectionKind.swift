/// What a section of the file holds. The numbers are part of the format: they never change their meaning.
///
/// An index that adds sections takes numbers from its reserved range and adds its cases here; `NewSection` and
/// `CatalogSectionBuilder` say how their bytes get into the file. A reader skips kinds that it doesn't know.
package enum SectionKind: UInt32, CaseIterable, Sendable {
    /// Which fields the catalog has, and how each is stored (`FieldDirectory`).
    case fields = 1
    /// The rows in symbol order (`PackedNumbers`).
    case symbolOrder = 2
    // 3 was the symbols' table before `symbolSlots`; in files that have it, symbols are found by their order.

    /// The symbols that the last import removed, sorted (`FrontCodedText`).
    case removedSymbols = 4
    /// Names and values that the importer keeps with the catalog, in turn (`FrontCodedText`).
    case notes = 5
    /// Finds the row of a symbol (`SymbolSlots`).
    case symbolSlots = 6

    /// The distinct values of a field, sorted: `FrontCodedText`, or eight bytes a number.
    case values = 16
    /// The value of each row as its number among the values, from 1; 0 where it has none (`PackedNumbers`, `SparseNumbers`).
    case valueIDs = 17
    /// The text of each row, of SYMBOL and of a field whose values hardly repeat (`FrontCodedText`).
    case rowTexts = 18

    // 64…79 are the search's, 80…95 the identifiers', 96…111 the chains' and postings'.

    /// Symbols and local symbols, folded and sorted (`SortedTexts`).
    case searchNames = 64
    /// The row of each of those names (`PackedNumbers`).
    case searchNameRows = 65
    /// Finds the best rows of a range of names (`RowMinima`).
    case searchNameMinima = 66
    /// The words of descriptions, folded and sorted (`SortedTexts`).
    case searchWords = 67
    /// Ranges of words whose rows are joined in one list (`SearchIndex`).
    case searchPrefixes = 68
    /// The rows of each word, then those of each such range (`PostingLists`).
    case searchWordRows = 69
    /// Three bytes in a row in names (`SearchIndex`).
    case searchTrigrams = 70
    /// The rows of each of those (`PostingLists`).
    case searchTrigramRows = 71
    /// What is compared of each alias, sorted (`AliasIndex`).
    case aliasKeys = 76
    /// The symbol or ISIN of the instrument of each alias (`FrontCodedText`).
    case aliasInstruments = 77
    /// Each alias as it is shown (`FrontCodedText`).
    case aliasTexts = 78
    /// How the words were made (`WordRules`), four bytes; where a file lacks it, by the first rules.
    case searchWordRules = 79
    /// How many words of its own the description of each row has, 15 at most (`PackedNumbers`, `DescriptionSizes`).
    case searchTextSizes = 72
    /// Finds the rows of an identifier, a section for each such field (`IdentifierBuckets`): of files from before `identifierSlots`.
    case identifierRows = 80
    /// The fields beyond the standard's identifiers that have such a section (`IdentifierFields`).
    case identifierFields = 82
    /// The rows with an ISIN, in the order of these (`ISINOrder`).
    case isinOrder = 83
    /// Finds the rows of an identifier, a section for each such field (`IdentifierSlots`).
    case identifierSlots = 84
    /// The options of each value of a field, by chain (`ChainIndex`): where each value's series start (`PackedNumbers`).
    case chainGroups = 96
    /// Where the rows of each series start (`PackedNumbers`).
    case chainSeries = 97
    /// The rows, series after series, by strike (`PackedNumbers`).
    case chainRows = 98
    /// The futures of each value of a field (`ChainIndex`): where each value's rows start (`PackedNumbers`).
    case futureGroups = 99
    /// The rows, by expiration (`PackedNumbers`).
    case futureRows = 100

    // 112…119 are the history's.

    /// The imports since history was begun, and the blocks of what undoes them (`HistorySections`).
    case historyBatches = 112
    /// Those blocks, packed (`HistoryBlockBuilder`).
    case historyBlocks = 113
    /// The first symbol of each block (`FrontCodedText`).
    case historySymbols = 114
    /// What was imported, for each import (`FrontCodedText`).
    case historySources = 115
    /// The symbols that took the place of others (`HistoryRenames`).
    case historyRenames = 116

    /// The section's name in errors and statistics; those of a field are followed by the field's name.
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
