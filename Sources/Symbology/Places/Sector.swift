/// What terminals write last: the kind of instrument.
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
