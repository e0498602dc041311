/// The instruments that the text of a search writes in a notation, best first, as rows of the catalog's parts.
///
/// They are found in the catalog as a whole: a front month, for example, is the first of the futures of all parts.
struct NotationMatches {
    /// An instrument that the text may mean.
    private struct Match {
        var part: Int
        var row: Int
        /// How the text was understood.
        var reason: String
    }

    private var matches: [Match] = []

    /// What `text` means in `catalog`; nothing for plain words.
    ///
    /// - Parameter day: what the text leaves open is told as of this day; `nil` for today, in UTC.
    init(_ catalog: Catalog, _ text: String, on day: CalendarDate?) {}

    /// The text means nothing, or nothing that is in the catalog.
    var isEmpty: Bool { matches.isEmpty }

    /// The rows of a part, ascending.
    func rows(inPart part: Int) -> [Int] { matches.filter { $0.part == part }.map(\.row).sorted() }

    /// The place of an instrument among all, from 0, the best one first.
    ///
    /// - Precondition: it is one of `rows(inPart:)`.
    /// - Complexity: O(instruments found).
    func order(_ part: Int, _ row: Int) -> Int { matches.firstIndex { $0.part == part && $0.row == row }! }

    /// How the text was understood, for people: `option, 15 Jan 2027, 260, call`.
    ///
    /// - Precondition: it is one of `rows(inPart:)`.
    /// - Complexity: O(instruments found).
    func reason(_ part: Int, _ row: Int) -> String { matches[order(part, row)].reason }
}
