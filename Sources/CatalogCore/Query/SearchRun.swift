internal import Scanning

/// One search, as it proceeds through the stages (`SearchStage`).
///
/// The search visits the stages, best first, then the grades of a stage, then the rows of a grade in row order. It
/// stops once it has enough results. It skips a row that matches an earlier stage or grade. That test uses only the row
/// itself, so a later page does not depend on the results of earlier pages.
struct SearchRun: ~Copyable {
    let rows: CatalogRows
    let index: SearchIndex
    let query: SearchQuery
    let named: SearchNames
    private let filter: SearchFilter?
    private let limit: Int
    /// The end of the previous page.
    private let resumed: CatalogCursor.SearchPlace?
    private(set) var hits: [SearchResult] = []

    /// The key of the text in identifier indexes.
    let identifierKey: IdentifierKey
    /// The names that equal the text, and those that start with it.
    let found: (equal: Range<Int>, beginning: Range<Int>)
    /// Whether the query is short (`SearchStage`).
    let isShort: Bool
    /// Whether the query is one word (`SearchQuery.isWord`), so that typos precede substrings.
    let isWord: Bool
    private let searchesTypos: Bool
    /// The rows of the first two stages, ascending.
    var exactRows: [Int] = []
    /// The names whose ticker is the text; computed when first needed.
    private var tickers: TickerNames?
    /// Whether there are spreads; computed when first needed.
    private var hasSpreads: Bool?
    /// The rows whose descriptions match, and those in which all words match whole; computed when first needed.
    private var foundDescriptions: (all: RowAlternatives, whole: RowAlternatives)?
    /// The rows that match except for a missing space, and the rows of each typo level; both computed lazily.
    private var parted: RowAlternatives?
    private var similar: [RowAlternatives?] = Array(repeating: nil, count: TypoLevel.all.count)
    /// The rows of the names with at most one typo, and with at most two; `nil` until computed.
    private var similarNames: [[Int]?] = [nil, nil]
    /// The matches that exclude a row from the current grade, each with its read position.
    private var excluded: [RowAlternatives] = []
    /// Whether the rows of the current grade are not in ascending order. The matches are then read from the start for
    /// each row.
    private var isUnordered = false
    /// The rows with a name that matched with typos in an earlier grade, ascending.
    var excludedNames: [Int] = []
    /// Whether the current grade is the first of its stage in this run.
    private(set) var isFirstGrade = false
    var names: FoldedNames
    /// Counts the rows that are examined.
    private var steps = WorkSteps()
    /// The rows of the names that start with the text, if there are few.
    private var beginningRows = InlineArray<32, UInt32>(repeating: 0)
    private var knowsBeginning = false

    /// The current stage and grade, and the row after which the search continues.
    private(set) var stage = SearchStage.symbol
    private(set) var grade = 0
    var passedRow = -1

    init(
        _ part: CatalogPart, _ query: SearchQuery, _ named: SearchNames, limit: Int, filter: SearchFilter?,
        after place: CatalogCursor.SearchPlace?, searchesTypos: Bool = true
    ) {
        self.named = named
        self.searchesTypos = searchesTypos
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
        isShort = query.isShort
        isWord = query.isWord
        hits.reserveCapacity(min(limit, Self.fewHits))
    }

    /// The number of results for which capacity is reserved in advance.
    private static let fewHits = 32

    /// Runs the stages from the end of the previous page to `lastStage` until the limit is reached.
    mutating func run(through lastStage: SearchStage) {
        if query.text.isEmpty || limit <= 0 { return }
        gatherExactRows()
        let first = resumed?.stage ?? .symbol
        for number in first.rawValue..<max(first.rawValue, lastStage.rawValue + 1) {
            guard let stage = SearchStage(rawValue: number) else { return }
            self.stage = stage
            let firstGrade = stage == resumed?.stage ? resumed!.grade : 0
            for grade in firstGrade..<max(firstGrade, stage.grades) where !isFull {
                self.grade = grade
                isFirstGrade = grade == firstGrade
                passedRow = stage == resumed?.stage && grade == firstGrade ? resumed!.row : -1
                runGrade()
            }
            if isFull { return }
        }
    }

    private mutating func runGrade() {
        switch stage {
        case .symbol, .identifier: runExact()
        case .notation: runNamed(named.notations)
        case .alias: runNamed(named.aliases)
        // The first grade adds the rows of all classes in one pass.
        case .words: if isFirstGrade { runWords() }
        case .beginnings: runBeginnings()
        case .aliasBeginning: runNamed(named.aliasBeginnings)
        case .substring:
            if grade == 0 ? !anySpreads() : isWord { return }
            exclude([descriptions().all])
            if grade == 0 { runLegs() } else { runSubstrings() }
        case .aliasTypo: runNamed(named.aliasTypos)
        case .typo: if searchesTypos { runTypoGrade() }
        case .wordSubstring:
            if !isWord { return }
            excludeTypos()
            runSubstrings()
        }
    }

    /// Returns whether some row matches the text exactly.
    mutating func hasExact() -> Bool {
        run(through: .alias)
        if hits.isEmpty {
            // For a short query, tickers and words are part of the stage `beginnings`.
            (stage, grade, passedRow) = (.words, 0, -1)
            runWords(all: true, asTyped: true)
        }
        return !hits.isEmpty
    }

    // MARK: Collecting results

    /// Whether there are enough results, or the work was stopped.
    var isFull: Bool { hits.count >= limit || steps.isStopped }

    /// Whether the work was stopped.
    var isStopped: Bool { steps.isStopped }

    /// The number of results that are still missing.
    var missing: Int { limit - hits.count }

    /// Adds a row of the grade, in row order, if the filter accepts it and no earlier stage or grade has it. Returns
    /// whether to continue.
    mutating func offer(_ row: Int) -> Bool {
        guard row > passedRow, row < rows.count, isWanted(row), !isHeldBefore(row) else { return !isStopped }
        take(row)
        return !isFull
    }

    /// Adds a row that the filter accepts and that no earlier stage or grade has.
    mutating func take(_ row: Int, grade: Int? = nil, order: Int? = nil) {
        hits.append(SearchResult(row: row, stage: stage, tier: tier(of: row), grade: grade ?? self.grade, order: order))
    }

    /// The reason why the current stage finds a row.
    private mutating func tier(of row: Int) -> SearchTier {
        switch stage {
        case .symbol: .exactSymbol
        case .identifier: .exactIdentifier
        case .notation: .notation
        case .alias: .alias
        case .words, .beginnings: isBeginning(of: row) ? .symbolPrefix : .description
        case .aliasBeginning: .aliasPrefix
        case .substring, .wordSubstring: .symbolSubstring
        case .aliasTypo, .typo: .typo
        }
    }

    /// Returns the first row from `row` on that the filter may accept, so that the rows before it can be skipped.
    func firstCandidate(from row: Int) -> Int { filter?.firstCandidate(from: row) ?? row }

    /// Returns whether the filter accepts `row`.
    mutating func isWanted(_ row: Int) -> Bool {
        if steps.isStopped(after: 1) { return false }
        return filter?.accepts(row) ?? true
    }

    /// Returns whether `row` is in an earlier stage, or among the matches passed to `exclude`.
    mutating func isHeldBefore(_ row: Int, class number: Int = 0) -> Bool {
        if stage == .symbol { return false }
        if stage == .identifier { return isSymbol(row) }
        if isExact(row) { return true }
        if stage == .notation { return false }
        if named.notations.contains(row) { return true }
        if stage == .alias { return false }
        if named.aliases.contains(row) { return true }
        if stage == .words { return number > 0 && isTicker(row) }
        if stage == .beginnings {
            if isTicker(row) && (!isShort || isProminent(row)) { return true }
        } else if isBeginning(of: row) {
            return true
        }
        for index in excluded.indices {
            if isUnordered {
                var matches = excluded[index]
                if matches.next(from: row) == row { return true }
            } else if excluded[index].next(from: row) == row {
                return true
            }
        }
        if stage <= .aliasBeginning { return false }
        if named.aliasBeginnings.contains(row) { return true }
        if stage == .substring { return grade > 0 && isSpread(row) }
        if isWord ? isSpread(row) : names.anyHolds(query, of: row) { return true }
        if stage == .aliasTypo { return false }
        if named.aliasTypos.contains(row) { return true }
        return excludedNames.containsSorted(row)
    }

    /// Excludes the rows with matching descriptions. If typos are searched, also excludes the rows that match except
    /// for typos.
    private mutating func excludeTypos() {
        var held = [descriptions().all]
        excludedNames = []
        if searchesTypos {
            held.append(partedDescriptions())
            for level in TypoLevel.all.indices {
                held.append(similarDescriptions(level))
                if !TypoLevel.all[level].isLoose { excludedNames += similarNames(level) }
            }
            excludedNames = excludedNames.sortedAndUnique(by: <)
        }
        exclude(held)
    }

    /// Sets the matches that later calls of `isHeldBefore` exclude, and whether the rows of these calls ascend.
    mutating func exclude(_ matches: [RowAlternatives], isUnordered: Bool = false) {
        excluded = matches
        self.isUnordered = isUnordered
    }

    /// Returns whether a name of `row` starts with the text, possibly after a slash. If few names start with the text,
    /// compares `row` with their rows instead of reading its names.
    private mutating func isBeginning(of row: Int) -> Bool {
        findTickers()
        let ranges = (found.beginning, tickers!.slashed)
        let count = ranges.0.count + ranges.1.count
        if count == 0 { return false }
        if count > beginningRows.count { return names.anyBegins(with: query, of: row) }
        if !knowsBeginning {
            var rows = beginningRows.mutableSpan
            index.nameRows.rows.read(ranges.0, into: &rows, at: 0)
            index.nameRows.rows.read(ranges.1, into: &rows, at: ranges.0.count)
            knowsBeginning = true
        }
        for place in 0..<count where Int(beginningRows[place]) == row { return true }
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

    /// Returns the ranges of names that start with the text, possibly after a slash.
    mutating func beginningRanges() -> [Range<Int>] {
        findTickers()
        return [found.beginning, tickers!.slashed].filter { !$0.isEmpty }
    }

    mutating func isTicker(_ row: Int) -> Bool {
        findTickers()
        if tickers!.isEmpty { return false }
        return names.isTicker(query, of: row)
    }

    /// Returns whether the standing of a row is prominent for the query.
    func isProminent(_ row: Int) -> Bool {
        index.standings.standing(of: row).isProminent(for: query.span.count)
    }

    /// Returns whether some symbol starts like a spread.
    mutating func anySpreads() -> Bool {
        if let hasSpreads { return hasSpreads }
        let mark = [ASCII.equals]
        let made = !index.names.indices(withPrefix: mark.span).isEmpty
        hasSpreads = made
        return made
    }

    /// Returns the rows whose descriptions match, and those in which all words match whole.
    mutating func descriptions() -> (all: RowAlternatives, whole: RowAlternatives) {
        if let foundDescriptions { return foundDescriptions }
        var made = (all: RowAlternatives(), whole: RowAlternatives())
        index.findDescriptions(of: query, &made.all, whole: &made.whole)
        foundDescriptions = made
        return made
    }

    /// Returns the rows that match if one word of the query is split in two.
    mutating func partedDescriptions() -> RowAlternatives {
        if let parted { return parted }
        let made = index.descriptions(ofParted: query)
        parted = made
        return made
    }

    /// Returns the rows whose descriptions match with the typos of a level.
    mutating func similarDescriptions(_ level: Int) -> RowAlternatives {
        if let known = similar[level] { return known }
        var made = RowAlternatives()
        made.append(index.similarDescriptions(of: query, TypoLevel.all[level]))
        similar[level] = made
        return made
    }

    /// Returns the rows of the names with the typos of a level, ascending.
    mutating func similarNames(_ level: Int) -> [Int] {
        let typos = TypoLevel.all[level].typos
        if let known = similarNames[typos - 1] { return known }
        let query = query
        let text = query.span
        let made = typos <= SearchQuery.typos(in: text) ? index.rows(ofNamesLike: text, typos: typos, &names) : []
        similarNames[typos - 1] = made
        return made
    }
}

/// A filter for the results of searches in a part. It tests single rows at first. After enough tests, it computes the
/// set of all matching rows.
package final class SearchFilter {
    private static let asksBeforeSet = 8000

    private let compiled: CompiledFilter
    private var set: RowSet?
    private var asks = 0

    /// `nil` if `filter` accepts all rows of the part, and no row is hidden.
    package init?(_ filter: CatalogFilter, _ part: CatalogPart) {
        if filter.isEmpty, part.hidden == nil { return nil }
        compiled = CompiledFilter(filter, part)
        if compiled.matchesEverything { return nil }
    }

    /// Whether the filter accepts no row.
    var matchesNothing: Bool { compiled.matchesNothing }

    /// Returns the first row from `row` on that the filter may accept.
    ///
    /// - Complexity: O(rows skipped / 64).
    func firstCandidate(from row: Int) -> Int { set?.first(from: row) ?? row }

    /// Returns whether the filter accepts `row`.
    func accepts(_ row: Int) -> Bool {
        if let set { return set.contains(row) }
        asks += 1
        if asks > Self.asksBeforeSet { set = compiled.matchingRows() }
        return compiled.matches(row)
    }
}
