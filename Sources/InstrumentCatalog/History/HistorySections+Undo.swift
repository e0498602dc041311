internal import Scanning

extension HistorySections {
    /// Calls `body` for each symbol that the imports from number `count` on touched, once, in no order: with the profile that it had
    /// before them, `nil` where it wasn't there. The profile may be the one that it has in the file.
    ///
    /// - Throws: `CatalogError` of kind `damaged`; what `body` throws.
    /// - Complexity: O(changes of those imports), about a microsecond each.
    func forEachSymbol(
        touchedFrom count: Int, _ body: ([UInt8], [UInt8]?) throws(CatalogError) -> Void
    ) throws(CatalogError) {
        // The first change after the moment says what was true. One that is told by its fields alone needs the next one of its symbol.
        var seen: Set<UInt64> = []
        var pending: [[UInt8]: ProfilePatch] = [:]
        for batch in count..<batches.count {
            try forEachChange(inBatch: batch) { symbol, change throws(CatalogError) in
                let hash = ByteHash.hash(symbol.span)
                if seen.insert(hash).inserted {
                    switch change {
                    case .added: try body(symbol, nil)
                    case .removed(let profile): try body(symbol, profile)
                    case .changed(let fields): pending[symbol] = ProfilePatch(fields)
                    }
                } else if pending[symbol] != nil {
                    switch change {
                    case .added: throw contradiction(symbol)
                    case .removed(let profile):
                        try body(symbol, pending.removeValue(forKey: symbol)!.applied(to: profile))
                    case .changed(let fields): pending[symbol]!.add(later: fields)
                    }
                }
                return true
            }
        }
        for (symbol, patch) in pending {
            guard let row = file.rows.row(ofSymbol: symbol.span) else { throw contradiction(symbol) }
            try body(symbol, patch.applied(to: EncodedProfile.bytes(of: row, in: file.rows)))
        }
    }

    /// All changes of one symbol, by the number of their import, the oldest first.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(imports), at most some ten microseconds each.
    package func changes(of symbol: [UInt8]) throws(CatalogError) -> [(batch: Int, change: HistoryChange)] {
        var changes: [(batch: Int, change: HistoryChange)] = []
        for batch in batches.indices {
            if let change = try change(of: symbol, inBatch: batch) { changes.append((batch, change)) }
        }
        return changes
    }

    /// What the history says of a symbol doesn't fit what the file says.
    package func contradiction(_ symbol: [UInt8]) -> CatalogError {
        .damaged(
            SectionKind.historyBlocks.name, path: file.path,
            "what it says of \(GrammarError.excerpt(String(decoding: symbol.span))) is not of this file")
    }
}

/// Fields of a profile with what they were.
package struct ProfilePatch {
    private var texts: [ProfileFields.Name: [UInt8]] = [:]

    package init(_ fields: [(name: ProfileFields.Name, old: [UInt8])]) { add(later: fields) }

    /// Takes what a later change says of the fields that no earlier one named.
    mutating func add(later fields: [(name: ProfileFields.Name, old: [UInt8])]) {
        for field in fields where texts[field.name] == nil { texts[field.name] = field.old }
    }

    /// The profile before, of the one after.
    package func applied(to profile: [UInt8]) -> [UInt8] {
        var fields = ProfileFields(profile)
        for (name, text) in texts { fields[name] = text }
        return fields.bytes
    }
}
