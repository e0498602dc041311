extension CatalogDifference {
    /// Writes the difference as IPF: what was added or changed as it is now, what was removed as REMOVED. Merged onto the old
    /// catalog, it gives the new one. It ends with `##COMPLETE` where the new catalog is complete.
    ///
    /// - Parameter write: takes the text in pieces.
    /// - Returns: how many symbols became what.
    /// - Throws: what `write` throws.
    /// - Complexity: as `forEachChange`; takes no memory but for a piece.
    @discardableResult
    public func writeProfiles(_ write: (Span<UInt8>) throws -> Void) throws -> Counts {
        var writer = ProfileWriter()
        var text: [UInt8] = []
        let counts = try forEachChange { change in
            writer.write(profile(of: change), to: &text)
            guard text.count >= Self.pieceBytes else { return }
            try write(text.span)
            text.removeAll(keepingCapacity: true)
        }
        if new.isComplete { writer.writeComplete(to: &text) }
        try write(text.span)
        return counts
    }

    /// The profile that makes a change when it is merged onto the old catalog.
    private func profile(of change: Change) -> InstrumentProfile {
        switch change {
        case .added(let row), .changed(_, let row, _): new.profile(at: row)
        case .removed(let row): .removal(of: old.symbol(at: row))
        }
    }

    private static let pieceBytes = 1 << 16
}
