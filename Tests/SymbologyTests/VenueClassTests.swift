import Symbology
import Testing

@Suite("Classes of venues")
struct VenueClassTests {
    private let places = SymbolPlaces.bundled

    @Test(
        "Home exchanges are main, regional floors regional, and other venues secondary",
        arguments: [
            ("XNAS", .main, "US"), ("XNYS", .main, "US"), ("ARCX", .main, "US"), ("BATS", .main, "US"),
            // Segment MICs have no market line.
            ("XNGS", .main, "US"), ("XETA", .main, "DE"), ("XKON", .main, "KR"), ("XSCA", .main, "SG"),
            // These exchanges list companies that the main exchange of the country doesn't have.
            ("XKOS", .main, "KR"), ("ROCO", .main, "TW"), ("XTSX", .main, "CA"), ("AIMX", .main, "GB"),
            ("XETR", .main, "DE"), ("XWBO", .main, "AT"), ("XMAD", .main, "ES"), ("MTAA", .main, "IT"),
            // OTC markets.
            ("OTCM", .secondary, "US"), ("PINX", .secondary, "US"), ("OOTC", .secondary, "US"),
            // Exchanges beside the main one.
            ("XBOM", .secondary, "IN"), ("XCNQ", .secondary, "CA"), ("NEOE", .secondary, "CA"),
            // Multilateral trading facilities.
            ("CHIX", .secondary, "GB"), ("AQXE", .secondary, "GB"), ("ETLX", .secondary, "IT"),
            ("TQEX", .secondary, "NL"),
            ("XFRA", .regional, "DE"), ("XBER", .regional, "DE"), ("TGAT", .regional, "DE"), ("MUNC", .regional, "DE"),
            ("XNGO", .regional, "JP"), ("XBAR", .regional, "ES"),
            // Markets of the table without a class, such as futures exchanges, are main ones.
            ("XCME", .main, "US"), ("XEUR", .main, "DE"),
        ] as [(String, VenueClass, String)])
    func classes(mic: String, expected: VenueClass, country: String) {
        #expect(places.venueClass(ofMIC: mic.utf8Span.span) == expected)
        #expect(places.venueCountry(ofMIC: mic.utf8Span.span) == country)
    }

    @Test("Unknown codes have no class", arguments: ["", "X", "QQQQ", "xnas", "NASDAQ", "A code that is far too long"])
    func unknown(mic: String) {
        #expect(places.venueClass(ofMIC: mic.utf8Span.span) == nil)
        #expect(places.venueCountry(ofMIC: mic.utf8Span.span) == nil)
    }

    @Test("Each classified venue has one line, and the country of its market line")
    func consistent() throws {
        var seen: Set<Substring> = []
        var countries: Set<Substring> = []
        for line in SymbolPlaces.bundledText.split(separator: "\n") where line.hasPrefix("venues ") {
            let words = line.split(separator: " ")
            if words[1] == "main" { countries.insert(words[2]) }
            for mic in words[4...] {
                #expect(seen.insert(mic).inserted, "\(mic)")
                let market = places.market(String(mic))
                #expect(market == nil || market?.countries == [String(words[2])], "\(mic)")
            }
        }
        #expect(seen.count > 400)
        for line in SymbolPlaces.bundledText.split(separator: "\n") where line.hasPrefix("market ") {
            let country = line.split(separator: " ")[2]
            #expect(countries.contains(country), "\(country) has a main venue")
        }
    }

    @Test("The lines of a custom table precede the bundled ones")
    func extended() throws {
        let own = try SymbolPlaces(
            parsing: """
                venues secondary US https://desk.example/venues XNYS XDSK
                """)
        #expect(own.venueClass(ofMIC: "XNYS".utf8Span.span) == .secondary)
        #expect(own.venueClass(ofMIC: "XDSK".utf8Span.span) == .secondary)
        #expect(own.venueCountry(ofMIC: "XDSK".utf8Span.span) == "US")
        #expect(own.venueClass(ofMIC: "XNAS".utf8Span.span) == .main)
    }
}
