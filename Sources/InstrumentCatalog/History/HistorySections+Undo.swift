internal import Scanning

extension HistorySections {
    /// Calls `body` once for each symbol that import number `count` or a later import changed, in no particular order.
    /// Its arguments are the symbol and the profile before these imports; the profile is `nil` if the symbol did not
    /// exist. The profile may equal the one in the file.
    ///
    /// - Throws: `CatalogError` of kind `damaged`; errors of `body`.
    /// - Complexity: O(changes of these imports).
    func forEachSymbol(
        touchedFrom count: Int, _ body: ([UInt8], [UInt8]?) throws(CatalogError) -> Void
    ) throws(CatalogError) {
        // The first of these imports that changed a symbol determines its old state. If its undo record lists only the
        // changed fields, the symbol's next change is required as well.
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

    /// Returns all changes of a symbol, each with the number of the import, oldest first.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(imports), with at most one block read per import.
    package func changes(of symbol: [UInt8]) throws(CatalogError) -> [(batch: Int, change: HistoryChange)] {
        var changes: [(batch: Int, change: HistoryChange)] = []
        for batch in batches.indices {
            if let change = try change(of: symbol, inBatch: batch) { changes.append((batch, change)) }
        }
        return changes
    }

    /// Returns the error for a symbol whose history contradicts the file.
    package func contradiction(_ symbol: [UInt8]) -> CatalogError {
        .damaged(
            SectionKind.historyBlocks.name, path: file.path,
            "its record of \(GrammarError.excerpt(String(decoding: symbol.span))) does not belong to this file")
    }
}

/// The old texts of the changed fields of a profile.
package struct ProfilePatch {
    private var texts: [ProfileFields.Name: [UInt8]] = [:]

    package init(_ fields: [(name: ProfileFields.Name, old: [UInt8])]) { add(later: fields) }

    /// Adds the old texts of a later change, except for fields that an earlier change contains.
    mutating func add(later fields: [(name: ProfileFields.Name, old: [UInt8])]) {
        for field in fields where texts[field.name] == nil { texts[field.name] = field.old }
    }

    /// Returns the old profile, given the new one.
    package func applied(to profile: [UInt8]) -> [UInt8] {
        var fields = ProfileFields(profile)
        for (name, text) in texts { fields[name] = text }
        return fields.bytes
    }
}
