internal import Scanning

/// Turns what was gathered of one field into the sections of its column (`CatalogColumn`).
struct ColumnEncoder {
    /// A field's sections, and how they are stored.
    struct Result {
        /// The field in the directory; `nil` where the sections are no field's.
        var entry: FieldDirectory.Entry?
        var sections: [NewSection]
    }

    private let profiles: OrderedProfiles
    private let field: Int
    private let source: BuilderParts.Field

    init(_ profiles: OrderedProfiles, field: Int) {
        self.profiles = profiles
        self.field = field
        source = profiles.parts.fields[field]
    }

    /// The field's sections; `nil` where no row has the field.
    func encode() throws(CatalogError) -> Result? {
        if source.standard == .symbol { return try encodeSymbols() }
        if keepsRowTexts { return try encodeRowTexts() }
        var values = try ValueNumbering(
            source.store, kind: source.standard?.kind ?? .text, isUsed: profiles.hasLeftOut ? usedTexts() : nil)
        guard values.count > 0 else { return nil }
        let ids = RowNumbers(profiles, field: field, ids: values.ids)
        return Result(
            entry: entry(ids.isSparse ? .sparse : .packed, values: values.count),
            sections: [NewSection(.values, try values.section(source.name)), NewSection(.valueIDs, ids.section())])
    }

    private func entry(_ encoding: FieldDirectory.Encoding, values: Int) -> FieldDirectory.Entry {
        FieldDirectory.Entry(name: source.name, standard: source.standard, encoding: encoding, valueCount: values)
    }

    /// Texts of which most rows have one of their own are kept by row: neither sorting nor ids would pay. Fields that
    /// people filter by always have ids.
    private var keepsRowTexts: Bool {
        switch source.standard {
        case .description, .localDescription, .localSymbol, .exchangeData, nil:
            source.store.value.count >= profiles.parts.rowTextsMinimum && 2 * source.store.value.count > profiles.count
        default: false
        }
    }

    private func encodeSymbols() throws(CatalogError) -> Result? {
        defer { profiles.releaseSymbols() }
        if profiles.count == 0 { return nil }
        var texts = FrontCodedTextBuilder()
        texts.reserve(profiles.count, bytes: profiles.parts.symbols.value.heap.count)
        for row in 0..<profiles.count {
            profiles.parts.symbols.value.withText(profiles.symbolNumber(row)) { texts.append($0) }
        }
        return Result(
            entry: entry(.rowTexts, values: 0), sections: [NewSection(.rowTexts, try texts.finish(source.name))])
    }

    private func encodeRowTexts() throws(CatalogError) -> Result? {
        let numbers = RowNumbers.texts(profiles, field: field)
        var texts = FrontCodedTextBuilder()
        texts.reserve(numbers.count, bytes: source.store.value.heap.count)
        for row in 0..<numbers.count { source.store.value.withText(numbers[row]) { texts.append($0) } }
        return Result(
            entry: entry(.rowTexts, values: 0), sections: [NewSection(.rowTexts, try texts.finish(source.name))])
    }

    /// 1 for each text that some row has.
    private func usedTexts() -> RawArray<UInt8> {
        var isUsed = RawArray<UInt8>(repeating: 0, count: source.store.value.count + 1)
        profiles.forEachRun(of: field) { text, table, rows in
            if isUsed[Int(text)] == 1 { return }
            for row in rows where table.value.rows[row] != RankOrder.none {
                isUsed[Int(text)] = 1
                return
            }
        }
        return isUsed
    }
}
