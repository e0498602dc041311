import Scanning

/// A dated future or an option on a crypto asset as listed by crypto exchanges.
///
/// It is distinct from futures of products and options of the clearing house, because roots can be equal: `BTC` is also
/// the root of a US fund.
public struct CryptoDerivativeReference: Hashable, Sendable {
    /// The kind of contract.
    public enum Contract: Hashable, Sendable {
        /// A dated future.
        case future
        /// An option with its strike and right.
        case option(StrikePrice, OptionReference.Side)
    }

    /// The asset: `BTC`.
    public let base: String
    /// The currency or token in which the price is quoted: `USD`, `USDT`; `nil` if the text contains none.
    public let quote: String?
    /// The asset in which gains are paid; `nil` if the text contains none. A contract that pays in `base` is called
    /// inverse, any other contract linear.
    public let settlement: String?
    /// The expiration: a day, or the month of a code such as `H26`.
    public let expiration: OptionReference.Expiration
    /// Whether the contract is a future or an option.
    public let contract: Contract
    /// The venue in the text, such as `DERIBIT`; `nil` if it contains none.
    public let place: SymbolPlace?

    /// Creates a contract from its parts.
    public init(
        base: String, quote: String? = nil, settlement: String? = nil, expiration: OptionReference.Expiration,
        contract: Contract, place: SymbolPlace? = nil
    ) {
        self.base = base
        self.quote = quote
        self.settlement = settlement
        self.expiration = expiration
        self.contract = contract
        self.place = place
    }
}

extension CryptoDerivativeReference {
    /// The spellings that venues use as symbols: `BTC-27JUN25`, `BTC-USD-250627`, `BTC/USDT:USDT-250627`. Empty if the
    /// expiration is not a day.
    package var spellings: [String] {
        guard case .day(let date) = expiration else { return [] }
        let digits = date.compactDescription.suffix(6)
        let words = "\(date.day)\(DateText.months[date.month - 1])\((date.year % 100).twoDigits)".asciiUppercased
        var right = ""
        if case .option(let strike, let side) = contract { right = "-\(strike)-\(side == .call ? "C" : "P")" }
        var found: [String] = []
        if quote == nil || quote == "USD" { found.append("\(base)-\(words)\(right)") }
        if let quote {
            found.append("\(base)_\(quote)-\(words)\(right)")
            found.append("\(base)-\(quote)-\(digits)\(right)")
            found.append("\(base)/\(quote):\(settlement ?? quote)-\(digits)\(right)")
        } else {
            found.append("\(base)-\(digits)\(right)")
        }
        return found
    }
}
