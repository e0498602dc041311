public import Scanning

/// The table of places. It also has the names of indexes, futures products and currencies on terminals and sites.
///
/// It contains public facts, one per line. The first lines of the bundled text describe the format (``bundledText``).
public struct SymbolPlaces: Sendable {
    let table: PlaceTable

    /// The bundled table.
    ///
    /// - Complexity: O(length) for the first access, then O(1).
    public static let bundled: SymbolPlaces = {
        do throws(GrammarError) {
            return try SymbolPlaces(table: PlaceTable(PlaceTableBuilder(parsing: bundledText, extending: nil)))
        } catch {
            preconditionFailure("the bundled places can't be read: \(error)")
        }
    }()

    /// The text of the bundled table, which can serve as a model for custom tables.
    ///
    /// - Complexity: O(length), since the text is copied.
    public static var bundledText: String { BundledText.places.string }

    /// Creates a table from lines that extend another table. The codes of these lines have priority.
    ///
    /// - Parameters:
    ///   - text: Lines in the format of ``bundledText``. They may refer to sources and markets of `places`.
    ///   - places: The table to extend.
    /// - Throws: `GrammarError` for the first invalid line, with its number and position.
    /// - Complexity: O(length of both).
    public init(parsing text: String, extending places: SymbolPlaces = .bundled) throws(GrammarError) {
        table = PlaceTable(try PlaceTableBuilder(parsing: text, extending: places.table))
    }

    init(table: PlaceTable) { self.table = table }

    /// Returns all places with a code in a scheme, in line order. Case does not matter.
    public func places(_ code: String, in scheme: SymbolPlace.Scheme) -> [SymbolPlace] {
        guard let key = CodeKey(scheme.codeKind, code.asciiUppercased) else { return [] }
        var found: [SymbolPlace] = []
        table.codes.forEach(key) { found.append(table.places[$0]) }
        return found
    }

    /// Returns the place of a MIC; `nil` if the table does not have the MIC.
    public func market(_ mic: String) -> SymbolPlace? { places(mic, in: .mic).first }

    /// Returns the venue of currencies or crypto assets for which chart services use a code; `nil` if the table does
    /// not have the code.
    package func feed(_ code: String) -> SymbolPlace? {
        table.place(.cryptoFeed, code.utf8Span.span) ?? table.place(.currencyFeed, code.utf8Span.span)
    }

    /// Returns the market with a MIC, chart service code or full title, in any case: `NYSE` gives the place of XNYS.
    /// Returns `nil` if the table has no such market.
    ///
    /// - Complexity: O(1) for codes, O(lines) for titles.
    public func market(named name: String) -> SymbolPlace? {
        if let market = market(name) { return market }
        if let mic = places(name, in: .chart).first?.mics.first { return market(mic) }
        let wanted = name.asciiUppercased
        return table.places.first { $0.scheme == .mic && $0.title.asciiUppercased == wanted }
    }

    /// Returns the place that a scheme writes for a market; `nil` if the scheme has no code for it.
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

    /// The kind under which the scheme's codes are stored by MIC; `nil` for schemes that have no such lines.
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
