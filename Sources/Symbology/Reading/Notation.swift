/// Whose way to write an instrument a text follows.
public enum Notation: String, Hashable, Sendable, CaseIterable {
    /// This format's symbols: `.AAPL270115C260`, `/ESZ26:XCME`, `THYAO:TR`, `EUR/USD`.
    case ipf
    /// The Options Clearing Corporation's 21 characters, padded or not: `AAPL  270115C00260000`.
    case occ
    /// Terminals that write a place's code and a sector after the ticker: `AAPL US Equity`, `ESZ6 Index`.
    case terminal
    /// Reuters instrument codes: `AAPL.O`, `.SPX`, `ESc1`, `EUR=`.
    case ric
    /// Chart services and sites that write the exchange before a colon: `NASDAQ:AAPL`, `CME_MINI:ES1!`.
    case chart
    /// Finance sites that write a place after a point: `THYAO.IS`, `^GSPC`, `ES=F`, `EURUSD=X`.
    case yahooLike = "yahoo-like"
    /// What brokers write for options: `AAPL_011527C260`, `AAPL 15JAN27 260 C`.
    case broker
    /// Exchanges' codes of futures: `ESZ6`, `ESZ26`.
    case exchange
    /// ISIN, CUSIP, SEDOL, FIGI.
    case identifier
    /// What people type.
    case typed

    /// The notations that ``SymbolWriter`` writes.
    public static let writable: [Notation] = [.ipf, .occ, .terminal, .ric, .chart, .yahooLike]
}
