internal import Scanning

/// One search on its way through the tiers.
///
/// Tiers are gone through best first, within a tier the grades, and rows within a grade in row order, so the search stops as soon as it has
/// what was asked for. A row that an earlier tier or grade holds is left out: whether it does is asked of the row itself, so that a
/// later page needs no memory of the earlier ones.
struct SearchRun: ~Copyable {
    let rows: CatalogRows
    let index: SearchIndex
    let query: SearchQuery
    let named: SearchNames
    private var filter: SearchFilter?
    private let limit: Int
    /// Where an earlier page ended.
    private let resumed: CatalogCursor.SearchPlace?
    private(set) var hits: [SearchResult] = []

    /// The text as the tables of identifiers have it.
    let identifierKey: IdentifierKey
    /// The names that are the text, and those that begin with it.
    let found: (equal: Range<Int>, beginning: Range<Int>)
    /// The rows of the first two tiers, ascending.
    var exactRows: [Int] = []
    /// The names whose ticker the text is; known from the tier of symbols on.
    private var tickers: TickerNames?
    /// Known from the tier of texts inside symbols on.
    private var hasSpreads: Bool?
    /// The rows of the descriptions' tier, from the first, and those of them with all words whole; known from that tier on.
    private(set) var descriptions = RowAlternatives()
    private(set) var wholeDescriptions = RowAlternatives()
    /// How far later tiers have come with asking about descriptions, of words as they stand and of those that want a space.
    private var askedDescriptions: RowAlternatives?
    private var parted: RowAlternatives?
    private var askedParted = RowAlternatives()
    var names: FoldedNames
    /// Counts the rows that are looked at.
    private var steps = WorkSteps()
    /// The rows of the names that begin with the text, where they are a few.
    private var beginningRows = InlineArray<32, UInt32>(repeating: 0)
    private var knowsBeginning = false

    /// The tier and the grade that are gone through, and the row after which it goes on.
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

    /// Memory for so many results is taken at once.
    private static let fewHits = 32

    /// Goes through the tiers up to a last one until the limit is reached.
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

    /// Goes through the grades of the tier.
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

    // MARK: Taking rows

    /// There are enough results, or the work was stopped.
    var isFull: Bool { hits.count >= limit || steps.isStopped }

    /// The work was stopped.
    var isStopped: Bool { steps.isStopped }

    /// How many more are asked for.
    var missing: Int { limit - hits.count }

    /// Takes a row of the tier, in row order, if it is wanted and no earlier tier holds it; whether to go on.
    mutating func offer(_ row: Int) -> Bool {
        guard row > passedRow, row < rows.count, isWanted(row), !isHeldBefore(row) else { return !isStopped }
        take(row)
        return !isFull
    }

    /// Takes a row that is wanted and that no earlier tier holds.
    mutating func take(_ row: Int, grade: Int? = nil, order: Int? = nil) {
        hits.append(SearchResult(row: row, tier: tier, grade: grade ?? self.grade, order: order))
    }

    /// The filter means `row`.
    mutating func isWanted(_ row: Int) -> Bool {
        if steps.isStopped(after: 1) { return false }
        return filter == nil || filter!.accepts(row)
    }

    /// An earlier tier, or an earlier grade of symbols or typos, holds `row`. In a tier of descriptions and after, rows that are asked about
    /// ascend.
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
        // Aliases have an order of their own.
        if askedDescriptions == nil || tier == .aliasPrefix { askedDescriptions = descriptions }
        if askedDescriptions!.next(from: row) == row { return true }
        if tier == .aliasPrefix { return false }
        if named.aliasBeginnings.contains(row) { return true }
        if tier == .symbolSubstring { return grade > 0 && isSpread(row) }
        if names.anyHolds(query, of: row) { return true }
        return grade > 0 && askedParted.next(from: row) == row
    }

    /// A name of `row` begins with the text. Where few names do, their rows tell, and the name isn't read.
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

    // MARK: What is found when it is first needed

    /// The names whose ticker the text is.
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

    /// There is a symbol that begins as those of spreads do.
    mutating func anySpreads() -> Bool {
        if let hasSpreads { return hasSpreads }
        let mark = [ASCII.equals]
        let made = !index.names.indices(withPrefix: mark.span).isEmpty
        hasSpreads = made
        return made
    }

    /// The rows of the query where one of its words wants a space.
    mutating func partedDescriptions() -> RowAlternatives {
        if let parted { return parted }
        let made = index.descriptions(ofParted: query)
        parted = made
        askedParted = made
        return made
    }
}

/// A filter as a search asks it: row by row at first, and of a set of rows once so many were asked about that making the set
/// pays.
struct SearchFilter {
    private static let asksBeforeSet = 20_000

    private let compiled: CompiledFilter
    private var set: RowSet?
    private var asks = 0

    /// `nil` where `filter` means all rows of the part, and none is hidden.
    init?(_ filter: CatalogFilter, _ part: CatalogPart) {
        if filter.isEmpty, part.hidden == nil { return nil }
        compiled = CompiledFilter(filter, part)
        if compiled.matchesEverything { return nil }
    }

    /// No row is meant.
    var matchesNothing: Bool { compiled.matchesNothing }

    /// Whether `row` is meant.
    mutating func accepts(_ row: Int) -> Bool {
        if let set { return set.contains(row) }
        asks += 1
        if asks > Self.asksBeforeSet { set = compiled.matchingRows() }
        return compiled.matches(row)
    }
}
