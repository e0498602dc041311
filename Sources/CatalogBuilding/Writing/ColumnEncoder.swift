internal import Scanning

/// Encodes the gathered values of one field as the sections of its column (`CatalogColumn`).
struct ColumnEncoder {
    /// A field's sections, and how they are stored.
    struct Result {
        /// The field in the directory; `nil` if the sections do not belong to a field.
        var entry: FieldDirectory.Entry?
        var sections: [NewSection]
    }

    private let profiles: OrderedProfiles
    private let field: Int
    private let source: BuilderStorage.Field

    init(_ profiles: OrderedProfiles, field: Int) {
        self.profiles = profiles
        self.field = field
        source = profiles.parts.fields[field]
    }

    /// Encodes the field and frees its gathered values. Returns `nil` if no row has the field.
    func encode() throws(CatalogError) -> Result? {
        defer { profiles.release(field: field) }
        if source.standard == .symbol { return try encodeSymbols() }
        if keepsRowTexts { return try encodeRowTexts() }
        var values = try ValueNumbering(
            source.store, kind: source.standard?.kind ?? .text, isUsed: profiles.hasLeftOut ? usedTexts() : nil)
        guard values.count > 0 else { return nil }
        let texts = NewSection(.values, try values.section(source.name))
        let ids = RowNumbers.encoded(profiles, field: field, ids: values.ids, highest: values.count)
        return Result(
            entry: entry(ids.isSparse ? .sparse : .packed, values: values.count),
            sections: [texts, ids.section])
    }

    private func entry(_ encoding: FieldDirectory.Encoding, values: Int) -> FieldDirectory.Entry {
        FieldDirectory.Entry(name: source.name, standard: source.standard, encoding: encoding, valueCount: values)
    }

    /// Whether the field stores its texts by row. This is so if most texts are distinct, because sorting them and
    /// assigning ids would cost more than it saves. Fields that are commonly used in filters always have ids.
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
        Self.append(profiles.count, of: profiles.parts.symbols, to: &texts) { profiles.symbolNumber($0) }
        return Result(
            entry: entry(.rowTexts, values: 0), sections: [NewSection(.rowTexts, try texts.finish(source.name))])
    }

    private func encodeRowTexts() throws(CatalogError) -> Result? {
        let numbers = RowNumbers.texts(profiles, field: field)
        var texts = FrontCodedTextBuilder()
        texts.reserve(numbers.count, bytes: source.store.value.heap.count)
        Self.append(numbers.count, of: source.store, to: &texts) { numbers[$0] }
        return Result(
            entry: entry(.rowTexts, values: 0), sections: [NewSection(.rowTexts, try texts.finish(source.name))])
    }

    /// Appends the text of each row. The texts are in random order, so their offsets and first bytes are prefetched
    /// some rows ahead.
    @inline(__always)
    private static func append(
        _ rows: Int, of store: StableBox<TextStore>, to texts: inout FrontCodedTextBuilder, _ number: (Int) -> UInt32
    ) {
        for row in 0..<rows {
            if row + 32 < rows { store.value.fetchPlace(of: number(row + 32)) }
            if row + 16 < rows { store.value.fetchText(number(row + 16)) }
            store.value.withText(number(row)) { texts.append($0) }
        }
    }

    /// Returns 1 for each text that a row has, and 0 for the others.
    private func usedTexts() -> TrivialArray<UInt8> {
        var isUsed = TrivialArray<UInt8>(repeating: 0, count: source.store.value.count + 1)
        profiles.forEachRun(of: field) { text, table, rows in
            if isUsed[Int(text)] == 1 { return }
            for row in rows where table.value.ranks[row] != BuilderTable.noRow {
                isUsed[Int(text)] = 1
                return
            }
        }
        return isUsed
    }
}
