public import Scanning

/// The table of places, and of what terminals and sites call indexes, products of futures and currencies: public facts, one a line.
///
/// The text of the bundled table says its own form in its first lines (``bundledText``).
public struct SymbolPlaces: Sendable {
    let table: PlaceTable

    /// The table that comes with the product.
    ///
    /// - Complexity: some milliseconds the first time, then O(1).
    public static let bundled: SymbolPlaces = {
        do throws(GrammarError) {
            return try SymbolPlaces(table: PlaceTable(PlaceTableBuilder(parsing: bundledText, extending: nil)))
        } catch {
            preconditionFailure("the text in the binary, which tests read: \(error)")
        }
    }()

    /// The text of the table that comes with the product: what a table of your own can be written after.
    ///
    /// - Complexity: O(length), a copy of 46 KB.
    public static var bundledText: String { BundledText.places.string }

    /// A table with a text's lines before those of another table, so that a code of its own has its meaning first.
    ///
    /// - Parameters:
    ///   - text: lines of the form that ``bundledText`` says in its head; they may name sources and markets of `places`.
    ///   - places: the table that is extended.
    /// - Throws: `GrammarError` for the first line that can't be read, with its number and the place in it.
    /// - Complexity: O(length of both).
    public init(parsing text: String, extending places: SymbolPlaces = .bundled) throws(GrammarError) {
        table = PlaceTable(try PlaceTableBuilder(parsing: text, extending: places.table))
    }

    init(table: PlaceTable) { self.table = table }

    /// All places that a scheme's code stands for, in the order of their lines; case doesn't matter.
    public func places(_ code: String, in scheme: SymbolPlace.Scheme) -> [SymbolPlace] {
        guard let key = CodeKey(scheme.codeKind, code.asciiUppercased) else { return [] }
        var found: [SymbolPlace] = []
        table.codes.forEach(key) { found.append(table.places[$0]) }
        return found
    }

    /// The place of a MIC; `nil` if no line has it.
    public func market(_ mic: String) -> SymbolPlace? { places(mic, in: .mic).first }

    /// The market that people mean by a name: a MIC, a chart service's code or the market's whole title, in any case; `nil` if
    /// it is none of these. `NYSE` is XNYS.
    ///
    /// - Complexity: O(1) for codes, O(lines) for titles.
    public func market(named name: String) -> SymbolPlace? {
        if let market = market(name) { return market }
        if let mic = places(name, in: .chart).first?.mics.first { return market(mic) }
        let wanted = name.asciiUppercased
        return table.places.first { $0.scheme == .mic && $0.title.asciiUppercased == wanted }
    }

    /// The code that a scheme writes for a market, as its place; `nil` if no line has one.
    public func place(of mic: String, in scheme: SymbolPlace.Scheme) -> SymbolPlace? {
        if scheme == .mic { return market(mic) }
        if scheme == .country { return market(mic)?.countries.first.flatMap { places($0, in: .country).first } }
        guard let kind = scheme.writtenKind, let key = CodeKey(kind, mic), let index = table.codes.first(key) else {
            return nil
        }
        return table.places[index]
    }
}

extension SymbolPlace.Scheme {
    /// The kind of the scheme's codes.
    var codeKind: CodeKind {
        switch self {
        case .terminal: .terminal
        case .ric: .ric
        case .yahooLike: .yahooLike
        case .chart: .chart
        case .mic: .mic
        case .country: .country
        }
    }

    /// The kind under which the scheme's codes stand by MIC; `nil` of schemes without lines of their own.
    var writtenKind: CodeKind? {
        switch self {
        case .terminal: .writtenTerminal
        case .ric: .writtenRic
        case .yahooLike: .writtenYahooLike
        case .chart: .writtenChart
        case .mic, .country: nil
        }
    }
}
