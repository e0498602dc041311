/// What a server is shown to let a client in, sent preemptively with the first request and only to the address's own
/// host, never to one that it redirects to (`ipf-format.md`, section 3).
///
/// Neither printing, interpolating nor dumping a value shows what is in it.
public struct Credentials: Hashable, Sendable {
    enum Secret: Hashable, Sendable {
        case basic(user: String, password: String)
        case bearer(token: String)
        case password(String)
    }

    private let hidden: Redacted<Secret>
    var secret: Secret { hidden.value }

    private init(secret: Secret) { hidden = Redacted(secret) }

    /// HTTP Basic.
    public static func basic(user: String, password: String) -> Credentials {
        Credentials(secret: .basic(user: user, password: password))
    }

    /// A bearer token (RFC 6750), without the word `Bearer`.
    public static func bearer(_ token: String) -> Credentials {
        Credentials(secret: .bearer(token: token))
    }

    /// The password of HTTP Basic for the user that the address names without one: `https://USER@HOST/…`. An address that names
    /// no user, or a password too, is asked as if these weren't there.
    public static func password(_ password: String) -> Credentials {
        Credentials(secret: .password(password))
    }

    /// What is sent to an address with credentials of its own; `nil` for nothing.
    func completing(_ own: Credentials?) -> Credentials? {
        guard case .password(let password) = secret else { return self }
        return own?.userWithoutPassword.map { .basic(user: $0, password: password) } ?? own
    }

    /// The user where there is no password; `nil` for all other credentials.
    var userWithoutPassword: String? {
        if case .basic(let user, "") = secret { user } else { nil }
    }

    /// Why they can't be put into a request, `nil` where they can.
    var fault: String? {
        switch secret {
        case .basic(let user, let password):
            if user.utf8.contains(ASCII.colon) { return "the user name holds a colon, which HTTP Basic can't send" }
            return Self.isSendable(user) && Self.isSendable(password)
                ? nil : "the user name or password holds a control character"
        case .bearer(let token):
            if token.isEmpty { return "the bearer token is empty" }
            return Self.isSendable(token) && !token.utf8.contains(0x20)
                ? nil : "the bearer token holds a space or a control character"
        case .password(let password):
            return Self.isSendable(password) ? nil : "the password holds a control character"
        }
    }

    private static func isSendable(_ text: String) -> Bool { !text.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}

extension Credentials: CustomStringConvertible {
    /// The kind of credentials, and nothing of what is in them.
    public var description: String {
        switch secret {
        case .basic: "user and password (hidden)"
        case .bearer: "bearer token (hidden)"
        case .password: "password (hidden)"
        }
    }
}

/// A value that no description, dump or mirror shows, nor those of what holds it.
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
