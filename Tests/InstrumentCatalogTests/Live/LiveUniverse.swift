import TestSupport

@testable import CatalogBuilding
@testable import InstrumentCatalog

/// Instruments of all kinds, and changes to them.
struct LiveUniverse {
    var generator: SeededGenerator
    let profiles: [InstrumentProfile]
    private(set) var search: SearchUniverse

    init(seed: UInt64, count: Int) throws {
        var generator = SeededGenerator(seed: seed)
        search = SearchUniverse(seed: seed, count: count / 3)
        var profiles = search.profiles
        profiles += try Building.profiles(RandomUniverse.text(records: count / 3, using: &generator))
        profiles += try Building.profiles(Array(ChainRandom.text(records: count / 3, using: &generator).utf8))
        // One letter in two forms: the strings are equal, the symbols are not.
        for symbol in ["\u{DC}X", "U\u{308}X"] { profiles.append(LiveCatalogTests.profile("STOCK", symbol, symbol)) }
        self.profiles = profiles.map(Self.withOwnISIN)
        self.generator = generator
    }

    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

    /// Returns a batch of random profiles.
    mutating func batch() -> [InstrumentProfile] {
        let count = [1, 1, 3, 20, 60].randomElement(using: &generator)!
        return (0..<count).map { _ in
            var profile = profiles.randomElement(using: &generator)!
            switch number(below: 8) {
            case 0: profile = LiveCatalogTests.profile("REMOVED", profile.symbol)
            case 1: profile.symbol = profiles.randomElement(using: &generator)!.symbol
            case 2: profile.strike = Double(number(below: 3))
            case 3: profile.setCustomField("AUTOCOMPLETE_WEIGHT", ["", "1", "-2"].randomElement(using: &generator)!)
            case 4: profile.setCustomField("RARE_\(number(below: 3))", "x")
            default: break
            }
            return Self.withOwnISIN(profile)
        }
    }

    /// Returns the profile with an ISIN that no other stock or fund has. Until a live catalog is compacted, instruments
    /// are not found by the names of changed listings with the same ISIN.
    private static func withOwnISIN(_ profile: InstrumentProfile) -> InstrumentProfile {
        var profile = profile
        if ["STOCK", "ETF"].contains(profile.type), !profile.isin.isEmpty { profile.isin = "ISIN \(profile.symbol)" }
        return profile
    }

    mutating func query() -> String { search.query() }
}

/// A naive live catalog, as a reference.
struct LiveModel {
    private(set) var profiles: [[UInt8]: InstrumentProfile] = [:]
    private(set) var removed: Set<[UInt8]> = []
    private(set) var isComplete = false
    var notes: [String: String] = [:]
    private var seen: Set<[UInt8]>?
    private var removedSince: Set<[UInt8]> = []

    /// Applies a batch. Returns the number of profiles that changed something.
    mutating func apply(_ batch: [InstrumentProfile]) -> Int {
        var changes = 0
        for profile in batch where !profile.symbol.isEmpty && !profile.type.isEmpty {
            let symbol = Array(profile.symbol.utf8)
            if profile.type == "REMOVED" {
                if profiles.removeValue(forKey: symbol) == nil { continue }
                changes += 1
                removed.insert(symbol)
                removedSince.insert(symbol)
                continue
            }
            seen?.insert(symbol)
            let known = profiles[symbol]
            if known.map({ Self.isSame($0, profile) }) != true { changes += 1 }
            profiles[symbol] = profile
            removed.remove(symbol)
        }
        return changes
    }

    private static func isSame(_ a: InstrumentProfile, _ b: InstrumentProfile) -> Bool {
        let bytes = { (profile: InstrumentProfile) in
            profile.inNormalForm.fields.map { Array("\($0.name)=\($0.value)".utf8) }
        }
        return bytes(a) == bytes(b)
    }

    mutating func beginSnapshot() {
        seen = []
        removedSince = []
    }

    mutating func completeSnapshot() -> Int {
        guard let seen else { return 0 }
        let missing = Set(profiles.keys).subtracting(seen)
        for symbol in missing { profiles[symbol] = nil }
        removed = removedSince.union(missing).subtracting(profiles.keys)
        isComplete = true
        self.seen = nil
        return missing.count
    }

    /// A restart discards an incomplete snapshot.
    mutating func restart() { seen = nil }

    /// Returns a catalog of this state, made from scratch.
    ///
    /// - Parameter view: The live catalog with the same instruments. Its standings are used, because those of changed
    ///   instruments are computed only when a catalog is written.
    func catalog(at path: String, like view: Catalog? = nil) throws -> Catalog {
        var builder = CatalogBuilder()
        for profile in profiles.values { try builder.append(profile) }
        builder.parts.standings = view.map { view in
            profiles.values.map { view.standing(at: view.row(forSymbol: $0.symbol)!) }
        }
        for symbol in removed {
            try builder.append(LiveCatalogTests.profile("REMOVED", String(decoding: symbol, as: UTF8.self)))
        }
        builder.isComplete = isComplete
        builder.notes = notes
        _ = try builder.write(to: path)
        return try Catalog.open(path)
    }
}
