import Scanning
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
