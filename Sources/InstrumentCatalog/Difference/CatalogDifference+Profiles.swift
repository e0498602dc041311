extension CatalogDifference {
    /// Writes the difference as IPF: added and changed instruments with their new profiles, and removed ones with type
    /// REMOVED.
    ///
    /// Merging the text into the old catalog results in the new one. The text ends with `##COMPLETE` if the new catalog
    /// is complete.
    ///
    /// - Parameter write: A closure that receives the text in pieces.
    /// - Returns: The number of symbols by kind of change.
    /// - Throws: Errors of `write`.
    /// - Complexity: As `forEachChange`; memory for one piece.
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

    /// Returns the profile that results in a change if it is merged into the old catalog.
    private func profile(of change: Change) -> InstrumentProfile {
        switch change {
        case .added(let row), .changed(_, let row, _): new.profile(at: row)
        case .removed(let row): .removal(of: old.symbol(at: row))
        }
    }

    private static let pieceBytes = 1 << 16
}
