internal import Synchronization

/// What is written: the gathered parts in their final order. Shared by the threads that encode, each of which takes one field
/// after the other and is alone with that field's texts and columns.
final class OrderedProfiles: @unchecked Sendable {  // a field belongs to one thread at a time; the rest is only read
    let parts: BuilderStorage
    let order: RankOrder
    /// The gathered profile of each row.
    private let profiles: TrivialArray<UInt32>
    /// The row at each position of the symbol order; none once its readers have done.
    let symbolOrder: StableBox<TrivialArray<UInt32>>
    /// Some gathered profile is not a row, so that some text may belong to no row.
    let hasLeftOut: Bool
    /// Encoders that still read the symbols: that of the symbols, and that of those removed.
    private let symbolReaders = Mutex(2)
    /// Encoders that still read the order of the symbols: its own, and that of those removed.
    private let symbolOrderReaders = Mutex(2)

    /// Puts the parts in order; from here on a table knows its rows by rank.
    init(_ parts: BuilderStorage) {
        self.parts = parts
        // No more texts come. The symbols are sorted next, which takes a lot of memory in an import of millions.
        for field in parts.fields { field.store.value.giveUp() }
        var order = RankOrder(parts)
        for table in parts.tables { table.value.rank(by: order.ranks) }
        hasLeftOut = order.ranks.count != order.symbolOrder.count
        order.forgetRanks()
        symbolOrder = StableBox(order.takeSymbolOrder())
        self.order = order
        var profiles = TrivialArray<UInt32>(repeating: 0, count: symbolOrder.value.count)
        for table in parts.tables { table.value.moveNumbers(to: &profiles) }
        self.profiles = profiles
    }

    deinit { symbolOrder.free() }

    /// Rows.
    var count: Int { profiles.count }

    /// The number of a row's symbol in the symbol store.
    func symbolNumber(_ row: Int) -> UInt32 { profiles[row] + 1 }

    /// The tables that have a field, and its column there.
    func columns(of field: Int) -> [(table: StableBox<BuilderTable>, column: Int)] {
        parts.tables.compactMap { table in table.value.column(field).map { (table, $0) } }
    }

    /// The stretches of rows of a field that have one text, as table and rows of the table.
    func forEachRun(of field: Int, _ body: (UInt32, StableBox<BuilderTable>, Range<Int>) -> Void) {
        for (table, column) in columns(of: field) {
            table.value.forEachRun(column: column) { text, rows in body(text, table, rows) }
        }
    }

    /// Gives the symbols' memory back once the last of those that read them says so.
    func releaseSymbols() {
        symbolReaders.withLock { readers in
            readers -= 1
            if readers == 0 { parts.symbols.value = TextStore(name: ProfileField.symbol.name, isDistinct: false) }
        }
    }

    /// The same for their order, which is read for a shorter time.
    func releaseSymbolOrder() {
        symbolOrderReaders.withLock { readers in
            readers -= 1
            if readers == 0 { symbolOrder.value = TrivialArray() }
        }
    }

    /// Gives a field's memory back once it is encoded.
    func release(field: Int) {
        for (table, column) in columns(of: field) { table.value.releaseRuns(column: column) }
        parts.fields[field].store.value = TextStore(name: parts.fields[field].name)
    }
}
