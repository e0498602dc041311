internal import Essentials
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Scanning

extension RouteContext {
    /// Decodes the JSON body of a request that changes something.
    ///
    /// - Throws: A `Problem` if the content isn't JSON by its type; `problem` if the body can't be decoded.
    func json<Body: Decodable>(_ type: Body.Type, otherwise problem: Problem) async throws -> Body {
        let kind = request.headers[.contentType] ?? ""
        guard kind.split(separator: ";").first?.trimmed().lowercased() == "application/json" else {
            throw Problem.notJSON(kind)
        }
        let bytes = try await request.body.collect(upTo: server.options.limits.bodyBytes)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
        } catch {
            throw problem
        }
    }
}
