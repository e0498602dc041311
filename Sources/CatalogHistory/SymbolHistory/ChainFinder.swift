/// Follows instruments through their symbols, in a store or in the history of a catalog file.
package struct ChainFinder {
    /// Returns all versions of a symbol, oldest first.
    private let versions: (String) throws -> [SymbolVersion]
    /// Returns all renames from or to a symbol, oldest first.
    private let renames: (String) throws -> [RecordedRename]

    package init(
        versions: @escaping (String) throws -> [SymbolVersion], renames: @escaping (String) throws -> [RecordedRename]
    ) {
        self.versions = versions
        self.renames = renames
    }

    /// Returns the instruments that have or had a symbol, newest first. Empty if the symbol never existed.
    ///
    /// - Throws: The errors of the two closures.
    package func chains(of symbol: String) throws -> [InstrumentChain] {
        try lives(of: symbol).reversed().map { try chain(of: $0) }
    }

    private func lives(of symbol: String) throws -> [SymbolHistory] {
        let departures = try renames(symbol).filter { $0.rename.old == symbol }.map(\.at.seq)
        return SymbolHistory.lives(try versions(symbol), departures: departures)
    }

    private func chain(of life: SymbolHistory) throws -> InstrumentChain {
        var links = [InstrumentChain.Link(life: life)]
        // Visit each symbol history at most once, in case the renames form a cycle.
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

    /// The rename by which an instrument got the symbol.
    private func arrival(of life: SymbolHistory) throws -> RecordedRename? {
        try renames(life.symbol).first { $0.rename.new == life.symbol && life.reaches($0.at.seq) && !life.ends(at: $0) }
    }

    /// The rename by which the instrument got another symbol.
    private func departure(of life: SymbolHistory) throws -> RecordedRename? {
        try renames(life.symbol).last {
            $0.rename.old == life.symbol && life.from.seq < $0.at.seq && life.reaches($0.at.seq)
        }
    }

    /// The history of the old symbol that a rename ended.
    private func oldLife(of symbol: String, endingAt rename: RecordedRename) throws -> SymbolHistory? {
        try lives(of: symbol).last { $0.from.seq < rename.at.seq && $0.reaches(rename.at.seq) }
    }

    /// The history of the new symbol that a rename began.
    private func newLife(of symbol: String, beginningAt rename: RecordedRename) throws -> SymbolHistory? {
        try lives(of: symbol).first { $0.reaches(rename.at.seq) && !$0.ends(at: rename) }
    }
}

extension SymbolHistory {
    fileprivate func ends(at rename: RecordedRename) -> Bool { to?.seq == rename.at.seq }
}
