/// The symbols that an import removed, sorted: symbols whose last profile was REMOVED, and symbols of the previous
/// catalog that are not in the new one.
struct RemovedSymbols {
    /// The section of kind `SectionKind.removedSymbols`.
    let section: NewSection
    let count: Int
    /// The number of instruments in the previous catalog that are not in the new one.
    let lost: Int

    /// Merges the removed, old and new symbols, which are all in symbol order.
    init(_ profiles: OrderedProfiles, previous: PreviousCatalog?) throws(CatalogError) {
        var texts = FrontCodedTextBuilder()
        var count = 0
        var lost = 0
        let symbols = profiles.parts.symbols
        var nextRemoved = 0
        var nextNew = 0
        if let previous {
            previous.forEachSymbol { old in
                var isListed = false
                while nextRemoved < profiles.order.removed.count {
                    let removed = profiles.order.removed[nextRemoved]
                    let order = symbols.value.withText(removed) { FrontCodedText.compare($0, old) }
                    if order > 0 { break }
                    symbols.value.withText(removed) { texts.append($0) }
                    count += 1
                    nextRemoved += 1
                    if order == 0 { isListed = true }
                }
                var isKept = false
                while nextNew < profiles.count, !isKept {
                    let new = profiles.symbolNumber(Int(profiles.symbolOrder.value[nextNew]))
                    let order = symbols.value.withText(new) { FrontCodedText.compare($0, old) }
                    if order > 0 { break }
                    nextNew += 1
                    if order == 0 { isKept = true }
                }
                if !isKept { lost += 1 }
                if !isKept, !isListed {
                    texts.append(old)
                    count += 1
                }
            }
        }
        for index in nextRemoved..<profiles.order.removed.count {
            symbols.value.withText(profiles.order.removed[index]) { texts.append($0) }
            count += 1
        }
        self.count = count
        self.lost = lost
        section = NewSection(.removedSymbols, try texts.finish("the removed symbols"))
    }
}
