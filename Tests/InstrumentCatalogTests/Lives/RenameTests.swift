import Testing

@testable import InstrumentCatalog

/// Symbols that change while the instrument remains.
struct RenameTests {
    private static let (first, second, third) = ("US30303M1027", "US0378331005", "US5949181045")

    private typealias Change = (symbol: String, before: [UInt8]?, after: [UInt8]?)

    private static func profile(
        _ symbol: String, _ isin: String, _ description: String = "Meta", market: String = "XNAS", key: String = ""
    ) -> [UInt8] {
        var profile = InstrumentProfile()
        (profile.type, profile.symbol, profile.isin, profile.description) = ("STOCK", symbol, isin, description)
        (profile.opol, profile.currency) = (market, "USD")
        profile.setCustomField("ID", key)
        return EncodedProfile.bytes(of: profile)
    }

    private static func removal(_ symbol: String, _ isin: String, market: String = "XNAS", key: String = "")
        -> Change
    {
        (symbol: symbol, before: profile(symbol, isin, market: market, key: key), after: nil)
    }

    private static func addition(_ symbol: String, _ isin: String, market: String = "XNAS", key: String = "")
        -> Change
    {
        (symbol: symbol, before: nil, after: profile(symbol, isin, market: market, key: key))
    }

    private static func renames(_ changes: [Change], key: String? = nil) -> [String] {
        var finder = RenameFinder(keyField: key)
        for change in changes { finder.add(change.symbol, before: change.before, after: change.after) }
        return finder.renames().map { "\($0.old) → \($0.new) by \($0.field) \($0.text)" }
    }

    @Test func aRenameIsFoundByIdentifier() {
        #expect(
            Self.renames([
                Self.removal("FB", Self.first), Self.addition("META", Self.first), Self.addition("X", Self.second),
            ])
                == ["FB → META by ISIN \(Self.first)"])
        #expect(Self.renames([Self.removal("FB", Self.first), Self.addition("META", Self.second)]) == [])
        #expect(Self.renames([Self.removal("FB", "N/A"), Self.addition("META", "N/A")]) == [])
        #expect(Self.renames([Self.removal("FB", Self.first)]) == [])
        // The instrument moves to another market at the same time.
        #expect(
            Self.renames([Self.removal("FB", Self.first), Self.addition("META", Self.first, market: "XNYS")])
                == ["FB → META by ISIN \(Self.first)"])
    }

    /// If several listings share an ISIN, the market decides. If several candidates remain, no rename is reported.
    @Test func listingsAreDistinguishedByMarket() {
        let changes = [
            Self.removal("FB", Self.first), Self.removal("FB:L", Self.first, market: "XLON"),
            Self.addition("META", Self.first), Self.addition("META:L", Self.first, market: "XLON"),
        ]
        let expected = ["FB → META by ISIN \(Self.first)", "FB:L → META:L by ISIN \(Self.first)"]
        #expect(Self.renames(changes) == expected)
        #expect(Self.renames(changes.reversed()) == expected)
        let unclear = [
            Self.removal("FB", Self.first), Self.addition("META", Self.first), Self.addition("MVRS", Self.first),
        ]
        #expect(Self.renames(unclear) == [])
    }

    /// The source's own key outweighs an ISIN that another instrument adopted.
    @Test func theSourcesKeyTakesPrecedence() {
        let changes = [
            Self.removal("FB", Self.first, key: "1"), Self.removal("OLD", Self.second, key: "2"),
            Self.addition("META", Self.second, key: "1"), Self.addition("NEW", Self.first, key: "2"),
        ]
        #expect(Self.renames(changes, key: "ID") == ["FB → META by ID 1", "OLD → NEW by ID 2"])
        #expect(Self.renames(changes) == ["OLD → META by ISIN \(Self.second)", "FB → NEW by ISIN \(Self.first)"])
    }

    /// FB becomes META, and another company gets FB in the same batch.
    @Test func immediatelyReusedSymbolsAreRenames() {
        let reused: Change = (
            symbol: "FB", before: Self.profile("FB", Self.first), after: Self.profile("FB", Self.second, "ProShares")
        )
        #expect(Self.renames([reused, Self.addition("META", Self.first)]) == ["FB → META by ISIN \(Self.first)"])
        // A new ISIN alone is a corporate action of the same instrument.
        let changed: Change = (
            symbol: "FB", before: Self.profile("FB", Self.first), after: Self.profile("FB", Self.second)
        )
        #expect(Self.renames([changed, Self.addition("META", Self.first)]) == [])
    }
}
