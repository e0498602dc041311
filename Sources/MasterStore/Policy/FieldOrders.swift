internal import ProfileFormat

/// The order of preference among a store's sources, for each type and field, by a policy. Sources are numbers, for fast
/// access.
///
/// This is a class, because it caches the orders of each type. A store has a few dozen types.
final class FieldOrders {
    let policy: MasterPolicy
    /// The store's sources in the order of their first loads. A source's number here is its index.
    let sources: [String]
    /// The sources in the order of the policy's line `sources`, without the sources that this line excludes.
    let general: [Int]
    /// The order for the field TYPE. Rules with the keyword `type` do not affect this order.
    let ofTypeField: [Int]
    private var ofTypes: [String: OfType] = [:]

    /// The orders for the fields of a type.
    struct OfType {
        /// The orders for standard fields, by the fields' numbers.
        fileprivate(set) var standard: [[Int]]
        /// The orders for custom fields that have a rule.
        fileprivate(set) var custom: [String: [Int]]
        /// The order for all other fields.
        fileprivate(set) var others: [Int]
        /// Whether the orders of all fields have the same sources. If so, an instrument with a single record needs no
        /// merging.
        fileprivate(set) var isWhole: Bool

        /// Returns the order for a field.
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
        // A source that the line `sources` excludes is ignored for all fields.
        ofTypeField = rule.map { Self.numbers($0, sources, then: general) }?.filter(general.contains) ?? general
    }

    /// Returns the orders for the fields of a type.
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

    /// Returns the numbers of an order's sources, followed by those of `rest` unless the order has `only`. Sources that
    /// the store does not have are skipped.
    private static func numbers(_ order: MasterPolicy.Order, _ sources: [String], then rest: [Int]) -> [Int] {
        let named = order.sources.compactMap { sources.firstIndex(of: $0) }
        return order.isOnly ? named : named + rest.filter { !named.contains($0) }
    }
}
