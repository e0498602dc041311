import Scanning
package enum VenueClass: UInt8, Sendable { case main, secondary, regional }
extension SymbolPlaces {
    private static let reg = Set("XBER XMUN XDUS XHAM XHAN XSTU XFRA ETLX AQXE XFKA XSAP XQTX TGAT MUNC XNGO".split(separator: " ").map(String.init))
    private static let sec = Set("XBOM XCNQ NEOE OTCM XKON".split(separator: " ").map(String.init))
    package static func venueClass(ofMIC mic: Span<UInt8>) -> VenueClass? {
        let s = String(decoding: mic)
        return reg.contains(s) ? .regional : sec.contains(s) ? .secondary : .main
    }
}
package struct PlaceName: Sendable {
    package enum Kind: Sendable { case country, venue, currency, type }
    package var kind: Kind
    package var codes: [String]
    package var title: String
    package static let wordLimit = 3
}
extension SymbolPlaces {
    package func names(_ words: [String]) -> [PlaceName] {
        let t = ["GERMANY": ("c", "DE"), "XETRA": ("v", "XETR"), "LONDON": ("v", "XLON"), "AMSTERDAM": ("v", "XAMS"), "GB": ("c", "GB"), "TOKYO": ("v", "XTKS"), "CANADA": ("c", "CA"), "TORONTO": ("v", "XTSE"), "CAD": ("u", "CAD"), "AUSTRALIA": ("c", "AU"), "MADRID": ("v", "XMAD"), "MEXICO": ("c", "MX"), "INDEX": ("t", "INDEX"), "ISRAEL": ("c", "IL")]
        guard words.count == 1, let (k, c) = t[words[0]] else { return [] }
        return [PlaceName(kind: k == "c" ? .country : k == "v" ? .venue : k == "u" ? .currency : .type, codes: [c], title: words[0].capitalized2)]
    }
}
extension String { var capitalized2: String { prefix(1).uppercased() + dropFirst().lowercased() } }
