import Symbology
import Testing

@Suite("Names of places")
struct PlaceNameTests {
    private let places = SymbolPlaces.bundled

    /// Returns the kind, the codes and the title of each meaning.
    private func meanings(_ text: String, _ places: SymbolPlaces = .bundled) -> [String] {
        places.placeNames(of: text.split(separator: " ").map(String.init)).map { name in
            let codes =
                switch name.kind {
                case .country, .depositaryReceipt: name.countries
                case .venue: Array(name.mics.prefix(2))
                case .currency: name.currency.map { [$0] } ?? []
                case .type: name.types
                }
            return "\(name.kind.rawValue) \(codes.joined(separator: ",")): \(name.title)"
        }
    }

    @Test(
        "Words have their meanings",
        arguments: [
            // English name, adjective, codes, the country's own name, and names in other languages.
            ("GERMANY", ["country DE: Germany"]), ("GERMAN", ["country DE: Germany"]), ("DE", ["country DE: Germany"]),
            ("DEU", ["country DE: Germany"]), ("DEUTSCHLAND", ["country DE: Germany"]),
            ("ALLEMAGNE", ["country DE: Germany"]), ("UK", ["country GB: United Kingdom"]),
            ("TURKIYE", ["country TR: Turkey"]), ("日本", ["country JP: Japan"]), ("россия", ["country RU: Russia"]),
            // A city means its regional exchange first, then the main one.
            ("FRANKFURT", ["venue XFRA,XETR: Frankfurt"]), ("MUNCHEN", ["venue XMUN,MUNA: Munich"]),
            ("TOKYO", ["venue XTKS,XJPX: Tokyo"]), ("東京", ["venue XTKS,XJPX: Tokyo"]),
            ("LONDON", ["venue XLON,AIMX: London"]), ("MILANO", ["venue MTAA,XMIL: Milan"]),
            ("NEW YORK", ["venue XNYS,XNAS: New York"]),
            // Exchanges, in full and abbreviated.
            ("XETRA", ["venue XETR,XETA: Xetra"]), ("LSE", ["venue XLON,AIMX: London Stock Exchange"]),
            ("LONDON STOCK EXCHANGE", ["venue XLON,AIMX: London Stock Exchange"]),
            ("EURONEXT PARIS", ["venue XPAR,ALXP: Euronext Paris"]), ("B3", ["venue BVMF,XBSP: B3"]),
            // Names of more than 15 bytes, and a name that continues a shorter one.
            ("EURONEXT AMSTERDAM", ["venue XAMS: Euronext Amsterdam"]),
            ("EURONEXT AMSTERDA", []), ("EURONEXT AMSTERDAMS", []),
            // Words written together.
            ("HONGKONG", ["country HK: Hong Kong"]), ("HONG KONG", ["country HK: Hong Kong"]),
            ("NEWZEALAND", ["country NZ: New Zealand"]),
            // Spaces in short names are not ignored: `U S A` is found because it is a name in the table.
            ("USA", ["country US: United States"]), ("U S A", ["country US: United States"]),
            // The likeliest meaning first.
            ("TSE", ["venue XTKS,XJPX: Tokyo Stock Exchange", "venue XTSE: Toronto Stock Exchange"]),
            (
                "NSE",
                [
                    "venue XNSE: National Stock Exchange of India", "venue XNSA: Nigerian Exchange",
                    "venue XNAI: Nairobi Securities Exchange", "venue XNGO: Nagoya Stock Exchange",
                ]
            ),
            ("FRA", ["venue XFRA,XETR: Frankfurt Stock Exchange", "country FR: France"]),
            ("CAD", ["currency CAD: Canadian Dollar"]), ("CANADIAN DOLLAR", ["currency CAD: Canadian Dollar"]),
            // Sterling also denotes the penny, the unit of most prices in London.
            ("STERLING", ["currency GBP: British Pound", "currency GBX: Penny sterling"]),
            ("ETFS", ["type ETF: ETF"]), ("STOCK", ["type STOCK: Stock"]), ("INDICES", ["type INDEX: Index"]),
            ("MONEY MARKET FUND", ["type MONEY_MARKET_FUND: Money market fund"]),
            ("ADR", ["adr US: ADR"]), ("GDR", ["adr : GDR"]),
            // No names.
            ("", []), ("SIEMENS", []), ("LONDON STOCK", []), ("STOCK EXCHANGE LONDON", []), ("germany", []),
            ("A RUN OF MORE WORDS THAN ANY NAME HAS", []),
        ] as [(String, [String])])
    func names(words: String, expected: [String]) { #expect(meanings(words) == expected) }

    @Test("A venue has the countries of its markets")
    func countriesOfVenues() {
        #expect(places.placeNames(of: ["XETRA"]).first?.countries == ["DE"])
        #expect(places.placeNames(of: ["EURONEXT"]).first?.countries.contains("PT") == true)
    }

    @Test("Each country with a market has a name, an adjective and two codes; each market has a name")
    func complete() throws {
        var named: Set<String> = []
        for line in SymbolPlaces.bundledText.split(separator: "\n") where line.hasPrefix("name ") {
            let words = line.split(separator: " ", maxSplits: 4)
            for code in words[2].split(separator: ",") { named.insert("\(words[1]) \(code)") }
            guard words[1] == "country" else { continue }
            let names = words[4].split(separator: ", ")
            #expect(names.count >= 2, "\(line)")
        }
        for line in SymbolPlaces.bundledText.split(separator: "\n") where line.hasPrefix("market ") {
            let words = line.split(separator: " ", maxSplits: 4)
            let country = String(words[2])
            #expect(named.contains("country \(country)"), "\(country)")
            #expect(meanings(country).contains { $0.hasPrefix("country \(country):") }, "\(country)")
            #expect(named.contains("venue \(words[1])"), "\(words[1]) \(words[4])")
        }
    }

    @Test("Each name has a meaning, is folded, and has at most the words of the longest one")
    func consistent() {
        var longest = 0
        for line in SymbolPlaces.bundledText.split(separator: "\n") where line.hasPrefix("name ") {
            let parts = line.split(separator: " ", maxSplits: 4)
            for name in parts[4].split(separator: ", ") {
                let words = name.split(separator: " ").map {
                    String(decoding: $0.utf8.map(\.asciiUppercased), as: UTF8.self)
                }
                longest = max(longest, words.count)
                let found = places.placeNames(of: words)
                #expect(found.contains { $0.kind.rawValue == parts[1] }, "\(name)")
                // A folded name has no accented Latin letters: below U+0250, only ASCII is allowed.
                let isFolded = name.unicodeScalars.allSatisfy { scalar in
                    guard let byte = scalar.isASCII ? UInt8(scalar.value) : nil else { return scalar.value >= 0x250 }
                    return byte == 0x20 || byte.isASCIILetter || byte.isASCIIDigit
                }
                #expect(isFolded, "\(name)")
            }
        }
        #expect(places.maxWords == longest)
    }

    @Test("Names of a custom table precede the bundled ones and use its venues")
    func extended() throws {
        let own = try SymbolPlaces(
            parsing: """
                source desk https://desk.example/names
                venues main DE desk XDSK
                name venue XDSK,XETR desk Our Desk, lse
                name type STOCK - a name of as many words as that
                """)
        #expect(meanings("OUR DESK", own) == ["venue XDSK,XETR: Our Desk"])
        #expect(own.placeNames(of: ["OURDESK"]).first?.countries == ["DE"])
        #expect(meanings("LSE", own) == ["venue XDSK,XETR: Our Desk", "venue XLON,AIMX: London Stock Exchange"])
        #expect(own.maxWords == 8)
        #expect(meanings("GERMANY", own) == ["country DE: Germany"])
    }
}
