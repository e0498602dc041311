internal import Essentials
internal import HTTPTypes
internal import Scanning
internal import Synchronization

/// The current tokens.
final class KnownTokens: Sendable {
    private let kept: Mutex<Tokens>

    init(_ tokens: [String]) { kept = Mutex(Tokens(tokens)) }

    var current: Tokens { kept.withLock { $0 } }

    /// Replaces the tokens, unless the new list is empty.
    func replace(_ tokens: [String]) {
        if tokens.isEmpty { return }
        kept.withLock { $0 = Tokens(tokens) }
    }
}

/// The access tokens of the service, which never appear in any output.
struct Tokens: Sendable {
    private let tokens: [[UInt8]]

    init(_ tokens: [String]) { self.tokens = tokens.map { Array($0.utf8) } }

    /// The result of checking a request's token.
    enum Standing {
        /// The token is valid, or none is required.
        case known
        case missing
        case wrong

        /// - Throws: `Problem` if the request isn't authorized.
        func check() throws(Problem) {
            if self == .known { return }
            throw .unauthorized(isMissing: self == .missing)
        }
    }

    /// - Parameter authorization: The value of the request's header field `Authorization`.
    func standing(_ authorization: String?) -> Standing {
        if tokens.isEmpty { return .known }
        guard let authorization else { return .missing }
        return Self.secret(authorization).map(isKnown) == true ? .known : .wrong
    }

    /// Returns the token of `Bearer TOKEN`, or the password of `Basic`, because IPF clients send either form; `nil` for
    /// another form.
    static func secret(_ field: String?) -> [UInt8]? {
        guard let field, let space = field.firstIndex(of: " ") else { return nil }
        let value = field[field.index(after: space)...].trimmed()
        switch field[..<space].lowercased() {
        case "bearer": return Array(value.utf8)
        case "basic":
            guard let data = Data(base64Encoded: String(value)), let colon = data.firstIndex(of: UInt8(ascii: ":"))
            else {
                return nil
            }
            return Array(data[(colon + 1)...])
        default: return nil
        }
    }

    /// Compares every byte with every token, so that the time taken reveals nothing but lengths.
    private func isKnown(_ offered: [UInt8]) -> Bool {
        var isKnown = false
        for token in tokens {
            var difference = UInt64(truncatingIfNeeded: token.count ^ offered.count)
            for index in token.indices {
                difference |= UInt64(token[index] ^ (offered.isEmpty ? 0 : offered[index % offered.count]))
            }
            isKnown = isKnown || (difference == 0 && !token.isEmpty)
        }
        return isKnown
    }
}
