/// A line of the table of places: the code of a listing place in a terminal, a site or a standard.
///
/// The value is a single reference, so that readings can store it cheaply.
public struct SymbolPlace: Hashable, Sendable, CustomStringConvertible {
    /// The origin of a code, and its position in a symbol.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// A terminal's code after the ticker: `AAPL US`, `VOD LN`.
        case terminal
        /// After the point of a RIC: `AAPL.O`.
        case ric
        /// After the point on finance sites: `THYAO.IS`.
        case yahooLike = "yahoo-like"
        /// Before the colon on chart services and sites: `NASDAQ:AAPL`, `LON:VOD`.
        case chart
        /// ISO 10383, before or after a colon: `XNAS:AAPL`, `/ESZ26:XCME`.
        case mic
        /// ISO 3166-1 alpha-2, after the colon in this format: `THYAO:TR`.
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
    /// The countries of the place, ISO 3166-1 alpha-2: usually one, several for places such as `EURONEXT`, or none.
    public var countries: [String] { line.countries }
    /// The operating MICs and segment MICs (ISO 10383), the main one first; empty if the code means only a country.
    public var mics: [String] { line.mics }
    /// The source of this fact: the URL of a public page.
    public var source: String { line.source }

    /// The common name of the place: `New York Stock Exchange`; with several markets, that of the main one.
    public var title: String { line.title }

    init(line: Line) { self.line = line }

    /// Creates the place of a MIC that the table does not have. No scheme has a code for it.
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

    /// `LN (XLON)`; for a country or its terminal code, only the code: `US`.
    public var description: String {
        let main = mics.first ?? countries.first ?? ""
        if code.isEmpty { return main }
        let isCountry = scheme == .country || mics.count > 2 && countries == [code]
        return isCountry || code == main || main.isEmpty ? code : "\(code) (\(main))"
    }
}

/// The kind of instrument: the last word of a terminal's notation.
enum Sector: String, Sendable {
    case equity = "Equity"
    case index = "Index"
    case commodity = "Comdty"
    case currency = "Curncy"
    case bond = "Corp"

    /// Whether terminals list futures in the sector: futures are in the sector of their underlying.
    var mayHaveFutures: Bool { self == .index || self == .commodity || self == .currency }

    /// The kind of the sector's futures roots: `SM` is soybean meal as a commodity, and the Swiss index as an index.
    var rootKind: CodeKind {
        switch self {
        case .index: .terminalIndexRoot
        case .currency: .terminalCurrencyRoot
        case .commodity, .equity, .bond: .terminalCommodityRoot
        }
    }
}
