/// What was true of a symbol from one batch, or import, to another.
package struct SymbolVersion: Hashable, Sendable {
    /// The symbol.
    package var symbol: String
    /// The name of the source that won, or of the first of those that did; what was imported, empty where that isn't known.
    package var source: String
    /// The batch since which it was true.
    package var from: BatchID
    /// The batch since which it was no more; `nil` where it is true now.
    package var to: BatchID?
    /// The symbol was removed then; else another profile took this one's place.
    package var wasRemoved: Bool
    /// The profile (`EncodedProfile`).
    package var profile: [UInt8]

    /// What was true from `from` on.
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

/// A rename that a source's batch brought.
package struct RecordedRename: Hashable, Sendable {
    /// The batch.
    package var at: BatchID
    /// The source's name.
    package var source: String
    /// What it was.
    package var rename: SymbolRename

    /// A rename that a batch brought.
    package init(at: BatchID, source: String, rename: SymbolRename) {
        self.at = at
        self.source = source
        self.rename = rename
    }
}

/// The versions of a symbol, the oldest first, while it stood for one instrument.
package struct SymbolHistory: Hashable, Sendable {
    /// At least one.
    package var versions: [SymbolVersion]

    /// The symbol.
    package var symbol: String { versions[0].symbol }
    /// The batch that brought it.
    package var from: BatchID { versions[0].from }
    /// The batch that removed it; `nil` where it is still there.
    package var to: BatchID? { versions[versions.count - 1].to }
    /// Its last profile.
    package var profile: [UInt8] { versions[versions.count - 1].profile }

    /// It was there right before a batch, or came with it.
    func reaches(_ seq: Int) -> Bool { from.seq <= seq && (to.map { $0.seq >= seq } ?? true) }

    /// The lives of a symbol, the oldest first.
    ///
    /// - Parameters:
    ///   - versions: all versions of one symbol, the oldest first.
    ///   - departures: the batches at which its instrument took another symbol.
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
        // What comes back after a departure comes by a rename, or is another instrument.
        return after.returns(before) && !departures.contains { life.from.seq < $0 && $0 <= version.from.seq }
    }
}

/// One instrument under all its symbols, the oldest first.
package struct InstrumentChain: Hashable, Sendable {
    /// A symbol of the instrument.
    package struct Link: Hashable, Sendable {
        /// The time under that symbol.
        package var life: SymbolHistory
        /// How it got the symbol; `nil` for the first.
        package var rename: RecordedRename?
    }

    /// At least one.
    package var links: [Link]
}
