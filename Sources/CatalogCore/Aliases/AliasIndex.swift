internal import Scanning
internal import SystemFiles

/// The index of aliases, stored in a file or built from a table in memory, sorted by comparison key (`AliasKey`).
///
/// A query finds the aliases whose keys equal the query's key or start with it.
///
/// An alias is stored with its symbol or ISIN as given, not with rows, because changes in the overlay can add and
/// remove the instruments of an alias. A query looks up the instruments after it has found the alias.
///
/// ```
/// alias keys:         a text per alias (`SortedTexts`): folded letters and digits, joined
/// alias instruments:  a text per alias (`FrontCodedText`): the symbol or ISIN
/// alias texts:        a text per alias (`FrontCodedText`): the alias as it is shown
/// ```
/// Aliases with equal keys are sorted by the bytes of their instruments.
///
/// Worked example, the alias `P&G` of `PG`: keys `01 00 00 00  03 00 00 00  02 50 47  00 00 00 00  00`, instruments
/// `01 00 00 00  03 00 00 00  02 50 47  00 00 00 00`, texts `01 00 00 00  04 00 00 00  03 50 26 47  00 00 00 00`.
package final class AliasIndex: Sendable {
    package let keys: SortedTexts
    private let instruments: FrontCodedText
    private let texts: FrontCodedText

    /// The two sets of aliases in a file. Their sections store this number instead of a field number.
    package enum Origin: Int {
        /// The aliases that were given to the catalog.
        case given
        /// The bundled aliases of the program that wrote the file.
        case bundled
    }

    /// Creates the index from the sections of a file; empty if the file has no such sections.
    convenience init(_ sections: CatalogSections, _ origin: Origin) {
        let place = origin.rawValue
        self.init(
            sections[.aliasKeys, field: place], sections[.aliasInstruments, field: place],
            sections[.aliasTexts, field: place])
    }

    private init(_ keys: MappedSection, _ instruments: MappedSection, _ texts: MappedSection) {
        self.keys = SortedTexts(keys)
        self.instruments = FrontCodedText(instruments)
        self.texts = FrontCodedText(texts)
    }

    /// Builds the index of a table in memory.
    convenience init(_ entries: [AliasTable.Entry]) {
        let keyed = entries.compactMap { entry -> (key: [UInt8], instrument: [UInt8], text: String)? in
            let key = AliasKey(entry.alias).bytes
            if key.isEmpty || entry.instrument.isEmpty { return nil }
            return (key, Array(entry.instrument.utf8), entry.alias)
        }
        .sorted { a, b in
            a.key != b.key
                ? a.key.lexicographicallyPrecedes(b.key)
                : a.instrument != b.instrument
                    ? a.instrument.lexicographicallyPrecedes(b.instrument) : a.text < b.text
        }
        var keys = SortedTextsBuilder()
        var instruments = FrontCodedTextBuilder()
        var texts = FrontCodedTextBuilder()
        for (index, entry) in keyed.enumerated() {
            if index > 0, entry.key == keyed[index - 1].key, entry.instrument == keyed[index - 1].instrument {
                continue
            }
            keys.append(entry.key.span)
            instruments.append(entry.instrument.span)
            texts.append(entry.text.utf8Span.span)
        }
        do throws(CatalogError) {
            self.init(
                Self.section(try keys.finish("keys of aliases")),
                Self.section(try instruments.finish("the instruments of aliases")),
                Self.section(try texts.finish("the aliases")))
        } catch {
            preconditionFailure("the aliases exceed 4 GiB: \(error)")
        }
    }

    /// Returns the indices of the aliases whose key starts with the first letter of `key` and differs from `key` by one
    /// typo.
    ///
    /// - Complexity: One step for each prefix of keys that may still match.
    package func similar(to key: Span<UInt8>) -> [Int] {
        guard var walk = TypoWalk(key, typos: 1, isPrefix: false, sparing: 1) else { return [] }
        let (equal, sameFirst) = (keys.indices(of: key), keys.indices(withPrefix: key.extracting(first: 1)))
        var found: [Int] = []
        walk.forEachMatch(in: keys) { range in
            for place in range.clamped(to: sameFirst) where !equal.contains(place) { found.append(place) }
        }
        return found
    }

    /// The number of aliases.
    package var count: Int { keys.count }

    /// Returns the symbol or ISIN of the alias at `index`.
    package func instrument(_ index: Int) -> String { instruments.string(index) }

    /// Returns the display text of the alias at `index`.
    package func text(_ index: Int) -> String { texts.string(index) }

    /// All aliases, in the order of the index.
    ///
    /// - Complexity: O(aliases).
    var entries: [AliasTable.Entry] {
        (0..<count).map { AliasTable.Entry(instrument: instrument($0), alias: text($0)) }
    }

    /// Returns the sections for a file; empty if there are no aliases.
    package func sections(_ origin: Origin) -> [NewSection] {
        if count == 0 { return [] }
        return zip([SectionKind.aliasKeys, .aliasInstruments, .aliasTexts], parts).map { kind, bytes in
            var sink = ByteSink()
            sink.append(bytes.span)
            return NewSection(kind, field: origin.rawValue, sink)
        }
    }

    private static func section(_ bytes: consuming ByteSink) -> MappedSection { MappedFile(copying: bytes.span).all }

    /// A 64-bit fingerprint of the aliases; different aliases have different fingerprints with high probability.
    var fingerprint: UInt64 {
        // Missing sections and sections without entries must have the same fingerprint.
        if count == 0 { return 0 }
        var sum: UInt64 = 0
        for bytes in parts { sum = sum &* 31 &+ ByteHash.hash(bytes.span) }
        return sum
    }

    private var parts: [MappedSection] { [keys.bytes, instruments.bytes, texts.bytes] }

    /// Returns whether both indexes have the same aliases, including their texts.
    package func equals(_ other: AliasIndex) -> Bool {
        if count == 0 || other.count == 0 { return count == other.count }
        for (a, b) in zip(parts, other.parts) where !a.span.equals(b.span) { return false }
        return true
    }
}
