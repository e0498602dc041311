internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// The reason why a request failed, as problem details (RFC 9457).
struct Problem: Error {
    let status: HTTPResponse.Status
    /// The message for users, in whole sentences.
    let detail: String
    /// Similar symbols, for an unknown symbol.
    var suggestions: [Suggestion] = []
    /// Whether the symbol existed and was removed.
    var wasRemoved = false
    /// The time of the removal; `nil` if it isn't known.
    var removedOn: Instant?
    /// The batch of the master after which changes are still available; `nil` if the problem isn't about dropped
    /// changes.
    var replayFrom: String?
    /// Further header fields, for example those of a 405.
    var headers: [(HTTPField.Name, String)] = []

    struct Suggestion {
        var symbol: String
        var type: String
        var description: String
    }

    /// - Parameter seconds: The wait before another attempt (`Retry-After`); `nil` for none.
    init(_ status: HTTPResponse.Status, _ detail: String, retryAfter seconds: Int? = nil) {
        self.status = status
        self.detail = detail
        if let seconds { headers = [(.retryAfter, String(seconds))] }
    }

    /// Creates a problem from the text of an error, such as `there is no field FOO; did you mean BAR?`.
    init(_ status: HTTPResponse.Status, sentence text: String, retryAfter seconds: Int? = nil) {
        self.init(status, Self.sentence(text), retryAfter: seconds)
    }

    /// Returns a text as a whole sentence: with a capital letter, and a period unless it ends with a question mark.
    static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix("?") ? "" : ".")
    }

    /// Returns at most 80 characters of a client's text, for use in a sentence.
    static func excerpt(_ text: String) -> String { text.count <= 80 ? text : text.prefix(80) + "…" }

    /// The body, `application/problem+json`.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("type", "about:blank")
            json.member("title", status.reasonPhrase)
            json.member("status", status.code)
            json.member("detail", detail)
            if wasRemoved { json.member("removed", true) }
            if let removedOn { json.member("removedOn", "\(removedOn)") }
            if let replayFrom { json.member("replayFrom", replayFrom) }
            if !suggestions.isEmpty {
                json.array("suggestions") { json in
                    for suggestion in suggestions {
                        json.object { json in
                            json.member("symbol", suggestion.symbol)
                            json.member("type", suggestion.type)
                            json.member("description", suggestion.description)
                        }
                    }
                }
            }
        }
        return json.bytes
    }
}

extension Problem {
    /// Creates a problem from an error of a catalog.
    init(_ error: CatalogError) {
        switch error.kind {
        case .cursor, .invalidValue: self.init(.badRequest, sentence: error.reason)
        case .outOfHistory: self.init(.notFound, sentence: "the catalog \(error.reason)")
        default: self = .unreadableCatalog
        }
    }
}
