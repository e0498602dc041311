/// Follows instruments through their symbols, in a store or in the history of a catalog file.
package struct ChainFinder {
    /// All versions of a symbol, the oldest first.
    private let versions: (String) throws -> [SymbolVersion]
    /// All renames from or to a symbol, the oldest first.
    private let renames: (String) throws -> [RecordedRename]

    package init(
        versions: @escaping (String) throws -> [SymbolVersion], renames: @escaping (String) throws -> [RecordedRename]
    ) {
        self.versions = versions
        self.renames = renames
    }

    /// The instruments that a symbol stood for, the last one first; none where there never was such a symbol.
    ///
    /// - Throws: what the two questions throw.
    package func chains(of symbol: String) throws -> [InstrumentChain] {
        try lives(of: symbol).reversed().map { try chain(of: $0) }
    }

    private func lives(of symbol: String) throws -> [SymbolHistory] {
        let departures = try renames(symbol).filter { $0.rename.old == symbol }.map(\.at.seq)
        return SymbolHistory.lives(try versions(symbol), departures: departures)
    }

    private func chain(of life: SymbolHistory) throws -> InstrumentChain {
        var links = [InstrumentChain.Link(life: life)]
        // Each life at most once, whatever the renames say.
        var seen: Set<SymbolHistory> = [life]
        while let rename = try arrival(of: links[0].life),
            let before = try oldLife(of: rename.rename.old, endingAt: rename),
            seen.insert(before).inserted
        {
            links[0].rename = rename
            links.insert(.init(life: before), at: 0)
        }
        while let rename = try departure(of: links[links.count - 1].life),
            let next = try newLife(of: rename.rename.new, beginningAt: rename), seen.insert(next).inserted
        {
            links.append(.init(life: next, rename: rename))
        }
        return InstrumentChain(links: links)
    }

    /// How an instrument got the symbol of a life.
    private func arrival(of life: SymbolHistory) throws -> RecordedRename? {
        try renames(life.symbol).first { $0.rename.new == life.symbol && life.reaches($0.at.seq) && !life.ends(at: $0) }
    }

    /// How the instrument of a life got another symbol.
    private func departure(of life: SymbolHistory) throws -> RecordedRename? {
        try renames(life.symbol).last {
            $0.rename.old == life.symbol && life.from.seq < $0.at.seq && life.reaches($0.at.seq)
        }
    }

    /// The time under the old symbol of a rename.
    private func oldLife(of symbol: String, endingAt rename: RecordedRename) throws -> SymbolHistory? {
        try lives(of: symbol).last { $0.from.seq < rename.at.seq && $0.reaches(rename.at.seq) }
    }

    /// The time under the new symbol of a rename.
    private func newLife(of symbol: String, beginningAt rename: RecordedRename) throws -> SymbolHistory? {
        try lives(of: symbol).first { $0.reaches(rename.at.seq) && !$0.ends(at: rename) }
    }
}

extension SymbolHistory {
    fileprivate func ends(at rename: RecordedRename) -> Bool { to?.seq == rename.at.seq }
}
