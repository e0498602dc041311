/// Credentials for a server.
///
/// They are sent with the first request, without waiting for a challenge. They are sent only to the host of the
/// address, never to the target of a redirect (`ipf-format.md`, section 3).
///
/// Printing, interpolating or dumping a value never shows its secret.
public struct Credentials: Hashable, Sendable {
    enum Secret: Hashable, Sendable {
        case basic(user: String, password: String)
        case bearer(token: String)
        case password(String)
    }

    private let hidden: Redacted<Secret>
    var secret: Secret { hidden.value }

    private init(secret: Secret) { hidden = Redacted(secret) }

    /// Returns credentials for HTTP Basic authentication.
    public static func basic(user: String, password: String) -> Credentials {
        Credentials(secret: .basic(user: user, password: password))
    }

    /// Returns a bearer token (RFC 6750); `token` does not include the word `Bearer`.
    public static func bearer(_ token: String) -> Credentials {
        Credentials(secret: .bearer(token: token))
    }

    /// Returns a password for HTTP Basic authentication. The user name is that of the address: `https://USER@HOST/…`.
    ///
    /// The password is ignored if the address contains no user name, or already contains a password.
    public static func password(_ password: String) -> Credentials {
        Credentials(secret: .password(password))
    }

    /// Returns the credentials to send, or `nil` for none. `own` are the credentials that the address contains.
    func completing(_ own: Credentials?) -> Credentials? {
        guard case .password(let password) = secret else { return self }
        return own?.userWithoutPassword.map { .basic(user: $0, password: password) } ?? own
    }

    /// The user name if these are Basic credentials with an empty password; otherwise `nil`.
    var userWithoutPassword: String? {
        if case .basic(let user, "") = secret { user } else { nil }
    }

    /// The reason that a request cannot carry these credentials; `nil` if it can.
    var fault: String? {
        switch secret {
        case .basic(let user, let password):
            if user.utf8.contains(ASCII.colon) { return "the user name contains a colon, which HTTP Basic can't send" }
            return Self.isSendable(user) && Self.isSendable(password)
                ? nil : "the user name or password contains a control character"
        case .bearer(let token):
            if token.isEmpty { return "the bearer token is empty" }
            return Self.isSendable(token) && !token.utf8.contains(0x20)
                ? nil : "the bearer token contains a space or a control character"
        case .password(let password):
            return Self.isSendable(password) ? nil : "the password contains a control character"
        }
    }

    private static func isSendable(_ text: String) -> Bool { !text.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}

extension Credentials: CustomStringConvertible {
    /// The kind of the credentials, without their contents.
    public var description: String {
        switch secret {
        case .basic: "user and password (hidden)"
        case .bearer: "bearer token (hidden)"
        case .password: "password (hidden)"
        }
    }
}

/// A value that never appears in a description, a dump or a mirror, even in those of the value that contains it.
package struct Redacted<Value> {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}
extension Redacted: Sendable where Value: Sendable {}

extension Redacted: CustomStringConvertible, CustomReflectable {
    package var description: String { "(hidden)" }

    package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
