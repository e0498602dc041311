internal import Synchronization

/// The gathered profiles in their final order, as they are written. The encoder threads share it. Each thread encodes
/// one field at a time and has exclusive access to that field's texts and columns.
final class OrderedProfiles: @unchecked Sendable {  // a field belongs to one thread at a time; the rest is only read
    let parts: BuilderStorage
    let order: RankOrder
    /// The number of the gathered profile of each row.
    private let profiles: TrivialArray<UInt32>
    /// The row at each position of the symbol order; freed after its last reader has finished.
    let symbolOrder: StableBox<TrivialArray<UInt32>>
    /// Whether some gathered profile is not a row. If so, a text may belong to no row.
    let hasLeftOut: Bool
    /// The number of encoders that still read the symbols: the encoders of the symbols and of the removed symbols.
    private let symbolReaders = Mutex(2)
    /// The number of encoders that still read the symbol order: the encoders of the order and of the removed symbols.
    private let symbolOrderReaders = Mutex(2)

    /// Determines the final order. Afterwards, tables identify their rows by rank.
    init(_ parts: BuilderStorage) {
        self.parts = parts
        // No more texts arrive. Free the hash tables, because sorting the symbols of a large import needs much memory.
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

    /// The number of rows.
    var count: Int { profiles.count }

    /// Returns the number of a row's symbol in the symbol store.
    func symbolNumber(_ row: Int) -> UInt32 { profiles[row] + 1 }

    /// Returns the tables that have a field, with the index of its column.
    func columns(of field: Int) -> [(table: StableBox<BuilderTable>, column: Int)] {
        parts.tables.compactMap { table in table.value.column(field).map { (table, $0) } }
    }

    /// Calls `body` for each run of consecutive rows with equal texts in a field. A run is given by its table and its
    /// rows in that table.
    func forEachRun(of field: Int, _ body: (UInt32, StableBox<BuilderTable>, Range<Int>) -> Void) {
        for (table, column) in columns(of: field) {
            table.value.forEachRun(column: column) { text, rows in body(text, table, rows) }
        }
    }

    /// Frees the symbols after the last of their readers has called this method.
    func releaseSymbols() {
        symbolReaders.withLock { readers in
            readers -= 1
            if readers == 0 { parts.symbols.value = TextStore(name: ProfileField.symbol.name, isDistinct: false) }
        }
    }

    /// Frees the symbol order after the last of its readers has called this method.
    func releaseSymbolOrder() {
        symbolOrderReaders.withLock { readers in
            readers -= 1
            if readers == 0 { symbolOrder.value = TrivialArray() }
        }
    }

    /// Frees a field's texts and columns after it was encoded.
    func release(field: Int) {
        for (table, column) in columns(of: field) { table.value.releaseRuns(column: column) }
        parts.fields[field].store.value = TextStore(name: parts.fields[field].name)
    }
}
