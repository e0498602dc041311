internal import InstrumentCatalog
internal import ProfileFormat

/// Which source is believed: how the records of several sources become one golden record for each instrument.
///
/// ```
/// sources exchange, vendor                  # best first
/// type BOND: vendor                         # of bonds everything, first from vendor
/// field DESCRIPTION, ICB: vendor            # of any type
/// type OPTION field STRIKE: exchange only   # from no other source
/// match symbol, listing
/// key vendor: VENDOR_ID
/// ```
///
/// - **Records of one instrument**: those with one symbol. By `match symbol, listing`, also those with one `Listing`, under different
///   symbols, unless a source has two symbols of that listing.
/// - **Fields**: each is taken from the first source in its order that has it. The order of a field of a type is that of the rule for both;
///   else that of the field's rule, the type's rule, the line `sources`. Sources that a rule doesn't name follow in the order of
///   the line `sources`, those that this doesn't name in the order in which they first loaded. After `only` none follow.
/// - **Type and symbol**: TYPE is decided first, by `field TYPE` or `sources`; its rules then hold for all other fields, SYMBOL too.
/// - **Whole records**: by `take records`, all fields are those of the first source that has the instrument. That is so where no policy is set.
package struct MasterPolicy: Hashable, Sendable {
    /// Sources in the order in which they are believed.
    package struct Order: Hashable, Sendable {
        /// Best first.
        package var sources: [String]
        /// No other source is believed.
        package var isOnly = false
    }

    /// What a rule is about.
    struct Scope: Hashable, Sendable {
        /// `nil` for any type.
        var type: String?
        /// `nil` for any field.
        var field: String?
    }

    /// All fields of an instrument come from one source.
    package var takesRecords = false
    /// Records are matched by their listing where their symbols differ.
    package var matchesListings = false
    /// The order where no rule says another one; sources that it doesn't name follow.
    package var sources = Order(sources: [])
    /// The orders of types, fields, and fields of types.
    var rules: [Scope: Order] = [:]
    /// By source the field whose text stays the same when its symbol changes.
    package var keyFields: [String: String] = [:]

    /// The policy where none is set: whole records, from the source that loaded first.
    package static let none = MasterPolicy(takesRecords: true)

    /// All sources that the policy names, sorted.
    package var namedSources: [String] {
        let orders = [sources] + rules.values
        return Set(orders.flatMap(\.sources) + keyFields.keys).sorted()
    }

    /// All fields that the policy names and that aren't standard ones, sorted.
    package var namedCustomFields: [String] {
        let names = rules.keys.compactMap(\.field) + keyFields.values
        return Set(names.filter { ProfileField(name: $0) == nil }).sorted()
    }

    /// All types that the policy names, sorted.
    package var namedTypes: [String] { Set(rules.keys.compactMap(\.type)).sorted() }

    /// The rule that decides a field of a type, or with `nil` those without a rule of their own; `nil` where the line `sources` does.
    func rule(field: String?, type: String) -> (scope: Scope, order: Order)? {
        let ofField = field.map { [Scope(type: type, field: $0), Scope(field: $0)] } ?? []
        for scope in ofField + [Scope(type: type)] {
            if let order = rules[scope] { return (scope, order) }
        }
        return nil
    }
}

extension MasterPolicy.Scope: CustomStringConvertible {
    /// `type OPTION field STRIKE`.
    var description: String {
        [type.map { "type \(MasterPolicy.written($0))" }, field.map { "field \(MasterPolicy.written($0))" }]
            .compactMap(\.self).joined(separator: " ")
    }
}

extension MasterPolicy {
    /// A name as a policy writes it: in quotes where it would be read as something else.
    static func written(_ name: String) -> String {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy(PolicyParser.isPlain) && !PolicyParser.words.contains(name)
        return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
    }
}

/// Everything that is wrong with a policy that can't be used.
package struct MasterPolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A place of the text that can't be read, or that contradicts another.
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line, from 1.
        package var line: Int
        /// The byte in the line, from 1.
        package var column: Int
        /// The message: what was found, what was expected and what to do.
        package var reason: String

        /// `line 7, column 3: reason`.
        package var description: String { "line \(line), column \(column): \(reason)" }
    }

    /// At least one, in the order of the lines; the first of each line.
    package var problems: [Problem]

    /// A line for each problem.
    package var description: String { "policy:\n  " + problems.map(\.description).joined(separator: "\n  ") }
}

/// A policy as a store keeps it.
package struct StorePolicy: Hashable, Sendable {
    /// The batch that set it.
    package var seq: Int
    /// Its text, as it was given.
    package var text: String
    /// The rules of the text.
    package var policy: MasterPolicy
}

extension MasterConnection {
    /// The policy that is in force; `nil` where none is set.
    ///
    /// - Throws: `MasterStoreError`; of kind `unsupported` where a later program set one that this one can't read.
    package func policyInForce() throws -> StorePolicy? {
        let rows = try execute("SELECT seq, text FROM ipf.policy ORDER BY seq DESC LIMIT 1")
        guard rows.count > 0, let seq = rows.integer(0, 0), let text = rows.text(0, 1) else { return nil }
        do throws(MasterPolicyError) {
            return StorePolicy(seq: seq, text: text, policy: try MasterPolicy(parsing: text))
        } catch {
            throw MasterStoreError(
                .unsupported, store: store,
                "the policy in force can't be read by this program; use a newer ipf: \(error)")
        }
    }

    /// The sources of a store, in the order in which they first loaded.
    ///
    /// - Throws: `MasterStoreError`.
    package func sourceNames() throws(MasterStoreError) -> [String] {
        let rows = try execute("SELECT name FROM ipf.source ORDER BY id")
        return (0..<rows.count).map { rows.text($0, 0) ?? "" }
    }
}
