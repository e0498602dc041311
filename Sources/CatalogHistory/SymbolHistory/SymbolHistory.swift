/// A version of a symbol's record, which was valid from one batch or import to another.
package struct SymbolVersion: Hashable, Sendable {
    /// The symbol.
    package var symbol: String
    /// The source of the golden record, or the imported file; empty if it is unknown.
    package var source: String
    /// The first batch in which the version is valid.
    package var from: BatchID
    /// The batch that ended the version; `nil` if it is still valid.
    package var to: BatchID?
    /// Whether the batch that ended the version removed the symbol. Otherwise the batch replaced the profile.
    package var wasRemoved: Bool
    /// The profile (`EncodedProfile`).
    package var profile: [UInt8]

    /// Creates a version that is valid from `from` on.
    package init(
        symbol: String, source: String, from: BatchID, to: BatchID?, wasRemoved: Bool, profile: [UInt8]
    ) {
        self.symbol = symbol
        self.source = source
        self.from = from
        self.to = to
        self.wasRemoved = wasRemoved
        self.profile = profile
    }
}

/// A rename in a source's batch.
package struct RecordedRename: Hashable, Sendable {
    /// The batch.
    package var at: BatchID
    /// The source's name.
    package var source: String
    /// The old and the new symbol, and the field that links them.
    package var rename: SymbolRename

    /// Creates a rename in a batch.
    package init(at: BatchID, source: String, rename: SymbolRename) {
        self.at = at
        self.source = source
        self.rename = rename
    }
}

/// The versions of a symbol, oldest first, for as long as it belonged to one instrument.
package struct SymbolHistory: Hashable, Sendable {
    /// The versions. Never empty.
    package var versions: [SymbolVersion]

    /// The symbol.
    package var symbol: String { versions[0].symbol }
    /// The batch that added it.
    package var from: BatchID { versions[0].from }
    /// The batch that removed it; `nil` if the symbol still exists.
    package var to: BatchID? { versions[versions.count - 1].to }
    /// The last profile.
    package var profile: [UInt8] { versions[versions.count - 1].profile }

    /// Returns whether the symbol belonged to the instrument just before a batch, or from that batch on.
    func reaches(_ seq: Int) -> Bool { from.seq <= seq && (to.map { $0.seq >= seq } ?? true) }

    /// Divides the versions of a symbol by instrument, oldest first.
    ///
    /// - Parameters:
    ///   - versions: All versions of one symbol, oldest first.
    ///   - departures: The batches in which an instrument of the symbol got another symbol.
    static func lives(_ versions: [SymbolVersion], departures: [Int]) -> [SymbolHistory] {
        var lives: [SymbolHistory] = []
        for version in versions {
            let isSame = lives.last.map { goesOn($0, in: version, departures) } ?? false
            if isSame {
                lives[lives.count - 1].versions.append(version)
            } else {
                lives.append(.init(versions: [version]))
            }
        }
        return lives
    }

    private static func goesOn(_ life: SymbolHistory, in version: SymbolVersion, _ departures: [Int]) -> Bool {
        guard let end = life.to else { return false }
        let (before, after) = (InstrumentIdentity(of: life.profile), InstrumentIdentity(of: version.profile))
        if end.seq == version.from.seq { return !after.isOther(than: before) }
        // After a departure, a symbol that reappears begins a new history. If its instrument was renamed back, the
        // rename links the two.
        return after.returns(before) && !departures.contains { life.from.seq < $0 && $0 <= version.from.seq }
    }
}

/// An instrument under all its symbols, oldest first.
package struct InstrumentChain: Hashable, Sendable {
    /// A symbol of the instrument.
    package struct Link: Hashable, Sendable {
        /// The history of the symbol while it belonged to the instrument.
        package var life: SymbolHistory
        /// The rename that led to the symbol; `nil` for the first symbol.
        package var rename: RecordedRename?
    }

    /// The symbols. Never empty.
    package var links: [Link]
}
