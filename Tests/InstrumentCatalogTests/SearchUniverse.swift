import InstrumentCatalog
import TestSupport

/// Instruments with similar texts, and queries as people type them.
struct SearchUniverse {
    private var generator: SeededGenerator
    let profiles: [InstrumentProfile]

    private static let roots = [
        "A", "AB", "ABC", "BA", "ES", "ESA", "Z", "TÜRK", "İŞ", "aapl", "AAPL", "GOOG", "ßX", "日本",
    ]
    private static let words = [
        "Kestrel", "KESTRAL", "kestrel", "Türk", "TURK", "Hava", "İş", "Bankası", "bankasi", "Société", "Générale",
        "Apple",
        "Aplpe", "Inc", "Call", "Put", "Jan", "Ｆｕｌｌ", "ﬁnance", "Газпром", "ГАЗПРОМ", "日本製鉄", "Øresund", "a", "S", "P",
        "Straße", "Munchen", "München", "Muenchen", "and", "AND", "AT&T", "Coca-Cola", "CocaCola", "KestrelHava",
        "S&P 500", "FTSE 100", "100.00", "500",
        "international", "internatoinal", "intrenational",
    ]
    private static let separators = [" ", " ", " ", "-", ", ", " & ", "'", ".", "/"]

    init(seed: UInt64, count: Int) {
        var generator = SeededGenerator(seed: seed)
        profiles = (0..<count).map { _ in Self.profile(&generator) }
        self.generator = generator
    }

    private static func profile(_ generator: inout SeededGenerator) -> InstrumentProfile {
        var profile = InstrumentProfile()
        let root = roots.randomElement(using: &generator)!
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            profile.type = "STOCK"
            profile.symbol = root + (roots + ["", "1", ":TR"]).randomElement(using: &generator)!
        case 1:
            profile.type = "FUTURE"
            profile.symbol =
                "/\(root)\("FGHZ".randomElement(using: &generator)!)2\(Int.random(in: 6...7, using: &generator)):X"
        default:
            profile.type = "OPTION"
            let strike = Int.random(in: 1...200, using: &generator) * 5
            profile.symbol = ".\(root)270115\("CP".randomElement(using: &generator)!)\(strike)"
            profile.description = "\(root) Jan 15 2027 \(strike).00 Call"
        }
        if Bool.random(using: &generator) { profile.description = text(&generator) }
        if Int.random(in: 0..<4, using: &generator) == 0 { profile.localDescription = text(&generator) }
        if Int.random(in: 0..<3, using: &generator) == 0 {
            profile.localSymbol = roots.randomElement(using: &generator)!
        }
        if Int.random(in: 0..<3, using: &generator) == 0 { profile.isin = isin(&generator) }
        if Int.random(in: 0..<9, using: &generator) == 0 {
            profile.cusip = "03783310\(Int.random(in: 0...9, using: &generator))"
        }
        if Int.random(in: 0..<9, using: &generator) == 0 {
            profile.sedol = "B0YBKJ\(Int.random(in: 0...9, using: &generator))"
        }
        if Int.random(in: 0..<9, using: &generator) == 0 {
            profile.customFields = [
                .init(name: "AUTOCOMPLETE_WEIGHT", value: "\(Int.random(in: 0...5, using: &generator))")
            ]
        }
        return profile
    }

    private static func isin(_ generator: inout SeededGenerator) -> String {
        "US03783310\(Int.random(in: 0...30, using: &generator))"
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            text += words.randomElement(using: &generator)! + separators.randomElement(using: &generator)!
        }
        return text
    }

    /// Returns a query: a text of an instrument, or parts of it. These are complete, truncated or have typos.
    mutating func query() -> String {
        let profile = profiles.randomElement(using: &generator) ?? InstrumentProfile()
        var text: String
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: text = profile.symbol
        case 1:
            text = [profile.isin, profile.cusip, profile.sedol, profile.localSymbol].randomElement(using: &generator)!
        case 2: text = Self.words.randomElement(using: &generator)!
        case 3: text = Self.text(&generator)
        case 4: text = String(profile.symbol.dropFirst(Int.random(in: 0...3, using: &generator)).prefix(3))
        case 5:
            text = [
                "A", "U", "1", "10", "call 1", "S&P", "sp500", "ftse100", "att", "coca cola", "coca and", "muenchen",
                "kestrelhava", "türkand", ":", ".", "", " ", "jan call 5",
            ].randomElement(
                using: &generator)!
        default: text = [profile.description, profile.localDescription].randomElement(using: &generator)!
        }
        if Int.random(in: 0..<3, using: &generator) == 0 {
            text = String(text.prefix(Int.random(in: 0...8, using: &generator)))
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) where !text.isEmpty && Bool.random(using: &generator) {
            mistype(&text)
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return text.uppercased()
        case 1: return text.lowercased()
        default: return text
        }
    }

    private mutating func mistype(_ text: inout String) {
        var characters = Array(text)
        let place = Int.random(in: 0..<characters.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: characters.remove(at: place)
        case 1: characters.insert("ABEXİ1".randomElement(using: &generator)!, at: place)
        case 2: characters[place] = "abexı1".randomElement(using: &generator)!
        default: if place + 1 < characters.count { characters.swapAt(place, place + 1) }
        }
        text = String(characters)
    }

    /// A random number for choices of the tests.
    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

    /// The catalog of the instruments.
    func catalog(in folder: TemporaryFolder, name: String = "catalog") throws -> Catalog {
        var builder = CatalogBuilder()
        builder.includesBundledAliases = false
        for profile in profiles { try builder.append(profile) }
        let path = folder.path(name)
        _ = try builder.write(to: path)
        return try Catalog.open(path)
    }
}
