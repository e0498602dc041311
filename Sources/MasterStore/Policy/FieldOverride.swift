internal import InstrumentCatalog
internal import ProfileFormat

/// An override in force. It replaces a field of the golden record, regardless of the sources.
struct FieldOverride: Hashable, Sendable {
    /// The number. Later overrides have larger numbers.
    var id: Int
    /// The symbol of the instrument in any source.
    var symbol: String
    var field: String
    /// The text in normal form; empty if the override removes the field.
    var value: String

    /// Applies overrides to a profile, in the given order, and returns the result.
    ///
    /// - Complexity: O(bytes of the profile).
    static func apply(_ overrides: [FieldOverride], to profile: [UInt8]) -> [UInt8] {
        if overrides.isEmpty { return profile }
        var changed = EncodedProfile.profile(profile)
        for override in overrides {
            if let field = ProfileField(name: override.field) {
                changed.set(field, override.value.utf8Span.span)
            } else {
                changed.setCustomField(override.field, override.value)
            }
        }
        return EncodedProfile.bytes(of: changed.catalogForm)
    }

    /// The condition on `ipf.override o` that an override is in force.
    static let isInForce = "o.from_seq IS NOT NULL AND o.to_seq IS NULL"

    /// The condition on `ipf.override o` that an override is approved and begins later.
    static let isPending = "o.approved_seq IS NOT NULL AND o.from_seq IS NULL AND o.to_seq IS NULL"

    /// The condition on `ipf.override o` that a pending override should be in force, by the clock of the server.
    static let isDue = "(\(isPending) AND o.valid_from <= clock_timestamp())"
}

/// The overrides of several symbols.
struct SymbolOverrides {
    private var bySymbol: [String: Set<FieldOverride>] = [:]

    mutating func add(_ override: FieldOverride) { bySymbol[override.symbol, default: []].insert(override) }

    /// Returns the overrides of an instrument with these symbols, in the order of their numbers.
    func of(_ symbols: [String]) -> [FieldOverride] {
        if bySymbol.isEmpty { return [] }
        return symbols.flatMap { bySymbol[$0] ?? [] }.sorted { $0.id < $1.id }
    }
}
