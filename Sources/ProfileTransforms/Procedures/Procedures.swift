import MarketRules
import ProfileFormat
import Scanning

/// The procedures of transforms (`profile-transforms.md`, section 5). Each function returns whether it changed the
/// profile.
enum Procedures {
    /// Clears all fields except those with the given names.
    static func retain(_ names: Set<String>, _ profile: inout InstrumentProfile) -> Bool {
        var changed = false
        for field in ProfileField.allCases where !names.contains(field.name) && profile.isSet(field) {
            profile.set(field, "".utf8Span.span)
            changed = true
        }
        let count = profile.customFields.count
        profile.customFields.removeAll { !names.contains($0.name) }
        return changed || profile.customFields.count != count
    }

    /// Makes one of the additional underlyings the primary one.
    static func primary(_ symbol: String, _ profile: inout InstrumentProfile) throws(Fault) -> Bool {
        if TextOrder.areEqual(profile.underlying, symbol) { return false }
        var list = try UnderlyingList(profile.additionalUnderlyings)
        guard let amount = list[symbol] else { return false }
        list.remove(symbol)
        list.set(profile.underlying, profile.spc)
        profile.additionalUnderlyings = try list.text
        profile.underlying = symbol
        profile.spc = amount
        return true
    }

    /// Renames an underlying, both as the primary underlying and among the additional ones.
    static func rename(_ old: String, to new: String, _ profile: inout InstrumentProfile) throws(Fault) -> Bool {
        var list = try UnderlyingList(profile.additionalUnderlyings)
        var changed = false
        if let amount = list[old] {
            list.remove(old)
            list.set(new, amount)
            profile.additionalUnderlyings = try list.text
            changed = true
        }
        if TextOrder.areEqual(profile.underlying, old) {
            profile.underlying = new
            changed = true
        }
        return changed
    }

    /// Replaces the last two characters of an option's symbol by maturity, right and strike, as in symbols of the OCC.
    static func osi(_ profile: inout InstrumentProfile) throws(Fault) -> Bool {
        let symbol = profile.symbol
        guard profile.type == "OPTION", symbol.utf16.count >= 4, symbol.hasPrefix("."), !symbol.hasPrefix("./") else {
            return false
        }
        guard let right = profile.cfi.dropFirst().first else {
            throw Fault("CFI is '\(profile.cfi)', expected a second letter")
        }
        let end = "\(profile.mmy.suffix(6))\(right)\(RoundedText.upToSixDecimals(profile.strike))"
        if symbol.utf8.count >= end.utf8.count, symbol.utf8.suffix(end.utf8.count).elementsEqual(end.utf8) {
            return false
        }
        let changed = symbol.dropLast(2) + end
        profile.symbol = String(changed)
        return true
    }

    /// Sets the official place of listing if the profile's symbol is in `listed`. Also replaces the place in the list
    /// of exchanges.
    static func fixOPOL(_ listed: Set<TextBytes>, _ place: String, _ profile: inout InstrumentProfile) throws(Fault)
        -> Bool
    {
        let old = profile.opol
        guard listed.contains(TextBytes(text: profile.symbol)), !TextOrder.areEqual(old, place) else { return false }
        var exchanges = ItemList.parts(profile.exchanges).map(String.init).filter {
            !$0.isEmpty && !TextOrder.areEqual($0, old)
        }
        if !place.isEmpty { exchanges.append(place) }
        profile.exchanges = exchanges.sorted(by: TextOrder.precedes).joined(separator: ";")
        profile.opol = place
        return true
    }
}

/// ADDITIONAL_UNDERLYINGS as a map from symbols to amounts.
struct UnderlyingList {
    private var entries: [(symbol: String, amount: Double)] = []

    init(_ text: String) throws(Fault) {
        do {
            var seen: Set<TextBytes> = []
            for entry in try AdditionalUnderlyings(text).entries
            where seen.insert(TextBytes(text: entry.symbol)).inserted {
                entries.append((entry.symbol, entry.amount))
            }
        } catch {
            throw Fault("ADDITIONAL_UNDERLYINGS is '\(GrammarError.excerpt(text))': \(error.reason)")
        }
    }

    /// The amount of a symbol; `nil` if the symbol is not in the list.
    subscript(symbol: String) -> Double? { entries.first { TextOrder.areEqual($0.symbol, symbol) }?.amount }

    mutating func remove(_ symbol: String) { entries.removeAll { TextOrder.areEqual($0.symbol, symbol) } }

    mutating func set(_ symbol: String, _ amount: Double) {
        remove(symbol)
        entries.append((symbol, amount))
    }

    /// The list in sorted form, with numbers of up to 15 digits.
    var text: String {
        get throws(Fault) {
            var parts: [String] = []
            for (symbol, amount) in entries.sorted(by: { TextOrder.precedes($0.symbol, $1.symbol) }) {
                guard !symbol.isEmpty, !symbol.utf8.contains(where: { $0 <= ASCII.space || $0 == ASCII.semicolon })
                else {
                    throw Fault("the symbol '\(symbol)' is not allowed in ADDITIONAL_UNDERLYINGS")
                }
                guard amount.isFinite else {
                    throw Fault(
                        "the number of \(symbol) is \(amount.fieldText), expected a "
                            + "finite number")
                }
                parts.append("\(symbol) \(DecimalNumber.format(SignificantDigits.rounded(amount)))")
            }
            return parts.joined(separator: "; ")
        }
    }
}
