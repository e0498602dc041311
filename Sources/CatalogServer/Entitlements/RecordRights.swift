internal import InstrumentCatalog
internal import Scanning

/// The instruments and fields that an entitlement allows.
///
/// The venue of an instrument is its OPOL. An instrument without OPOL is allowed if all of its EXCHANGES are. Venues
/// that are not allowed are removed from EXCHANGES.
struct RecordRights: Hashable, Sendable {
    enum Fields: Hashable, Sendable {
        case all
        case only(Set<String>)
        case without(Set<String>)
    }

    /// The allowed types; `nil` for all.
    var types: Set<String>?
    /// The allowed venues; `nil` for all.
    var venues: Set<String>?
    /// The sources of a master from whose records all answers are computed; `nil` for all.
    var sources: Set<String>?
    var fields = Fields.all

    /// Whether nothing is limited.
    var areUnlimited: Bool { self == RecordRights() }

    /// A number that is equal for equal rights, on all nodes, for entity tags.
    var digest: UInt64 {
        func list(_ names: Set<String>?) -> String { names.map { $0.sorted().joined(separator: ",") } ?? "*" }
        let names =
            switch fields {
            case .all: "*"
            case .only(let names): "+" + list(names)
            case .without(let names): "-" + list(names)
            }
        return ByteHash.hash("\(list(types)) \(list(venues)) \(list(sources)) \(names)".utf8Span.span)
    }

    /// Returns whether every record has a field, and thus every entitlement. `REMOVED_ON` is that of expired
    /// instruments.
    static func everyRecordHas(_ field: String) -> Bool {
        [ProfileField.type.name, ProfileField.symbol.name, RemovedInstrument.field].contains(field)
    }

    func allows(field name: String) -> Bool {
        if Self.everyRecordHas(name) { return true }
        return switch fields {
        case .all: true
        case .only(let names): names.contains(name)
        case .without(let names): !names.contains(name)
        }
    }

    /// Returns the allowed part of a profile; `nil` if the instrument is not allowed.
    func restricted(_ profile: InstrumentProfile) -> InstrumentProfile? {
        FieldFilter(self).restricted(EncodedProfile.bytes(of: profile.catalogForm)).map(EncodedProfile.profile)
    }
}

/// Applies rights to encoded profiles. All restricted answers are made from its results.
struct FieldFilter: Sendable {
    private let rights: RecordRights
    /// Whether a standard field is allowed, by its number.
    private let allowsStandard: [Bool]
    private static let exchanges = ProfileField.exchanges.rawValue

    init(_ rights: RecordRights) {
        self.rights = rights
        allowsStandard = ProfileField.allCases.map { rights.allows(field: $0.name) }
    }

    func allows(field name: String) -> Bool { rights.allows(field: name) }

    /// Returns the allowed part of a profile (`EncodedProfile`); `nil` if the instrument is not allowed.
    ///
    /// - Complexity: O(`profile.count`).
    func restricted(_ profile: [UInt8]) -> [UInt8]? {
        guard allows({ EncodedProfile.text($0, in: profile) }) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(profile.count)
        var cursor = PayloadCursor(profile.span)
        while !cursor.isAtEnd {
            let start = cursor.position
            guard let field = cursor.byte() else { return nil }
            let isAllowed: Bool
            if field == ProfileField.customNumber {
                guard let name = cursor.text() else { return nil }
                isAllowed = rights.allows(field: String(decoding: profile.span.extracting(name)))
            } else {
                guard Int(field) < allowsStandard.count else { return nil }
                isAllowed = allowsStandard[Int(field)]
            }
            guard let text = cursor.text() else { return nil }
            if !isAllowed { continue }
            if field == Self.exchanges, let venues = rights.venues {
                append(exchanges: String(decoding: profile.span.extracting(text)), of: venues, to: &result)
            } else {
                result += profile[start..<cursor.position]
            }
        }
        return result
    }

    /// Returns whether an instrument is allowed.
    ///
    /// - Parameter text: Returns the text of a field.
    func allows(_ text: (ProfileField) -> String) -> Bool {
        if let types = rights.types, !types.contains(text(.type)) { return false }
        guard let venues = rights.venues else { return true }
        let opol = text(.opol)
        if !opol.isEmpty { return venues.contains(opol) }
        let exchanges = text(.exchanges).split(separator: ";")
        return !exchanges.isEmpty && exchanges.allSatisfy { venues.contains(String($0)) }
    }

    private func append(exchanges: String, of venues: Set<String>, to profile: inout [UInt8]) {
        let allowed = exchanges.split(separator: ";").filter { venues.contains(String($0)) }.joined(separator: ";")
        if allowed.isEmpty { return }
        var field = InstrumentProfile()
        field.exchanges = allowed
        profile += EncodedProfile.bytes(of: field)
    }
}
