internal import InstrumentCatalog
internal import ProfileFormat

/// The rules that merge the records of several sources into one golden record for each instrument.
///
/// ```
/// sources exchange, vendor                  # best first
/// type BOND: vendor                         # for bonds, prefer the vendor's fields
/// field DESCRIPTION, ICB: vendor            # for instruments of any type
/// type OPTION field STRIKE: exchange only   # use no other source
/// match symbol, listing
/// key vendor: VENDOR_ID
/// approve overrides                         # each override needs the approval of another role
/// ```
///
/// - **Matching**: Records with the same symbol describe one instrument. With `match symbol, listing`, so do records
///   with the same `Listing`, unless a single source has two symbols with that listing.
/// - **Fields**: A field's text comes from the first source in the field's order that has the field. The order is that
///   of the most specific rule: for type and field, else for the field, else for the type, else the line `sources`.
///   Sources that a rule does not name follow: first those of the line `sources`, in its order, then the others in the
///   order of their first loads. After `only`, no other sources follow.
/// - **Type and symbol**: TYPE is decided first, by `field TYPE` or `sources`. The rules of that type then apply to all
///   other fields, including SYMBOL.
/// - **Whole records**: With `take records`, all fields come from the first source that has the instrument. This is the
///   default if no policy is set.
package struct MasterPolicy: Hashable, Sendable {
    /// Sources in order of preference.
    package struct Order: Hashable, Sendable {
        /// The sources, best first.
        package var sources: [String]
        /// Whether other sources are ignored.
        package var isOnly = false
    }

    /// The instruments and fields that a rule applies to.
    struct Scope: Hashable, Sendable {
        /// The type; `nil` for any type.
        var type: String?
        /// The field; `nil` for any field.
        var field: String?
    }

    /// Whether all fields of an instrument come from one source.
    package var takesRecords = false
    /// Whether records with different symbols are matched by their listings.
    package var matchesListings = false
    /// Whether each override requires the approval of another role.
    package var approvesOverrides = false
    /// The order if no rule applies (the line `sources`). Sources that it does not name follow in the order of their
    /// first loads.
    package var sources = Order(sources: [])
    /// The orders of types, of fields, and of fields of types.
    var rules: [Scope: Order] = [:]
    /// For each source, the field whose text remains the same when an instrument gets another symbol.
    package var keyFields: [String: String] = [:]

    /// The policy of a store without one: whole records, from the source that loaded first.
    package static let none = MasterPolicy(takesRecords: true)

    /// All sources that the policy names, sorted.
    package var namedSources: [String] {
        let orders = [sources] + rules.values
        return Set(orders.flatMap(\.sources) + keyFields.keys).sorted()
    }

    /// All custom fields that the policy names, sorted.
    package var namedCustomFields: [String] {
        let names = rules.keys.compactMap(\.field) + keyFields.values
        return Set(names.filter { ProfileField(name: $0) == nil }).sorted()
    }

    /// All types that the policy names, sorted.
    package var namedTypes: [String] { Set(rules.keys.compactMap(\.type)).sorted() }

    /// Returns the rule that decides a field of a type; `nil` if the line `sources` decides. If `field` is `nil`,
    /// returns the rule of the type that decides fields without their own rule.
    func rule(field: String?, type: String) -> (scope: Scope, order: Order)? {
        let ofField = field.map { [Scope(type: type, field: $0), Scope(field: $0)] } ?? []
        for scope in ofField + [Scope(type: type)] {
            if let order = rules[scope] { return (scope, order) }
        }
        return nil
    }
}

extension MasterPolicy.Scope: CustomStringConvertible {
    /// The scope in the policy's notation, such as `type OPTION field STRIKE`.
    var description: String {
        [type.map { "type \(MasterPolicy.written($0))" }, field.map { "field \(MasterPolicy.written($0))" }]
            .compactMap(\.self).joined(separator: " ")
    }
}

extension MasterPolicy {
    /// Returns a name in the policy's notation: in quotes if it would be read as something else.
    static func written(_ name: String) -> String {
        let isPlain =
            !name.isEmpty && name.utf8.allSatisfy(StatementTokens.isPlain) && !StatementTokens.words.contains(name)
        return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
    }
}

/// The problems of an invalid policy, or of invalid quality rules.
package struct MasterPolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A part of the text that is not valid, or contradicts another part.
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line, from 1.
        package var line: Int
        /// The byte within the line, from 1.
        package var column: Int
        /// The message: what was found, what was expected and what to do.
        package var reason: String

        /// The problem with its position: `line 7, column 3: reason`.
        package var description: String { "line \(line), column \(column): \(reason)" }
    }

    /// The problems in the order of the lines, at most one for each line. Never empty.
    package var problems: [Problem]
    /// The kind of text: `policy` or `rules`.
    package var subject = "policy"

    /// The problems, one in each line.
    package var description: String { "\(subject):\n  " + problems.map(\.description).joined(separator: "\n  ") }
}

/// A policy that is stored in a master.
package struct StorePolicy: Hashable, Sendable {
    /// The sequence number of the batch that set the policy.
    package var seq: Int
    /// The text of the policy, as given.
    package var text: String
    /// The rules parsed from the text.
    package var policy: MasterPolicy
}

extension MasterConnection {
    /// Returns the policy in force; `nil` if no policy is set.
    ///
    /// - Throws: `MasterStoreError`; of kind `unsupported` if this program cannot parse the policy, which a later
    ///   version set.
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

    /// Returns the sources of a store, in the order of their first loads.
    ///
    /// - Throws: `MasterStoreError`.
    package func sourceNames() throws(MasterStoreError) -> [String] {
        let rows = try execute("SELECT name FROM ipf.source ORDER BY id")
        return (0..<rows.count).map { rows.text($0, 0) ?? "" }
    }
}
