/// The person behind a batch, and the reason, as the user states them. The log also contains the database role, which
/// the server verifies.
package struct BatchAuthor: Hashable, Sendable {
    /// The person; `nil` if only the database role is known.
    package var person: String?
    /// The reason; `nil` if none is given.
    package var reason: String?

    package init(person: String? = nil, reason: String? = nil) {
        self.person = person
        self.reason = reason
    }
}
