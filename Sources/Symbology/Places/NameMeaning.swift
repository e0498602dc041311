import Scanning

/// The meaning of a name such as `Swiss franc`, `Nikkei 225` or `crude oil`. The numbers are indexes in the table's
/// lists.
enum NameMeaning: Sendable, Equatable {
    /// A currency, a metal or a crypto asset.
    case asset(Int)
    /// A currency whose name several currencies share, such as `dollar`. The name is read only next to another
    /// currency.
    case part(Int)
    /// Two currencies: `cable`.
    case pair(Int, Int)
    /// An index.
    case index(Int)
    /// A product of futures.
    case product(Int)
    /// A product that has the name of another instrument. The name is read only before a month or the word `futures`.
    case future(Int)
}

extension CodeKey {
    /// Creates the key of a name from its letters and digits; `nil` if the name has none. Case and separators are
    /// ignored: `EURO STOXX 50` and `EUROSTOXX50` have the same key.
    ///
    /// Names may be longer than a key, so the key contains two hashes of the name.
    init?(alias name: Span<UInt8>) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var sum: UInt64 = 0
        var count: UInt64 = 0
        for index in name.indices where name[index].isASCIILetter || name[index].isASCIIDigit {
            let byte = UInt64(name[index].asciiUppercased)
            hash = (hash ^ byte) &* 0x0100_0000_01B3
            sum = sum &* 31 &+ byte
            count += 1
        }
        guard count > 0 else { return nil }
        bits = UInt128(_low: hash, _high: sum & 0x00FF_FFFF_FFFF_FFFF | UInt64(CodeKind.alias.rawValue) << 56)
    }
}

extension PlaceTable {
    /// Calls `body` with each meaning of a name in capitals, in line order.
    func forEachMeaning(_ name: Span<UInt8>, _ body: (NameMeaning) -> Void) {
        guard let key = CodeKey(alias: name) else { return }
        codes.forEach(key) { body(meanings[$0]) }
    }

    /// Returns the product with a root, or else the products with a name, in line order.
    func products(named name: Span<UInt8>) -> [Product] {
        if let product = product(.root, name) { return [product] }
        var found: [Int] = []
        forEachMeaning(name) {
            switch $0 {
            case .product(let number), .future(let number): if !found.contains(number) { found.append(number) }
            default: break
            }
        }
        return found.map { products[$0] }
    }

    /// Returns the currency or crypto asset with a code or a name; `nil` for other texts.
    func asset(named name: Span<UInt8>) -> Int? {
        if let number = asset(name) { return number }
        var found: Int?
        forEachMeaning(name) {
            guard found == nil else { return }
            switch $0 {
            case .asset(let number), .part(let number): found = number
            default: break
            }
        }
        return found
    }
}
