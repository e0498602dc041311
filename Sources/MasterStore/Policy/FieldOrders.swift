internal import ProfileFormat

/// A policy's orders for the sources of a store, as numbers: asked for each field of each instrument.
///
/// A class, since it keeps what it found: a store has some dozen types.
final class FieldOrders {
    let policy: MasterPolicy
    /// The store's sources in the order in which they first loaded; their places are their numbers.
    let sources: [String]
    /// The numbers of the sources in the general order. Those that the policy leaves out aren't in it.
    let general: [Int]
    /// The order of TYPE, which no type's rules decide.
    let ofTypeField: [Int]
    private var ofTypes: [String: OfType] = [:]

    /// The orders of the fields of a type.
    struct OfType {
        /// By the standard fields' numbers.
        fileprivate(set) var standard: [[Int]]
        /// Of custom fields that have a rule.
        fileprivate(set) var custom: [String: [Int]]
        /// Of all others.
        fileprivate(set) var others: [Int]
        /// No rule leaves a source out of a field while others of the instrument's fields are taken from it.
        fileprivate(set) var isWhole: Bool

        /// The order of a field.
        func order(of field: RecordFields.Field) -> [Int] {
            field.number == ProfileField.customNumber ? custom[field.name] ?? others : standard[Int(field.number)]
        }
    }

    init(_ policy: MasterPolicy, sources: [String]) {
        self.policy = policy
        self.sources = sources
        let general = Self.numbers(policy.sources, sources, then: Array(sources.indices))
        self.general = general
        let rule = policy.rules[.init(field: ProfileField.type.name)]
        // A source that the line `sources` leaves out doesn't count for anything.
        ofTypeField = rule.map { Self.numbers($0, sources, then: general) }?.filter(general.contains) ?? general
    }

    /// The orders of a type's fields.
    func ofType(_ type: String) -> OfType {
        if let known = ofTypes[type] { return known }
        let orders = makeOrders(type)
        ofTypes[type] = orders
        return orders
    }

    private func makeOrders(_ type: String) -> OfType {
        func order(_ field: String?) -> [Int] {
            let rule = policy.rule(field: field, type: type)?.order
            return rule.map { Self.numbers($0, sources, then: general) }?.filter(general.contains) ?? general
        }
        let others = order(nil)
        var custom: [String: [Int]] = [:]
        for name in policy.namedCustomFields { custom[name] = order(name) }
        var standard = ProfileField.allNames.map { order($0) }
        standard[Int(ProfileField.type.rawValue)] = ofTypeField
        let all = standard + custom.values
        return OfType(
            standard: standard, custom: custom, others: others,
            isWhole: all.allSatisfy { Set($0) == Set(others) })
    }

    /// The numbers of an order's sources, then those of `rest` unless it is the only one. What the store doesn't know is left out.
    private static func numbers(_ order: MasterPolicy.Order, _ sources: [String], then rest: [Int]) -> [Int] {
        let named = order.sources.compactMap { sources.firstIndex(of: $0) }
        return order.isOnly ? named : named + rest.filter { !named.contains($0) }
    }
}
