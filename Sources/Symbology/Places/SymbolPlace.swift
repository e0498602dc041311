/// A line of the table of places: the code by which a terminal, a site or a standard denotes a place where instruments
/// are listed.
///
/// The value is a single reference, so that readings can store it cheaply.
public struct SymbolPlace: Hashable, Sendable, CustomStringConvertible {
    /// The origin of a code, and its position in a symbol.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// A terminal's code after the ticker: `AAPL US`, `VOD LN`.
        case terminal
        /// The code after the point of a RIC: `AAPL.O`.
        case ric
        /// The code after the point on finance sites: `THYAO.IS`.
        case yahooLike = "yahoo-like"
        /// The code before the colon on chart services and sites: `NASDAQ:AAPL`, `LON:VOD`.
        case chart
        /// A MIC (ISO 10383) before or after a colon: `XNAS:AAPL`, `/ESZ26:XCME`.
        case mic
        /// A country code (ISO 3166-1 alpha-2) after the colon in this format: `THYAO:TR`.
        case country
    }

    /// The contents of the line.
    final class Line: Sendable {
        let scheme: Scheme
        let code: String
        let countries: [String]
        let mics: [String]
        let source: String
        let title: String

        init(scheme: Scheme, code: String, countries: [String], mics: [String], source: String, title: String) {
            self.scheme = scheme
            self.code = code
            self.countries = countries
            self.mics = mics
            self.source = source
            self.title = title
        }
    }

    let line: Line

    /// The scheme of the code.
    public var scheme: Scheme { line.scheme }
    /// The code in capitals: `UW`, `OQ`, `NASDAQ`, `XNAS`. Empty if the scheme writes nothing for the place.
    public var code: String { line.code }
    /// The countries of the place, ISO 3166-1 alpha-2: usually one, several for a place such as `EURONEXT`, or none.
    public var countries: [String] { line.countries }
    /// The operating and segment MICs (ISO 10383), the main one first; empty if the code denotes only a country.
    public var mics: [String] { line.mics }
    /// The source of the line's content: the URL of a public page.
    public var source: String { line.source }

    /// The common name of the place: `New York Stock Exchange`. If the place has several markets, the name of the main
    /// one.
    public var title: String { line.title }

    init(line: Line) { self.line = line }

    /// Creates a place for a MIC that the table does not have. No scheme has a code for this place.
    package init(unknownMIC mic: String, country: String) {
        line = Line(
            scheme: .mic, code: mic, countries: country.isEmpty ? [] : [country], mics: [mic], source: "", title: mic)
    }

    /// Compares scheme, code, countries and MICs.
    public static func == (left: SymbolPlace, right: SymbolPlace) -> Bool {
        left.line === right.line
            || left.scheme == right.scheme && left.code == right.code && left.countries == right.countries
                && left.mics == right.mics
    }

    /// Hashes scheme and code.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(code)
    }

    /// A text such as `LN (XLON)`; for a country or a terminal's code of a country, only the code: `US`.
    public var description: String {
        let main = mics.first ?? countries.first ?? ""
        if code.isEmpty { return main }
        let isCountry = scheme == .country || mics.count > 2 && countries == [code]
        return isCountry || code == main || main.isEmpty ? code : "\(code) (\(main))"
    }
}

/// The kind of instrument, which terminals write as the last word.
enum Sector: String, Sendable {
    case equity = "Equity"
    case index = "Index"
    case commodity = "Comdty"
    case currency = "Curncy"
    case bond = "Corp"

    /// Whether terminals list futures in the sector. They list a future in the sector of its underlying.
    var mayHaveFutures: Bool { self == .index || self == .commodity || self == .currency }

    /// The kind of the roots of the sector's futures. `SM` is soybean meal in the commodity sector, and the Swiss index
    /// in the index sector.
    var rootKind: CodeKind {
        switch self {
        case .index: .terminalIndexRoot
        case .currency: .terminalCurrencyRoot
        case .commodity, .equity, .bond: .terminalCommodityRoot
        }
    }
}
