internal import Scanning

/// A batch of symbols that are looked up together.
///
/// A look-up misses the cache once, for its line of the table. If the key is not exact, it also misses for the
/// position of the symbol's block, and for the block; each of these reads depends on the one before. Reads for
/// different symbols are independent, so a batch goes through each step as a whole, and its cache misses overlap.
///
/// The symbols are stored as concatenated bytes.
package struct SymbolGroup: ~Copyable {
    /// The number of symbols in a batch: about as many as the cache misses that a processor can have in flight (10 to
    /// 20).
    package static let size = 16

    private var bytes = TrivialArray<UInt8>()
    private var ends = InlineArray<16, Int>(repeating: 0)
    /// The number of symbols so far.
    package private(set) var count = 0

    package init() {}

    /// - Precondition: The batch has fewer than `size` symbols.
    @inline(__always)
    package mutating func append(_ symbol: Span<UInt8>) {
        bytes.append(symbol)
        // The subscript of an inline array would copy the whole array.
        var ends = ends.mutableSpan
        ends[count] = bytes.count
        count += 1
    }

    /// Removes all symbols.
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
    /// Returns the rows of a batch of symbols, as `row(ofSymbol:)`; -1 if no row has the symbol.
    ///
    /// - Complexity: O(1) expected per symbol.
    package func rows(of group: borrowing SymbolGroup) -> InlineArray<16, Int> {
        var found = InlineArray<16, Int>(repeating: -1)
        // The subscript of an inline array would copy the whole array.
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
            // The slot belongs to another symbol with an equal hash, or no slot was found.
            rows[index] = row(ofSymbol: group[index]) ?? -1
        }
        return found
    }
}
