extension InstrumentReference: CustomStringConvertible {
    /// The reference in words, in a stable form: `option, 15 Jan 2027, 260, call`.
    public var description: String {
        switch self {
        case .symbol(let symbol): "symbol \(symbol)"
        case .identifier(let identifier): identifier.sentence
        case .option(let option): option.sentence
        case .future(let future): future.sentence
        case .product(let product): "product \(product.root)\(Self.at(product.place))"
        case .spread(let spread): spread.sentence
        case .cryptoDerivative(let contract): contract.sentence
        case .share(let share): share.sentence
        case .pair(let pair): "pair \(pair.base)/\(pair.quote)\(Self.at(pair.place))"
        case .index(let index): "index \(index.tickers.first ?? index.code)"
        }
    }

    /// Returns the text that describes a place after other text; empty if `place` is `nil`.
    static func at(_ place: SymbolPlace?) -> String { place.map { ", \($0)" } ?? "" }
}

extension IdentifierReference {
    /// `ISIN US0378331005`
    var sentence: String {
        "\(kind.rawValue) \(text)" + (isCheckDigitValid ? "" : ", its check digit is wrong")
    }
}

extension OptionReference {
    /// `option, 15 Jan 2027, 260, call`
    var sentence: String {
        let underlying = future.map { " on the future \(root) \($0)" } ?? ""
        return "option\(underlying)\(expiration.words), \(strike), \(side.rawValue)"
    }
}

extension OptionReference.Expiration {
    /// `, 15 Jan 2027`; empty if the option expires with the future.
    fileprivate var words: String {
        switch self {
        case .day(let date): ", " + DateText.of(date)
        case .month(let month): ", \(month)"
        case .withFuture: ""
        }
    }
}

extension CryptoDerivativeReference {
    /// `crypto option BTC/USDT, 30 Jan 2026, 50000, call, settled in USDT`
    var sentence: String {
        let (kind, right) =
            switch contract {
            case .future: ("future", "")
            case .option(let strike, let side): ("option", ", \(strike), \(side.rawValue)")
            }
        let asset = quote.map { "\(base)/\($0)" } ?? base
        return "crypto \(kind) \(asset)\(expiration.words)\(right)" + (settlement.map { ", settled in \($0)" } ?? "")
            + InstrumentReference.at(place)
    }
}

extension FutureReference {
    /// `future ES, Dec 2026` or `future ES, front month`
    var sentence: String {
        let which =
            switch contract {
            case .month(let month): "\(month)"
            case .continuous(1): "front month"
            case .continuous(let number): "contract \(number) from the front"
            }
        return "future \(root), \(which)\(InstrumentReference.at(place))"
    }
}

extension CalendarSpreadReference {
    /// `spread ES, Dec 2026 - Mar 2027` or `spread ES, front month`
    var sentence: String {
        let months = [near, far].compactMap { $0?.description }
        return "spread \(root), " + (months.isEmpty ? "front month" : months.joined(separator: " - "))
    }
}

extension ShareReference {
    /// `ticker BRK, class B, NYSE (XNYS, US)`
    var sentence: String {
        let which =
            switch series {
            case .shareClass(let letter)?: ", class \(UnicodeScalar(letter))"
            case .preferred(let letter?)?: ", preferred \(UnicodeScalar(letter))"
            case .preferred(nil)?: ", preferred"
            case .warrants?: ", warrants"
            case .rights?: ", rights"
            case .units?: ", units"
            case nil: ""
            }
        return "ticker \(ticker)\(which)\(InstrumentReference.at(place))"
    }
}
