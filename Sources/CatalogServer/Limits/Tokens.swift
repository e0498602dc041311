internal import Foundation
internal import HTTPTypes

/// The secrets that open the service. They are never written anywhere.
struct Tokens: Sendable {
    private let tokens: [[UInt8]]

    init(_ tokens: [String]) { self.tokens = tokens.map { Array($0.utf8) } }

    /// - Throws: `Problem` where tokens are asked for, and the field brings none of them.
    func check(_ authorization: String?) throws(Problem) {
        if tokens.isEmpty { return }
        if let authorization, let offered = Self.secret(authorization), isKnown(offered) { return }
        var problem = Problem(
            .unauthorized,
            authorization == nil
                ? "A token is needed; send it as 'Authorization: Bearer TOKEN'."
                : "The token isn't one of this service's.")
        problem.headers = [(.wwwAuthenticate, "Bearer realm=\"ipf\"")]
        throw problem
    }

    /// The token of `Bearer TOKEN`, or the password of `Basic`: clients of the format send either.
    private static func secret(_ field: String) -> [UInt8]? {
        guard let space = field.firstIndex(of: " ") else { return nil }
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

    /// Looks at every byte of every token, whatever differs first, so that the time tells nothing but lengths.
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
