internal import Scanning

/// One search, as it proceeds through the tiers.
///
/// The search visits tiers best first, the grades within a tier, and the rows of a grade in row order, and stops once
/// it has enough results. It skips a row that matches an earlier tier or grade. That test uses only the row itself, so
/// a later page does not depend on the results of earlier pages.
struct SearchRun: ~Copyable {
    let rows: CatalogRows
    let index: SearchIndex
    let query: SearchQuery
    let named: SearchNames
    private var filter: SearchFilter?
    private let limit: Int
    /// The end of the previous page.
    private let resumed: CatalogCursor.SearchPlace?
    private(set) var hits: [SearchResult] = []

    /// The key of the text in identifier indexes.
    let identifierKey: IdentifierKey
    /// The names that equal the text, and those that start with it.
    let found: (equal: Range<Int>, beginning: Range<Int>)
    /// The rows of the first two tiers, ascending.
    var exactRows: [Int] = []
    /// The names whose ticker is the text; computed in the symbol tier.
    private var tickers: TickerNames?
    /// Whether there are spreads; computed in the symbol substring tier.
    private var hasSpreads: Bool?
    /// The rows of the description tier, and those in which all words match whole; computed in that tier.
    private(set) var descriptions = RowAlternatives()
    private(set) var wholeDescriptions = RowAlternatives()
    /// The progress of later tiers in testing for description matches, without and with split words.
    private var askedDescriptions: RowAlternatives?
    private var parted: RowAlternatives?
    private var askedParted = RowAlternatives()
    var names: FoldedNames
    /// Counts the rows that are examined.
    private var steps = WorkSteps()
    /// The rows of the names that start with the text, if there are few.
    private var beginningRows = InlineArray<32, UInt32>(repeating: 0)
    private var knowsBeginning = false

    /// The current tier and grade, and the row after which the search continues.
    private(set) var tier = SearchTier.exactSymbol
    private(set) var grade = 0
    var passedRow = -1

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
        identifierKey = IdentifierKey(folded: query.span)
        index.identifiers.fetch(identifierKey)
        found = index.names.find(query.span)
        names = FoldedNames(rows)
        self.query = query
        hits.reserveCapacity(min(limit, Self.fewHits))
    }

    /// The capacity for results that is reserved at once.
    private static let fewHits = 32

    /// Runs the tiers up to `lastTier` until the limit is reached.
    mutating func run(through lastTier: SearchTier) {
        if query.text.isEmpty || limit <= 0 { return }
        gatherExactRows()
        let firstTier = resumed?.tier ?? .exactSymbol
        if firstTier > .description { findDescriptions() }
        for number in firstTier.rawValue..<max(firstTier.rawValue, lastTier.rawValue + 1) {
            guard let tier = SearchTier(rawValue: number) else { return }
            self.tier = tier
            if tier == .description { findDescriptions() }
            switch tier {
            case .exactSymbol, .exactIdentifier: go(grades: 1) { $0.runExact() }
            case .notation: go(grades: 1) { $0.runNamed($0.named.notations) }
            case .alias: go(grades: 1) { $0.runNamed($0.named.aliases) }
            case .symbolPrefix: go(grades: TickerNames.grades) { $0.runPrefix() }
            case .description:
                runDescriptions(after: tier == resumed?.tier ? (resumed!.grade, resumed!.row) : (0, -1))
            case .aliasPrefix: go(grades: 1) { $0.runNamed($0.named.aliasBeginnings) }
            case .symbolSubstring: go(grades: 2) { $0.grade == 0 ? $0.runLegs() : $0.runSubstrings() }
            case .typo: go(grades: 2) { $0.grade == 0 ? $0.runParted() : $0.runTypos() }
            }
            if isFull { return }
        }
    }

    private mutating func findDescriptions() {
        index.findDescriptions(of: query, &descriptions, whole: &wholeDescriptions)
    }

    /// Runs the grades of the current tier.
    private mutating func go(grades: Int, _ body: (inout SearchRun) -> Void) {
        let first = tier == resumed?.tier ? resumed!.grade : 0
        for grade in first..<max(first, grades) where !isFull {
            self.grade = grade
            if tier > .description {
                askedDescriptions = nil
                if let parted { askedParted = parted }
            }
            passedRow = tier == resumed?.tier && grade == first ? resumed!.row : -1
            body(&self)
        }
    }

    // MARK: Collecting results

    /// Whether there are enough results, or the work was stopped.
    var isFull: Bool { hits.count >= limit || steps.isStopped }

    /// Whether the work was stopped.
    var isStopped: Bool { steps.isStopped }

    /// The number of results that are still missing.
    var missing: Int { limit - hits.count }

    /// Adds a row of the tier, in row order, if the filter accepts it and no earlier tier has it. Returns whether to
    /// continue.
    mutating func offer(_ row: Int) -> Bool {
        guard row > passedRow, row < rows.count, isWanted(row), !isHeldBefore(row) else { return !isStopped }
        take(row)
        return !isFull
    }

    /// Adds a row that the filter accepts and that no earlier tier has.
    mutating func take(_ row: Int, grade: Int? = nil, order: Int? = nil) {
        hits.append(SearchResult(row: row, tier: tier, grade: grade ?? self.grade, order: order))
    }

    /// Returns whether the filter accepts `row`.
    mutating func isWanted(_ row: Int) -> Bool {
        if steps.isStopped(after: 1) { return false }
        return filter == nil || filter!.accepts(row)
    }

    /// Returns whether an earlier tier, or an earlier grade of symbols or typos, has `row`. From the description tier
    /// on, rows must ascend between calls.
    mutating func isHeldBefore(_ row: Int) -> Bool {
        if tier == .exactSymbol { return false }
        if tier == .exactIdentifier { return isSymbol(row) }
        if isExact(row) { return true }
        if tier == .notation { return false }
        if named.notations.contains(row) { return true }
        if tier == .alias { return false }
        if named.aliases.contains(row) { return true }
        if tier == .symbolPrefix { return grade > 0 && isTicker(row) }
        if isBeginning(of: row) { return true }
        if hasRoots, isTicker(row) { return true }
        if tier == .description { return false }
        // Aliases have an order of their own, so the rows do not ascend.
        if askedDescriptions == nil || tier == .aliasPrefix { askedDescriptions = descriptions }
        if askedDescriptions!.next(from: row) == row { return true }
        if tier == .aliasPrefix { return false }
        if named.aliasBeginnings.contains(row) { return true }
        if tier == .symbolSubstring { return grade > 0 && isSpread(row) }
        if names.anyHolds(query, of: row) { return true }
        return grade > 0 && askedParted.next(from: row) == row
    }

    /// Returns whether a name of `row` starts with the text. If few names do, their rows are compared instead of
    /// reading the name.
    private mutating func isBeginning(of row: Int) -> Bool {
        let range = found.beginning
        if range.isEmpty { return false }
        if range.count > beginningRows.count { return names.anyBegins(with: query, of: row) }
        if !knowsBeginning {
            var rows = beginningRows.mutableSpan
            index.nameRows.rows.read(range, into: &rows, at: 0)
            knowsBeginning = true
        }
        for place in 0..<range.count where Int(beginningRows[place]) == row { return true }
        return false
    }

    // MARK: Lazily computed results

    /// Returns the ranges of names whose ticker is the text.
    mutating func tickerRanges() -> [Range<Int>] {
        findTickers()
        return tickers!.ranges
    }

    private mutating func findTickers() {
        if tickers == nil { tickers = TickerNames(index.names, query.span, found) }
    }

    private var hasRoots: Bool {
        mutating get {
            findTickers()
            return !tickers!.roots.isEmpty
        }
    }

    private mutating func isTicker(_ row: Int) -> Bool {
        findTickers()
        if tickers!.isEmpty { return false }
        return names.isTicker(query, of: row)
    }

    /// Returns whether some symbol starts like that of a spread.
    mutating func anySpreads() -> Bool {
        if let hasSpreads { return hasSpreads }
        let mark = [ASCII.equals]
        let made = !index.names.indices(withPrefix: mark.span).isEmpty
        hasSpreads = made
        return made
    }

    /// Returns the rows that match if one word of the query is split in two.
    mutating func partedDescriptions() -> RowAlternatives {
        if let parted { return parted }
        let made = index.descriptions(ofParted: query)
        parted = made
        askedParted = made
        return made
    }
}

/// A filter for search results. It tests single rows at first, and computes the set of all matching rows once there
/// were enough tests to make that pay.
struct SearchFilter {
    private static let asksBeforeSet = 20_000

    private let compiled: CompiledFilter
    private var set: RowSet?
    private var asks = 0

    /// `nil` if `filter` accepts all rows of the part, and no row is hidden.
    init?(_ filter: CatalogFilter, _ part: CatalogPart) {
        if filter.isEmpty, part.hidden == nil { return nil }
        compiled = CompiledFilter(filter, part)
        if compiled.matchesEverything { return nil }
    }

    /// Whether the filter accepts no row.
    var matchesNothing: Bool { compiled.matchesNothing }

    /// Returns whether the filter accepts `row`.
    mutating func accepts(_ row: Int) -> Bool {
        if let set { return set.contains(row) }
        asks += 1
        if asks > Self.asksBeforeSet { set = compiled.matchingRows() }
        return compiled.matches(row)
    }
}
