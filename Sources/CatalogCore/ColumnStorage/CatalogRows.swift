/// The rows of a catalog, which search, filters and chains read.
///
/// `CatalogRows` reads a finished file to answer queries. To build indexes, it reads a file of which only the sections
/// of the rows have been written.
///
/// Rows are numbered 0..<`count`, best first: by weight, standing (`RankStanding`), length of the symbol, and symbol.
/// The first k rows of any result in row order are thus its top k.
///
/// Reads are bounds-checked down to the bytes: a damaged file gives wrong values, never a trap.
@usableFromInline package final class CatalogRows: Sendable {
    package let sections: CatalogSections
    /// The number of instruments.
    @usableFromInline package let count: Int
    /// The symbols, by row.
    package let symbols: FrontCodedText
    /// The rows in symbol order: position → row.
    let symbolOrder: PackedNumbers
    /// The hash table of the symbols; empty in files of earlier versions.
    package let symbolSlots: SymbolSlots
    /// The fields that some row has: standard fields in standard order, then custom fields by name.
    package let columns: [CatalogColumn]
    /// The fields with an identifier index.
    package let identifierFields: IdentifierFields
    /// Whether the instruments are those of a master (`SnapshotIdentity`). Nodes write their files at different times,
    /// but must list the instruments in the same order and find them by the same words. The order and the words of such
    /// a file therefore depend only on the instrument's own fields.
    package var followsMaster: Bool { knownMaster.place { SnapshotIdentity(notes: sections.notes) != nil }.value }
    private let knownMaster = LazyOnce<Bool>()
    private let columnOfStandardField: [Int]
    private let columnOfName: [String: Int]

    package init(_ sections: CatalogSections, directory: FieldDirectory, count: Int) {
        self.sections = sections
        self.count = count
        columns = directory.entries.enumerated().map { CatalogColumn($1, index: $0, in: sections, rows: count) }
        var standard = [Int](repeating: -1, count: ProfileField.allCases.count)
        var names: [String: Int] = [:]
        for (index, column) in columns.enumerated() {
            if let field = column.field { standard[Int(field.rawValue)] = index } else { names[column.name] = index }
        }
        identifierFields = IdentifierFields(sections[.identifierFields])
        columnOfStandardField = standard
        columnOfName = names
        let symbolColumn = standard[Int(ProfileField.symbol.rawValue)]
        symbols = symbolColumn < 0 ? FrontCodedText(.empty) : columns[symbolColumn].rowTexts ?? FrontCodedText(.empty)
        symbolOrder = PackedNumbers(sections[.symbolOrder], limit: count)
        symbolSlots = SymbolSlots(sections[.symbolSlots], rows: min(count, symbols.count))
    }

    /// Returns for how many rows a section has entries, according to its size; `nil` for sections without an entry per
    /// row.
    func rowCount(ofSection entry: SectionTable.Entry) -> Int? {
        let section = sections.file.slice(entry.offset, entry.length)
        switch SectionKind(rawValue: entry.kind) {
        case .symbolOrder: return PackedNumbers(section, limit: .max).count
        case .rowTexts: return FrontCodedText(section).count
        case .valueIDs:
            guard columns.indices.contains(entry.field), case .packed = columns[entry.field].ids else { return nil }
            return PackedNumbers(section, limit: .max).count
        default: return nil
        }
    }

    /// Returns the column of a standard field; `nil` if no row has the field.
    @usableFromInline package func column(_ field: ProfileField) -> CatalogColumn? { place(of: field)?.column }

    /// Returns the column of a standard field and its index in the directory; `nil` if no row has the field.
    @inline(__always)
    func place(of field: ProfileField) -> (column: CatalogColumn, index: Int)? {
        let index = columnOfStandardField[Int(field.rawValue)]
        return index < 0 ? nil : (columns[index], index)
    }

    /// Returns the column of a field, standard or custom, by name; `nil` if no row has the field.
    @usableFromInline package func column(named name: String) -> CatalogColumn? {
        if let field = ProfileField(name: name) { return column(field) }
        return columnOfName[name].map { columns[$0] }
    }

    /// The columns with an identifier index, with their indices in the directory, standard identifiers first. Fields
    /// that no row has are left out.
    var identifierColumns: [(column: CatalogColumn, index: Int)] {
        ProfileField.identifiers.compactMap { place(of: $0) }
            + identifierFields.further.compactMap { name in
                if let field = ProfileField(name: name) { return place(of: field) }
                return columnOfName[name].map { (columns[$0], $0) }
            }
    }

    /// Returns the row of exactly this symbol; `nil` if no row has it.
    ///
    /// - Complexity: O(1) expected; O(log `count`) symbol comparisons in files without `SymbolSlots`.
    @inline(__always)
    package func row(ofSymbol symbol: Span<UInt8>) -> Int? {
        if !symbolSlots.isThere { return rowInOrder(ofSymbol: symbol) }
        let row = symbolSlots.row(of: SymbolKey(symbol)) { symbols.equals($0, symbol) }
        return row < 0 ? nil : row
    }

    @inline(never)
    private func rowInOrder(ofSymbol symbol: Span<UInt8>) -> Int? {
        let position = symbolPosition(notBefore: symbol)
        guard position < symbolOrder.count else { return nil }
        let row = Int(symbolOrder[position])
        return symbols.equals(row, symbol) ? row : nil
    }

    /// Returns the symbol of `row`.
    package func symbol(at row: Int) -> String { symbols.string(row) }

    /// Returns the first position in symbol order whose symbol is not before `symbol`; `count` if all are before it.
    ///
    /// - Complexity: O(log `count`) symbol comparisons.
    package func symbolPosition(notBefore symbol: Span<UInt8>) -> Int {
        firstPosition(from: 0) { $0.compare($1, symbol) >= 0 }
    }

    /// Returns the positions in symbol order of the symbols that start with `prefix`.
    ///
    /// - Complexity: O(log `count`) symbol comparisons.
    func symbolPositions(withPrefix prefix: Span<UInt8>) -> Range<Int> {
        let first = symbolPosition(notBefore: prefix)
        let end = firstPosition(from: first) { symbols, row in
            symbols.withText(row) { text in
                text.count < prefix.count
                    || FrontCodedText.compare(text.extracting(0..<prefix.count), prefix) != 0
            }
        }
        return first..<end
    }

    private func firstPosition(from start: Int, where condition: (FrontCodedText, Int) -> Bool) -> Int {
        (start..<max(start, symbolOrder.count)).partitioningIndex { condition(symbols, Int(symbolOrder[$0])) }
    }
}

/// An order of all instruments.
public enum CatalogOrder: String, CaseIterable, Hashable, Sendable {
    /// By rank, best first: the order of the rows of a file.
    case rank
    /// By the bytes of the symbol.
    case symbol
    /// By type, standard types in their order, then all others by name; best first within a type.
    case type
}

extension CatalogSections {
    /// The notes that are stored with the catalog, by name.
    var notes: [String: String] {
        let texts = FrontCodedText(self[.notes])
        var notes: [String: String] = [:]
        for index in stride(from: 0, to: texts.count - 1, by: 2) {
            notes[texts.string(index)] = texts.string(index + 1)
        }
        return notes
    }
}
