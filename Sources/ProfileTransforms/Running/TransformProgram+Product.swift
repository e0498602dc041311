import MarketRules
import ProfileFormat
import Scanning

/// The procedure `cmeproduct`. It derives fields of futures and options from the description, multiplier and price
/// factors of their product.
extension TransformProgram {
    func runProduct(
        _ arguments: ProductArguments, _ profile: inout InstrumentProfile, _ state: inout RunState
    ) throws(Fault) -> Bool {
        switch profile.type {
        case "PRODUCT":
            let description = try text(arguments.description, &profile, &state)
            if description.isEmpty { return false }
            let new = ProductDescription.joined(description, month: nil)
            if TextOrder.areEqual(new, profile.description) { return false }
            profile.description = new
            return true
        case "FUTURE":
            var data = try ExchangeData(profile.exchangeData)
            let description = try text(arguments.description, &profile, &state)
            if !description.isEmpty { profile.description = try ProductDescription.ofFuture(description, profile) }
            let factor = try number(arguments.futureFactor, &profile, &state)
            try apply(arguments, factor, &data, &profile, &state)
            return true
        case "OPTION":
            var data = try ExchangeData(profile.exchangeData)
            let scale = try number(arguments.strike, &profile, &state)
            if scale != 0, scale != 1 {
                profile.strike = RoundedText.toFourteenDigits(profile.strike * scale).withoutSignOfZero
                profile.symbol = Self.symbol(profile.symbol, withStrike: profile.strike)
            }
            let factor = try number(arguments.optionFactor, &profile, &state)
            try apply(arguments, factor, &data, &profile, &state)
            return true
        default:
            _ = try ExchangeData(profile.exchangeData)
            return false
        }
    }

    private func apply(
        _ arguments: ProductArguments, _ factor: Double, _ data: inout ExchangeData, _ profile: inout InstrumentProfile,
        _ state: inout RunState
    ) throws(Fault) {
        let multiplier = try number(arguments.multiplier, &profile, &state)
        if multiplier != 0 { profile.multiplier = multiplier }
        let old = try data.factor
        if factor == 0 || factor.isSame(as: old) { return }
        profile.exchangeData = data.text(factor: factor)
        profile.priceIncrements = try Self.scaled(profile.priceIncrements) {
            RoundedText.toFourteenDigits($0 * old / factor)
        }
    }

    /// Replaces the number in a symbol by the strike. The number consists of digits, points and minus signs, and ends
    /// at the first `:` or at the end of the symbol.
    private static func symbol(_ symbol: String, withStrike strike: Double) -> String {
        let end = symbol.firstIndex(of: ":") ?? symbol.endIndex
        var start = end
        while start > symbol.startIndex {
            let before = symbol.index(before: start)
            guard symbol[before] == "." || symbol[before] == "-" || "0"..."9" ~= symbol[before] else { break }
            start = before
        }
        return symbol[..<start] + RoundedText.upToSixDecimals(strike) + symbol[end...]
    }

    /// Applies a function to each number in price increments. If the result is only 0, which is not a valid rule,
    /// returns an empty text.
    ///
    /// - Throws: `Fault` if the result is not a valid rule.
    private static func scaled(_ text: String, _ change: (Double) -> Double) throws(Fault) -> String {
        var result = ""
        var rest = text[...]
        while !rest.isEmpty {
            let separators = rest.prefix { $0 == " " || $0 == ";" }
            result += separators
            rest = rest.dropFirst(separators.count)
            let number = String(rest.prefix { $0 != " " && $0 != ";" })
            if number.isEmpty { break }
            rest = rest.dropFirst(number.count)
            let value: Double
            do {
                value = change(try Conversion.number(number))
            } catch {
                throw Fault("PRICE_INCREMENTS is '\(GrammarError.excerpt(text))': \(error.reason)")
            }
            guard value.isFinite else {
                throw Fault(
                    "the number \(number) in PRICE_INCREMENTS becomes "
                        + "\(value.fieldText), expected a finite number")
            }
            result += DecimalNumber.format(value)
        }
        if result == "0" { return "" }
        do {
            _ = try PriceIncrements(result)
        } catch {
            throw Fault("PRICE_INCREMENTS '\(GrammarError.excerpt(text))' becomes '\(result)': \(error.reason)")
        }
        return result
    }
}

/// The EXCHANGE_DATA of futures and options on this exchange. It consists of three parts, the last of which is the
/// price factor.
private struct ExchangeData {
    private let parts: [Substring]

    init(_ text: String) throws(Fault) {
        parts = ItemList.withoutTrailingEmpty(ItemList.parts(text))
        guard parts.count == 3 else {
            throw Fault("EXCHANGE_DATA is '\(GrammarError.excerpt(text))' with \(parts.count) parts, expected 3")
        }
    }

    var factor: Double {
        get throws(Fault) {
            do {
                return try Conversion.number(String(parts[2]))
            } catch {
                throw Fault("the third part of EXCHANGE_DATA: \(error.reason)")
            }
        }
    }

    func text(factor: Double) -> String { "\(parts[0]);\(parts[1]);\(factor.fieldText)" }
}

/// The description of a product. In it, `,,` marks the position where a future's description has the month.
private enum ProductDescription {
    /// Replaces the first `,,` by the month between two commas, or by one comma if there is no month.
    static func joined(_ description: String, month: String?) -> String {
        guard let place = place(in: description) else { return description }
        let bytes = Array(description.utf8)
        let head = bytes[...place]
        return String(decoding: head + (month.map { $0 + "," } ?? "").utf8 + bytes[(place + 2)...], as: UTF8.self)
    }

    /// Returns the offset in bytes of the first `,,`.
    private static func place(in description: String) -> Int? {
        let bytes = Array(description.utf8)
        return bytes.indices.dropLast().first { bytes[$0] == ASCII.comma && bytes[$0 + 1] == ASCII.comma }
    }

    static func ofFuture(_ description: String, _ profile: InstrumentProfile) throws(Fault) -> String {
        guard place(in: description) != nil, let month = try month(of: profile) else { return description }
        return joined(description, month: month)
    }

    /// Returns the month in the form `Mar-2025`, by MMY or else by EXPIRATION; `nil` if neither field is set.
    private static func month(of profile: InstrumentProfile) throws(Fault) -> String? {
        let mmy = profile.mmy.utf8Span.span
        if profile.mmy.utf16.count == 6 {
            guard mmy.count == 6, CalendarDate.digits(mmy, 0, 4) != nil, let month = CalendarDate.digits(mmy, 4, 2),
                1...12 ~= month
            else { throw Fault("MMY is '\(profile.mmy)', expected YYYYMM") }
            return "\(CalendarDate.shortMonthNames[month - 1])-\(profile.mmy.prefix(4))"
        }
        guard let expiration = profile.expiration, expiration.dayNumber > 0 else { return nil }
        return "\(CalendarDate.shortMonthNames[expiration.month - 1])-\(expiration.description.prefix(4))"
    }
}
