extension ShareReference {
    /// The possible spellings of the ticker in a symbol, best first: `BRK/B`, `BRK.B`, `BRK-B`, `BRK B`, `BRKB`; or
    /// `0700`, `700`; or `BP`, `BP.`.
    ///
    /// The place determines the mark before a class: a point in London and Canada, a hyphen in the Nordic countries,
    /// and a slash in the United States.
    public var spellings: [String] {
        guard let series else { return tickerSpellings }
        var list: [String] = []
        for suffix in suffixes(of: series) { list.append(ticker + suffix) }
        return list
    }

    private var tickerSpellings: [String] {
        guard let first = ticker.utf8.first else { return [] }
        guard first >= 0x30, first <= 0x39, ticker.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            if ticker.utf8.last == UInt8(ascii: "."), ticker.utf8.count > 1 {
                return [ticker, String(ticker.dropLast())]
            }
            // In London, tickers of two letters end with a point.
            let mayBePadded = ticker.utf8.count <= 2 && (place == nil || country == "GB")
            return mayBePadded ? (country == "GB" ? [ticker + ".", ticker] : [ticker, ticker + "."]) : [ticker]
        }
        let stripped = String(ticker.drop { $0 == "0" })
        guard !stripped.isEmpty else { return [ticker] }
        // In this format, numbers of Hong Kong have no leading zeros. Other numbers retain the leading zeros of their
        // exchange.
        var list = country == "HK" ? [stripped] : [ticker]
        func add(_ spelling: String) { if !list.contains(spelling) { list.append(spelling) } }
        add(ticker)
        add(stripped)
        for width in widths { add(Self.padded(stripped, to: width)) }
        return list
    }

    /// Returns digits with leading zeros, up to a width.
    static func padded(_ digits: String, to width: Int) -> String {
        String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The lengths to which exchanges pad their tickers.
    private var widths: [Int] {
        switch country {
        case "HK"?: [4, 5]
        case "KR"?, "CN"?: [6]
        default: []
        }
    }

    private var country: String? { place?.countries.first }

    private func suffixes(of series: Series) -> [String] {
        switch series {
        case .shareClass(let byte): return marks.map { $0 + Self.letter(byte) }
        case .preferred(let byte?):
            // A hyphen alone may also separate a class, so it follows the caret.
            let letter = Self.letter(byte)
            return marked(["PR" + letter, "P" + letter]) + ["^" + letter] + marked([letter]) + ["p" + letter]
        case .preferred(nil): return marked(["PR"])
        case .warrants: return marked(["WS", "WT", "W"]) + ["+", "W"]
        case .rights: return marked(["RT", "RI"]) + ["R"]
        // In Toronto, units are HOM.UN, and units in US dollars HOM.U.
        case .units: return marked(country == "CA" ? ["UN", "U", "UT"] : ["U", "UN", "UT"]) + ["U"]
        }
    }

    private static func letter(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }

    /// Returns all combinations of a mark and one of several suffixes. The mark that is usual at the place comes first.
    private func marked(_ suffixes: [String]) -> [String] {
        var found: [String] = []
        for mark in marks.dropLast() {
            for suffix in suffixes { found.append(mark + suffix) }
        }
        return found
    }

    /// The marks before a class, the usual mark of the place first. The last one is empty.
    private var marks: [String] {
        switch country {
        case "GB"?, "CA"?, "IE"?: [".", "/", "-", " ", ""]
        case "SE"?, "DK"?, "NO"?, "FI"?, "IS"?: ["-", ".", "/", " ", ""]
        default: ["/", ".", "-", " ", ""]
        }
    }
}
