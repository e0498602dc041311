internal import Scanning

/// Symbols that are looked up together.
///
/// A look-up waits for memory once, for its line of the table; where the key isn't exact, also for where the block of the row's symbol
/// starts, and for that block; each place depends on the one before. Those of different symbols don't depend on each other. So a
/// group goes through each of these steps as a whole, and the waits of its symbols overlap.
///
/// The symbols are kept as bytes, one after the other.
package struct SymbolGroup: ~Copyable {
    /// Symbols of a group: more than a processor can wait for at once (10 to 20 lines of its cache).
    package static let size = 16

    private var bytes = TrivialArray<UInt8>()
    private var ends = InlineArray<16, Int>(repeating: 0)
    /// Symbols so far.
    package private(set) var count = 0

    package init() {}

    /// - Precondition: fewer than `size` were appended.
    @inline(__always)
    package mutating func append(_ symbol: Span<UInt8>) {
        bytes.append(symbol)
        // An inline array's own subscript copies all of it.
        var ends = ends.mutableSpan
        ends[count] = bytes.count
        count += 1
    }

    /// Forgets the symbols.
    package mutating func removeAll() {
        bytes.truncate(to: 0)
        count = 0
    }

    /// The symbol at `index`.
    package subscript(index: Int) -> Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get {
            let ends = ends.span
            return bytes.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index])
        }
    }
}

extension CatalogRows {
    /// The rows of a group's symbols, as `row(ofSymbol:)` has them; -1 where there is none.
    ///
    /// - Complexity: O(1) expected for each.
    package func rows(of group: borrowing SymbolGroup) -> InlineArray<16, Int> {
        var found = InlineArray<16, Int>(repeating: -1)
        // An inline array's own subscript copies all of it.
        var rows = found.mutableSpan
        if !symbolSlots.isThere {
            for index in 0..<group.count { rows[index] = row(ofSymbol: group[index]) ?? -1 }
            return found
        }
        var all = InlineArray<16, SymbolKey>(repeating: SymbolKey(Span<UInt8>()))
        var keys = all.mutableSpan
        for index in 0..<group.count {
            keys[index] = SymbolKey(group[index])
            rows[index] = symbolSlots.fetchedLine(keys[index])
        }
        for index in 0..<group.count {
            rows[index] = symbolSlots.row(of: keys[index], from: rows[index]) { _ in true }
            if !keys[index].isExact { symbols.fetchStart(of: rows[index]) }
        }
        for index in 0..<group.count where !keys[index].isExact { symbols.fetchBlock(of: rows[index]) }
        for index in 0..<group.count where !keys[index].isExact && !symbols.equals(rows[index], group[index]) {
            // Another symbol has the same hash, or none.
            rows[index] = row(ofSymbol: group[index]) ?? -1
        }
        return found
    }
}
