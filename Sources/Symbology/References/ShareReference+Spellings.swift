extension ShareReference {
    /// Possible spellings of the ticker in a symbol, best first: `BRK/B`, `BRK.B`, `BRK-B`, `BRK B`, `BRKB`; `0700`,
    /// `700`; `BP`, `BP.`.
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
            // London's two-letter tickers end with a point.
            let mayBePadded = ticker.utf8.count <= 2 && (place == nil || country == "GB")
            return mayBePadded ? (country == "GB" ? [ticker + ".", ticker] : [ticker, ticker + "."]) : [ticker]
        }
        let stripped = String(ticker.drop { $0 == "0" })
        guard !stripped.isEmpty else { return [ticker] }
        // Hong Kong's numbers have no leading zeros here. Other numbers keep the leading zeros of their exchange.
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
            // A hyphen alone may also be the mark of a class, so it comes after the caret.
            let letter = Self.letter(byte)
            return marked(["PR" + letter, "P" + letter]) + ["^" + letter] + marked([letter]) + ["p" + letter]
        case .preferred(nil): return marked(["PR"])
        case .warrants: return marked(["WS", "WT", "W"]) + ["+", "W"]
        case .rights: return marked(["RT", "RI"]) + ["R"]
        // Toronto writes HOM.UN, and HOM.U for units in US dollars.
        case .units: return marked(country == "CA" ? ["UN", "U", "UT"] : ["U", "UN", "UT"]) + ["U"]
        }
    }

    private static func letter(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }

    /// Returns each of several suffixes after each mark, the place's own mark first.
    private func marked(_ suffixes: [String]) -> [String] {
        var found: [String] = []
        for mark in marks.dropLast() {
            for suffix in suffixes { found.append(mark + suffix) }
        }
        return found
    }

    /// The marks before a class, the place's own first; the last is empty.
    private var marks: [String] {
        switch country {
        case "GB"?, "CA"?, "IE"?: [".", "/", "-", " ", ""]
        case "SE"?, "DK"?, "NO"?, "FI"?, "IS"?: ["-", ".", "/", " ", ""]
        default: ["/", ".", "-", " ", ""]
        }
    }
}
