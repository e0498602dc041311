internal import Scanning
internal import SystemFiles

/// Aliases as a file holds them, and as a table in memory does: sorted by what is compared (`AliasKey`), so that a query finds those that
/// are it, and those that begin with it.
///
/// An alias is kept with the symbol or ISIN as it was given, not with rows: instruments come and go under it, in changes over the file
/// as well. They are looked up when a query has found the alias.
///
/// ```
/// alias keys:         a text per alias (`SortedTexts`): folded letters and digits, joined
/// alias instruments:  a text per alias (`FrontCodedText`): the symbol or ISIN
/// alias texts:        a text per alias (`FrontCodedText`): the alias as it is shown
/// ```
/// Aliases with one key are in the order of their instruments' bytes.
///
/// Worked example, the alias `P&G` of `PG`: keys `01 00 00 00  03 00 00 00  02 50 47  00 00 00 00  00`, instruments
/// `01 00 00 00  03 00 00 00  02 50 47  00 00 00 00`, texts `01 00 00 00  04 00 00 00  03 50 26 47  00 00 00 00`.
package final class AliasIndex: Sendable {
    package let keys: SortedTexts
    private let instruments: FrontCodedText
    private let texts: FrontCodedText

    /// Whose aliases a file's sections hold: the number that stands where other sections have their field's.
    package enum Origin: Int {
        /// Those that were given to the catalog.
        case given
        /// The bundled ones of the program that wrote the file.
        case bundled
    }

    /// Those of a file; none where it has no such sections.
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

    /// Those of a table in memory.
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
            preconditionFailure("more aliases than 4 GiB can hold: \(error)")
        }
    }

    /// Aliases.
    package var count: Int { keys.count }

    /// The symbol or ISIN of alias `index`.
    package func instrument(_ index: Int) -> String { instruments.string(index) }

    /// Alias `index`, as it is shown.
    package func text(_ index: Int) -> String { texts.string(index) }

    /// All of them, in their order.
    ///
    /// - Complexity: O(aliases).
    var entries: [AliasTable.Entry] {
        (0..<count).map { AliasTable.Entry(instrument: instrument($0), alias: text($0)) }
    }

    /// The sections for a file; none for no aliases.
    package func sections(_ origin: Origin) -> [NewSection] {
        if count == 0 { return [] }
        return zip([SectionKind.aliasKeys, .aliasInstruments, .aliasTexts], parts).map { kind, bytes in
            var sink = ByteSink()
            sink.append(bytes.span)
            return NewSection(kind, field: origin.rawValue, sink)
        }
    }

    private static func section(_ bytes: consuming ByteSink) -> MappedSection { MappedFile(copying: bytes.span).all }

    /// Tells these aliases from others, as far as 64 bits can.
    var fingerprint: UInt64 {
        // No aliases are no sections, or sections of none.
        if count == 0 { return 0 }
        var sum: UInt64 = 0
        for bytes in parts { sum = sum &* 31 &+ ByteHash.hash(bytes.span) }
        return sum
    }

    private var parts: [MappedSection] { [keys.bytes, instruments.bytes, texts.bytes] }

    /// Both have the same aliases, texts and all.
    package func equals(_ other: AliasIndex) -> Bool {
        if count == 0 || other.count == 0 { return count == other.count }
        for (a, b) in zip(parts, other.parts) where !a.span.equals(b.span) { return false }
        return true
    }
}
