/// A line of the table of places: what a terminal, a site or a standard writes for where an instrument is listed.
///
/// One reference, so that a reading holds it without a copy.
public struct SymbolPlace: Hashable, Sendable, CustomStringConvertible {
    /// Who writes a code, and where in a symbol.
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

    /// What the line holds.
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

    /// Whose code it is.
    public var scheme: Scheme { line.scheme }
    /// The code in capitals: `UW`, `OQ`, `NASDAQ`, `XNAS`. Empty where a scheme writes nothing for the place.
    public var code: String { line.code }
    /// The countries of the place, ISO 3166-1 alpha-2: one, but of places such as `EURONEXT`; empty of those that belong to no country.
    public var countries: [String] { line.countries }
    /// Its operating MICs and segments, the main one first, ISO 10383; empty if only a country is meant.
    public var mics: [String] { line.mics }
    /// Where the fact is from: the URL of a public page.
    public var source: String { line.source }

    /// What people call the place: `New York Stock Exchange`; of a place of several markets the main one's.
    public var title: String { line.title }

    /// By scheme, code, countries and MICs.
    public static func == (left: SymbolPlace, right: SymbolPlace) -> Bool {
        left.line === right.line
            || left.scheme == right.scheme && left.code == right.code && left.countries == right.countries
                && left.mics == right.mics
    }

    /// By scheme and code.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(code)
    }

    /// `LN (XLON)`; of a country, or a terminal's code for one, the code alone: `US`.
    public var description: String {
        let main = mics.first ?? countries.first ?? ""
        if code.isEmpty { return main }
        let isCountry = scheme == .country || mics.count > 2 && countries == [code]
        return isCountry || code == main || main.isEmpty ? code : "\(code) (\(main))"
    }
}

/// The kind of instrument, the last word of a terminal's notation.
enum Sector: String, Sendable {
    case equity = "Equity"
    case index = "Index"
    case commodity = "Comdty"
    case currency = "Curncy"
    case bond = "Corp"

    /// Futures are sorted by what they are of.
    var mayHaveFutures: Bool { self == .index || self == .commodity || self == .currency }

    /// The kind of the sector's roots of futures: `SM` is soybean meal as a commodity, and the Swiss index as an index.
    var rootKind: CodeKind {
        switch self {
        case .index: .terminalIndexRoot
        case .currency: .terminalCurrencyRoot
        case .commodity, .equity, .bond: .terminalCommodityRoot
        }
    }
}
