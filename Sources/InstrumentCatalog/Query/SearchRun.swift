/// One search on its way through the tiers.
///
/// Tiers are gone through best first, and rows within a tier in row order, so the search stops as soon as it has what was
/// asked for. A row that an earlier tier holds is left out: whether it does is asked of the row itself, so that a later page
/// needs no memory of the earlier ones.
struct SearchRun: ~Copyable {
    private let rows: CatalogRows
    private let index: SearchIndex
    private let query: SearchQuery
    private let named: SearchNames
    private var filter: SearchFilter?
    private let limit: Int
    /// Where an earlier page ended.
    private let resumed: CatalogCursor.SearchPlace?
    private(set) var hits: [SearchResult] = []

    /// The names that are the text, and those that begin with it.
    private let found: (equal: Range<Int>, beginning: Range<Int>)
    /// The rows of the first two tiers, ascending.
    private var exactRows: [Int] = []
    /// The rows of the descriptions' tier, from the first; and how far a later tier has come with asking about them.
    private let descriptions: RowConjunction
    private var askedDescriptions: RowConjunction
    private var names: RowNames

    /// The tier that is gone through, and within it the grade and the row after which it goes on.
    private var tier = SearchTier.exactSymbol
    private var grade = 0
    private var passedRow = -1

    init(
        _ part: CatalogPart, _ query: SearchQuery, _ named: SearchNames, limit: Int, filter: SearchFilter?,
        after place: CatalogCursor.SearchPlace?
    ) {
        self.named = named
        rows = part.rows
        index = part.file.search
        self.filter = filter
        self.limit = limit
        resumed = place
        found = index.names.find(query.span)
        names = RowNames(rows)
        descriptions = index.descriptions(of: query, typos: false)
        askedDescriptions = descriptions
        self.query = query
    }

    /// Goes through the tiers until the limit is reached.
    mutating func run() {
        if query.text.isEmpty || limit <= 0 { return }
        gatherExactRows()
        for tier in SearchTier.allCases where tier >= resumed?.tier ?? .exactSymbol {
            self.tier = tier
            askedDescriptions = descriptions
            grade = 0
            passedRow = tier == resumed?.tier ? resumed!.row : -1
            switch tier {
            case .exactSymbol, .exactIdentifier: runExact()
            case .notation: runNamed(named.notations)
            case .alias: runNamed(named.aliases)
            case .symbolPrefix: runPrefix()
            case .description: runDescriptions()
            case .symbolSubstring: runSubstrings()
            case .typo: runTypos()
            }
            if isFull { return }
        }
    }

    private var isFull: Bool { hits.count >= limit }

    /// Takes a row of the tier, in row order, if it is wanted and no earlier tier holds it; whether to go on.
    private mutating func offer(_ row: Int) -> Bool {
        guard row > passedRow, row < rows.count, isWanted(row), !isHeldBefore(row) else { return true }
        hits.append(SearchResult(row: row, tier: tier, grade: grade))
        return !isFull
    }

    /// The filter means `row`.
    private mutating func isWanted(_ row: Int) -> Bool { filter == nil || filter!.accepts(row) }

    /// An earlier tier holds `row`.
    private mutating func isHeldBefore(_ row: Int) -> Bool {
        if tier == .exactSymbol { return false }
        if tier == .exactIdentifier { return isSymbol(row) }
        if isExact(row) { return true }
        if tier == .notation { return false }
        if named.notations.contains(row) { return true }
        if tier == .alias { return false }
        if named.aliases.contains(row) { return true }
        if tier == .symbolPrefix { return false }
        let query = query
        let text = query.span
        if !found.beginning.isEmpty, names.anyName(of: row, { $0.begins(with: text) }) { return true }
        if tier == .description { return false }
        if askedDescriptions.next(from: row) == row { return true }
        if tier == .symbolSubstring { return false }
        return names.anyName(of: row) { $0.firstIndex(of: text) != nil }
    }

    // MARK: Exact

    private mutating func isSymbol(_ row: Int) -> Bool {
        if found.equal.isEmpty { return false }
        let query = query
        let text = query.span
        return names.symbol(of: row) { $0.equals(text) }
    }

    private func isExact(_ row: Int) -> Bool {
        if exactRows.isEmpty { return false }
        let place = exactRows.partition(notBefore: row)
        return place < exactRows.count && exactRows[place] == row
    }

    private mutating func gatherExactRows() {
        for position in found.equal { exactRows.append(Int(index.nameRows.rows[position])) }
        var scratch = RawArray<UInt8>()
        let query = query
        let text = query.span
        for identifiers in index.identifiers where identifiers.column.field != .localSymbol {
            identifiers.forEachCandidate(text) { row in
                let matches = identifiers.column.withText(at: row) {
                    TextFolding.withFolded($0, &scratch) { $0.equals(text) }
                }
                if matches { exactRows.append(row) }
                return true
            }
        }
        if exactRows.count > 1 { exactRows = exactRows.sortedAndUnique(by: <) }
    }

    private mutating func runExact() {
        for row in exactRows where tier == .exactIdentifier || isSymbol(row) {
            if !offer(row) { return }
        }
    }

    // MARK: Notations and aliases

    /// Goes through rows in an order of their own.
    private mutating func runNamed(_ found: NamedRows) {
        found.forEach(after: passedRow) { row, order in
            if row < rows.count, isWanted(row), !isHeldBefore(row) {
                hits.append(SearchResult(row: row, tier: tier, order: order))
            }
            return !isFull
        }
    }

    // MARK: Prefix

    private mutating func runPrefix() {
        var budget = 4096
        var last = -1
        index.nameRows.forEachRow(of: found.beginning) { row in
            budget -= 1
            if row == last { return true }
            if budget < 0 { return false }
            last = row
            return offer(row)
        }
        if budget < 0 && !isFull { runLongPrefix(after: last) }
    }

    /// Far down the range, or where the filter lets little through, one pass over all of the range is cheaper than to take
    /// its rows in order one by one.
    private mutating func runLongPrefix(after last: Int) {
        let missing = limit - hits.count
        var best: [Int] = []
        passedRow = max(passedRow, last)
        for position in found.beginning {
            let row = Int(index.nameRows.rows[position])
            if row <= passedRow || row >= rows.count { continue }
            if best.count >= missing, row >= best[best.count - 1] { continue }
            guard isWanted(row), !isHeldBefore(row) else { continue }
            let place = best.partition(notBefore: row)
            if place < best.count, best[place] == row { continue }
            best.insert(row, at: place)
            if best.count > missing { best.removeLast() }
        }
        for row in best { hits.append(SearchResult(row: row, tier: tier, grade: grade)) }
    }

    // MARK: Descriptions

    private mutating func runDescriptions() {
        var matches = descriptions
        var row = matches.next(from: passedRow + 1)
        while row != RunCursor.ended {
            if !offer(row) { return }
            row = matches.next(from: row + 1)
        }
    }

    // MARK: Substrings

    private mutating func runSubstrings() {
        let query = query
        let text = query.span
        var candidates = index.names(containing: text)
        var row = candidates.next(from: passedRow + 1)
        while row < rows.count {
            // The filter first, since it is cheaper than a look at the name.
            if isWanted(row), names.anyName(of: row, { $0.firstIndex(of: text) != nil }), !offer(row) { return }
            row = candidates.next(from: row + 1)
        }
    }

    // MARK: Typos

    private mutating func runTypos() {
        let query = query
        let text = query.span
        let typos = SearchQuery.typos(in: text)
        let similar = typos > 0 ? index.rows(ofNamesLike: text, typos: typos, &names) : []
        var matches = index.descriptions(of: query, typos: true)
        var row = matches.next(from: passedRow + 1)
        for name in similar {
            while row < name {
                if !offer(row) { return }
                row = matches.next(from: row + 1)
            }
            if row == name { row = matches.next(from: row + 1) }
            if !offer(name) { return }
        }
        while row < rows.count {
            if !offer(row) { return }
            row = matches.next(from: row + 1)
        }
    }
}

extension [Int] {
    /// In an ascending array: the first index whose element isn't below `value`.
    func partition(notBefore value: Int) -> Int { indices.partitioningIndex { self[$0] >= value } }
}
