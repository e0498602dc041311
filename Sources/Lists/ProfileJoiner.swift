import Ingest
package import ProfileFormat
import Scanning
import Synchronization

/// Joins the profiles of an instrument from several rows or sources: `--merge-by ISIN+OPOL+CURRENCY`.
///
/// Profiles that have the same values in all given fields become one profile with the symbol of the first. Values of
/// earlier profiles have priority, except that a value from a list replaces a derived one.
package final class ProfileJoiner: ProfileRewriter {
    private let fields: [String]
    /// The joined profiles so far, by the values of the given fields. To save memory, each is stored as the names and
    /// values of its fields.
    private let known = Mutex<[String: [UInt8]]>([:])

    /// Creates a joiner by fields such as `ISIN+OPOL+CURRENCY`.
    ///
    /// - Throws: `GrammarError` if the text does not consist of field names separated by `+`.
    package init(by text: String) throws(GrammarError) {
        fields = text.split(separator: "+", omittingEmptySubsequences: false).map { $0.trimmed().uppercased() }
        let isName: (String) -> Bool = { name in
            !name.isEmpty && name != "SYMBOL"
                && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F }
        }
        guard fields.allSatisfy(isName) else {
            throw GrammarError(
                grammar: "fields", reason: "expected names of fields other than SYMBOL, as in ISIN+OPOL+CURRENCY",
                text: text, byteOffset: 0)
        }
    }

    package var fingerprint: String { "merge by \(fields.joined(separator: "+"))" }

    package func startOver() { known.withLock { $0.removeAll() } }

    package func rewrite(_ profile: inout InstrumentProfile) -> Bool {
        let values = fields.map { profile[$0] }
        guard profile.type != "REMOVED", values.allSatisfy({ !$0.isEmpty }) else { return true }
        let key = values.joined(separator: "\u{0}")
        known.withLock { known in
            if let first = known[key].map(Self.profile) { Self.join(first, &profile) }
            known[key] = Self.bytes(profile)
        }
        return true
    }

    /// Merges `first` into `profile`. Values of `first` have priority; values that only `profile` has are retained.
    private static func join(_ first: InstrumentProfile, _ profile: inout InstrumentProfile) {
        let derived = Set(first["DERIVED"].split(separator: ";").map(String.init))
        let otherDerived = Set(profile["DERIVED"].split(separator: ";").map(String.init))
        var joined = first
        var names = derived
        for (name, value) in profile.fields
        where name != "SYMBOL" && name != "TYPE" && name != "DERIVED" && !value.isEmpty {
            let isDerived = otherDerived.contains(name)
            guard first[name].isEmpty || derived.contains(name) && !isDerived else { continue }
            set(name, value, &joined)
            if isDerived { names.insert(name) } else { names.remove(name) }
        }
        if names != derived { joined.setCustomField("DERIVED", names.sorted().joined(separator: ";")) }
        profile = joined
    }

    private static func set(_ name: String, _ value: String, _ profile: inout InstrumentProfile) {
        if let field = ProfileField(name: name) {
            _ = profile.set(field, value.utf8Span.span)
        } else {
            profile.setCustomField(name, value)
        }
    }

    private static func bytes(_ profile: InstrumentProfile) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in profile.fields where !value.isEmpty { bytes += "\(name)\u{0}\(value)\u{0}".utf8 }
        return bytes
    }

    private static func profile(_ bytes: [UInt8]) -> InstrumentProfile {
        var profile = InstrumentProfile()
        let texts = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        for index in stride(from: 0, to: texts.count - 1, by: 2) { set(texts[index], texts[index + 1], &profile) }
        return profile
    }
}
