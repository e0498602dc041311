internal import HTTPTypes
internal import InstrumentCatalog
internal import MarketRules
internal import Scanning

/// The texts and statuses of all problems that the service itself detects.
///
/// A text says what was found, what was expected and what to do. Some texts contain reasons from errors of other
/// modules, such as `MarketRules`.
extension Problem {
    /// Returns at most 80 characters of a client's text, in quotation marks.
    private static func quoted(_ text: some StringProtocol) -> String { "'\(excerpt(String(text)))'" }

    // MARK: Requests

    static let twoHosts = Problem(.badRequest, "The request has more than one 'Host' field; send one.")
    static let noHost = Problem(.badRequest, "The request names no host; send a 'Host' field.")
    static let relativePath = Problem(.badRequest, "The path does not begin with '/'.")
    static let notHTTP = Problem(.badRequest, "The request is not valid HTTP.")
    static let lateHeader = Problem(.requestTimeout, "The header of the request did not arrive in time.")
    static let lateBody = Problem(.requestTimeout, "The body of the request did not arrive in time.")

    static func notAHost(_ text: String) -> Problem {
        Problem(
            .badRequest, "\(quoted(text)) is not a host; send a 'Host' field such as localhost:8080 or [::1]:8080.")
    }

    static func hostNotAllowed(_ name: String) -> Problem {
        Problem(
            .misdirectedRequest,
            "\(quoted(name)) is not an allowed host; start the service with '--allow-host' to allow it.")
    }

    /// - Parameter host: The `Host` field; `nil` if it is absent.
    static func differentHosts(target: Substring, host: String?) -> Problem {
        let hosts = host.map { "'Host' names \(quoted($0))" } ?? "there is no 'Host'"
        return Problem(.badRequest, "The target names \(quoted(target)) and \(hosts); send the same in both.")
    }

    static func longTarget(_ length: Int, atMost limit: Int) -> Problem {
        Problem(
            .init(code: 414, reasonPhrase: "URI Too Long"),
            "The address is \(length) bytes long, expected at most \(limit).")
    }

    static func longHeader(atMost limit: Int) -> Problem {
        Problem(.requestHeaderFieldsTooLarge, "The header of the request is longer than \(limit) bytes.")
    }

    /// - Parameter length: The length of the body; `nil` if it is not known.
    static func longBody(_ length: Int? = nil, atMost limit: Int) -> Problem {
        Problem(
            .contentTooLarge,
            length.map { "The body is \($0) bytes long, expected at most \(limit)." }
                ?? "The body is longer than \(limit) bytes; split the request.")
    }

    static func unsupported(
        _ name: HTTPField.Name, _ value: String, _ status: HTTPResponse.Status, expected: String
    ) -> Problem {
        var problem = Problem(status, "'\(name)' is \(quoted(value)), expected \(expected).")
        problem.headers = [(.connection, "close")]
        return problem
    }

    /// - Parameter near: Similar paths of the service.
    static func noPage(_ path: Substring, near: [String]) -> Problem {
        Problem(
            .notFound,
            sentence: "page not found: \(quoted(path))"
                + (near.isEmpty ? "; see /openapi.json" : NearestNames.question(near)))
    }

    static func methodNotAllowed(_ method: HTTPRequest.Method, allowed: String) -> Problem {
        var problem = Problem(
            .methodNotAllowed, "\(quoted(method.rawValue)) is not allowed here; 'Allow' lists the methods.")
        problem.headers = [(.allow, allowed)]
        return problem
    }

    static func unauthorized(isMissing: Bool) -> Problem {
        var problem = Problem(
            .unauthorized,
            isMissing
                ? "Access token required; send it as 'Authorization: Bearer TOKEN'."
                : "The token is not valid for this service.")
        problem.headers = [(.wwwAuthenticate, "Bearer realm=\"ipf\"")]
        return problem
    }

    /// - Parameter subject: The answer that requires an entitlement without limits.
    static func limited(_ subject: String) -> Problem {
        Problem(
            .forbidden,
            "\(subject) can't be limited, and the entitlement of this token is limited; "
                + "use a token of an entitlement without limits.")
    }

    static let pastOfSources = Problem(
        .forbidden,
        "The entitlement of this token is limited to sources, and the past is not stored by source; ask about the present, "
            + "or use a token of an entitlement without sources.")

    // MARK: Load

    static let noCatalog = Problem(
        .serviceUnavailable, "There is no catalog yet; see /readyz. Try again later.", retryAfter: 5)
    static let shuttingDown = Problem(.serviceUnavailable, "The service is shutting down.")
    static let entitlementsChanged = Problem(
        .serviceUnavailable, "The entitlements changed before the stream began; send the request again.")
    static let clientLeft = Problem(
        .serviceUnavailable, "The client closed the connection before the answer was complete.")
    static let overBudget = Problem(
        .serviceUnavailable,
        "The answer needs more processor time than a request may use (--request-budget); narrow the request, "
            + "for example with a longer text, fewer filters or no facets.")
    static let internalError = Problem(.internalServerError, "Internal error; see the log of the service.")
    static let unreadableCatalog = Problem(.internalServerError, "The catalog could not be read.")
    static let truncatedFile = Problem(
        .internalServerError, "A temporary file was truncated while it was being sent.")

    static func tooManyRequests(_ limit: Int, retryAfter wait: Int) -> Problem {
        Problem(.tooManyRequests, "More than \(limit) requests in a minute; try again in \(wait) s.", retryAfter: wait)
    }

    static func tooManyWrongTokens(_ limit: Int, retryAfter wait: Int) -> Problem {
        Problem(
            .tooManyRequests, "More than \(limit) wrong tokens in a minute; try again in \(wait) s.", retryAfter: wait)
    }

    /// - Parameter what: The kind of requests, such as `heavy requests`.
    static func busy(_ count: Int, _ what: String) -> Problem {
        Problem(.serviceUnavailable, "\(count) \(what) are already in progress; try again in 2 s.", retryAfter: 2)
    }

    static func tooManyStreams(_ limit: Int) -> Problem {
        Problem(.serviceUnavailable, "There are already \(limit) streams; try again later.")
    }

    static func noSpace(in folder: String) -> Problem {
        Problem(.serviceUnavailable, "There is not enough space in \(folder) to create the answer.")
    }

    // MARK: Parameters

    /// The expected values of parameters.
    enum Expected {
        static let batch = "a batch number, or EPOCH-SEQ as in IPF-Snapshot"
        static let barLength = "a bar length such as 5m, 1h or 1d"
        static let date = "a date such as 2026-03-06"
        static let days = "a number of trading days such as 3"
        static let duration = "a duration such as \(DurationText.words)"
        static let flag = "true or false"
        static let instant = "an instant such as 2026-03-06T14:30:00Z"
        static let kindOfContract = "future or option"
        static let listFormat = "json, ndjson or csv"
        static let listOrder = "rank, symbol, type or expiration"
        static let notation = "a text such as 'q=AAPL US Equity'"
        static let number = "a number such as 227.5"
        static let overnight = "overnight"
        static let seconds = "seconds since 1970"
        static let secondsOrCount = "seconds since 1970, or 'countback'"
        static let sessionOfBars = "regular, premarket, postmarket, overnight or extended"
        static let settlementDays = "a number of days after the trade such as 1"
        static let theme = "dark or light"
        static let tradeDate = "the date of the trade, such as 2026-03-06"
        static let viewFormat = "json or html"
    }

    static let badEscape = Problem(
        .badRequest,
        "The address has a '%' without two hexadecimal digits; write '%25' for the percent sign itself.")
    static let notUTF8 = Problem(.badRequest, "The address has bytes that are not UTF-8.")
    static let controlCharacters = Problem(.badRequest, "The address has control characters.")
    static let noSymbol = Problem(
        .badRequest, "The symbol is missing; add it to the path, percent-encoded, or as '?symbol='.")

    static func unexpected(_ name: String, _ text: String, _ expected: String) -> Problem {
        Problem(.badRequest, "'\(name)' is \(quoted(text)), expected \(expected).")
    }

    static func unexpected(_ name: String, _ text: String, _ range: ClosedRange<Int>) -> Problem {
        unexpected(name, text, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }

    static func missing(_ name: String, _ expected: String) -> Problem {
        Problem(.badRequest, "'\(name)' is missing; expected \(expected).")
    }

    static func tooManyParameters(_ count: Int, atMost limit: Int) -> Problem {
        Problem(.badRequest, "The query has \(count) parameters, expected at most \(limit).")
    }

    /// - Parameters:
    ///   - near: The known names that are similar.
    ///   - hasFields: Whether fields are accepted too.
    static func unknownParameter(_ name: String, known: [String], near: [String], hasFields: Bool) -> Problem {
        let all = known + (hasFields ? ["fields by their IPF names, such as TYPE"] : [])
        let expected = near.isEmpty ? "; expected: \(all.joined(separator: ", "))" : NearestNames.question(near)
        return Problem(.badRequest, sentence: "unknown parameter \(quoted(name))\(expected)")
    }

    static func tooManyFilters(_ limit: Int) -> Problem {
        Problem(.badRequest, "The filters have more than \(limit) values; send several requests.")
    }

    /// - Parameter what: The plural noun for the listed items, such as `venues`.
    static func tooMany(_ name: String, _ count: Int, _ what: String, atMost limit: Int) -> Problem {
        Problem(.badRequest, "'\(name)' names \(count) \(what), expected at most \(limit).")
    }

    // MARK: Bodies

    static let incompleteBody = Problem(.badRequest, "The body is incomplete.")
    static let notIdentifiers = Problem(
        .badRequest,
        "The body is not valid; expected a JSON object such as {\"identifiers\": [\"AAPL\", {\"isin\": "
            + "\"US0378331005\"}]}.")
    static let notAChange = Problem(
        .badRequest,
        "The body is not a change; expected an object such as "
            + "{\"parameter\": \"length\", \"value\": \"20\"} or {\"setting\": \"volume\", \"value\": \"false\"}.")
    static let notAnOverride = Problem(
        .badRequest,
        "The body is not a correction; expected an object such as {\"override\": [{\"symbol\": \"AAPL\", "
            + "\"field\": \"CURRENCY\", \"value\": \"USD\"}], \"reason\": \"ticket 4711\"}, {\"approve\": [17]} or "
            + "{\"withdraw\": [17], \"reason\": \"ticket 4712\"}.")
    static let noReason = Problem(.unprocessableContent, "'reason' is missing; say why the sources are wrong.")
    static let noCorrections = Problem(
        .notFound, "This service accepts no overrides; start it with --corrections and --correctors.")
    static let listTypes = Problem(
        .notAcceptable, "Supported media types: application/json, application/x-ndjson, text/csv.")

    static func notJSON(_ type: String) -> Problem {
        Problem(.unsupportedMediaType, "The body is \(quoted(type)), expected 'application/json'.")
    }

    static func tooManyIdentifiers(_ count: Int, atMost limit: Int) -> Problem {
        Problem(.badRequest, "\(count) identifiers were sent, expected at most \(limit) at once.")
    }

    // MARK: Instruments

    /// Returns the problem for a symbol that isn't in the catalog, with similar symbols.
    ///
    /// - Parameter removedOn: The time of the removal; `nil` if it isn't known.
    static func unknown(_ symbol: String, _ view: Catalog, removedOn: Instant? = nil) -> Problem {
        let wasRemoved = removedOn != nil || view.wasRemoved(symbol)
        var sentence = "There is no instrument \(quoted(symbol))"
        if wasRemoved { sentence += " anymore; it was removed" }
        if let removedOn { sentence += " on \(removedOn)" }
        var problem = Problem(.notFound, sentence + ".")
        problem.wasRemoved = wasRemoved
        problem.removedOn = removedOn
        problem.suggestions = view.suggestions(for: symbol).map { row in
            Suggestion(
                symbol: view.symbol(at: row), type: view.string(.type, at: row),
                description: view.string(.description, at: row))
        }
        return problem
    }

    /// - Parameter removal: The time and reason of the removal.
    static func notLive(_ symbol: String, _ removal: some CustomStringConvertible) -> Problem {
        let path = PercentCoding.encodeForRequest(symbol[...])
        var problem = Problem(
            .notFound, "\(quoted(symbol)) is not live: \(removal). See /v1/instruments/\(path)?expired=true.")
        problem.wasRemoved = true
        return problem
    }

    static func unreadablePriceIncrements(_ symbol: String, _ error: GrammarError) -> Problem {
        Problem(.unprocessableContent, "The price increments of \(quoted(symbol)) cannot be read: \(error).")
    }

    static let strikesWithoutPrice = Problem(
        .badRequest, "'strikes' requires a price to be around; add 'around='.")

    static func noOptions(on name: String) -> Problem { Problem(.notFound, "There are no options on \(quoted(name)).") }

    /// - Parameter near: Similar names that have options.
    static func noOptions(on name: String, near: [String]) -> Problem {
        Problem(.notFound, sentence: "there are no options on \(quoted(name))" + NearestNames.question(near))
    }

    static func productWithoutOptions(_ name: String) -> Problem {
        let product = PercentCoding.encodeForRequest(excerpt(name)[...])
        return Problem(
            .notFound,
            "\(quoted(name)) is a product without options; /v1/list?TYPE=FUTURE&PRODUCT=\(product) lists its futures.")
    }

    static func unknownProduct(_ root: String, _ reason: String) -> Problem {
        Problem(.notFound, sentence: "\(excerpt(root)): \(reason)")
    }

    static func badRoll(_ text: String, _ reason: String) -> Problem {
        Problem(.badRequest, "'roll' is \(quoted(text)): \(reason).")
    }

    // MARK: The past and the master

    static let noExpired = Problem(
        .badRequest, "'expired' requires a node with archive segments, and cannot be combined with 'asOf'.")
    static let lineageOfThePast = Problem(
        .badRequest, "'lineage' cannot be combined with 'asOf': only the present lineage is known.")
    static let knownAtAlone = Problem(.badRequest, "'knownAt' requires 'asOf'.")
    static func noMaster(_ parameter: String) -> Problem {
        Problem(.badRequest, "\(quoted(parameter)) requires a service that follows a master (ipf serve --master URL).")
    }
    static func onlyAfter(_ parameter: String) -> Problem {
        Problem(.badRequest, "\(quoted(parameter)) requires 'after'.")
    }
    static let noBatches = Problem(
        .badRequest, "'atLeast' requires a service that follows a master; this one serves a file.")

    static func changesGone(_ reason: String, replayFrom batch: String) -> Problem {
        var problem = Problem(
            .gone, sentence: "\(reason); replay is possible from 'after=\(batch)', or read the whole catalog again")
        problem.replayFrom = batch
        return problem
    }

    static func notServedYet(_ batch: String, latest: String) -> Problem {
        Problem(
            .serviceUnavailable, "Batch \(excerpt(batch)) is not served yet; the latest is \(latest). Try again.",
            retryAfter: 1)
    }

    // MARK: Trading hours

    static func noHours(_ symbol: String) -> Problem { Problem(.notFound, "\(quoted(symbol)) has no trading hours.") }

    static func noHours(_ symbol: String, on venue: String, venues: [String]) -> Problem {
        Problem(
            .notFound,
            "\(quoted(symbol)) has no trading hours on \(quoted(venue)); its venues are "
                + venues.joined(separator: ", ") + ".")
    }

    static func unreadableHours(_ symbol: String, venue: String?, _ error: GrammarError) -> Problem {
        let place = venue.map { " on \(quoted($0))" } ?? ""
        return Problem(
            .unprocessableContent, "The trading hours of \(quoted(symbol))\(place) cannot be read: \(error).")
    }

    static func noOvernightHours(_ symbol: String, _ error: GrammarError) -> Problem {
        Problem(.unprocessableContent, "\(quoted(symbol)) cannot have overnight hours: \(error.reason).")
    }

    static func unknownVenue(_ name: String, near venues: [String]) -> Problem {
        Problem(
            .notFound,
            sentence: "there is no instrument or venue \(quoted(name))" + NearestNames.question(venues))
    }

    static func dayCount(_ from: CalendarDate, _ to: CalendarDate, _ count: Int, atMost limit: Int) -> Problem {
        Problem(.badRequest, "\(from) to \(to) is \(max(0, count)) days, expected 1 to \(limit).")
    }

    /// - Parameter limit: The longest interval in days; `nil` for none.
    static func interval(
        _ from: some CustomStringConvertible, _ to: some CustomStringConvertible, atMost limit: Int? = nil
    ) -> Problem {
        let most = limit.map { ", by at most \($0) days" } ?? ""
        return Problem(.badRequest, "'from' must be before 'to'\(most); found \(from) and \(to).")
    }

    static func tooManyBars(
        _ from: some CustomStringConvertible, _ to: some CustomStringConvertible, _ length: String, atMost limit: Int,
        advice: String
    ) -> Problem {
        Problem(.badRequest, "\(from) to \(to) contains more than \(limit) bars of \(length); use \(advice).")
    }

    static let longerBars = "longer bars or a shorter interval"
    static let shorterInterval = "a shorter interval or 'countback'"

    static func emptyBars(_ length: Duration) -> Problem {
        unexpected("every", DurationText.text(length), "a duration above 0")
    }

    static func longDuration(_ duration: Duration) -> Problem {
        unexpected("duration", DurationText.text(duration), "at most 100000h")
    }

    static func unreadablePaymentSystem(_ error: GrammarError) -> Problem {
        Problem(.unprocessableContent, "A payment system cannot be read: \(error).")
    }

    // MARK: Charts and files

    static func unknownStudy(_ name: String) -> Problem {
        Problem(.notFound, "There is no study \(quoted(name)); /v1/studies lists them.")
    }

    static func tooManyFavorites(_ limit: Int) -> Problem {
        Problem(.conflict, "There are already \(limit) favorites, the maximum; remove one first.")
    }

    static func notSaved(_ error: any Error) -> Problem {
        Problem(
            .init(code: 507, reasonPhrase: "Insufficient Storage"),
            "The change applies only until the service ends, because it could not be saved: \(error)")
    }

    /// The text of the chart feed's protocol for an unknown symbol.
    static func unknownFeedSymbol(_ symbol: String) -> Problem {
        Problem(.notFound, "unknown_symbol \(excerpt(symbol))")
    }

    static func unknownFeedGroup(_ group: String) -> Problem { Problem(.notFound, "unknown_group \(excerpt(group))") }

    static let noFeedGroup = Problem(.badRequest, "'group' is missing; expected an exchange of /udf/config")

    static func largeFeedGroup(_ group: String, _ count: Int, atMost limit: Int) -> Problem {
        Problem(.badRequest, "\(quoted(group)) has \(count) symbols, more than \(limit); use /udf/search")
    }

    static let largeZip = Problem(.notImplemented, "The catalog is too large for a zip file; use /ipf/all.ipf.gz.")
    static let filteredZip = Problem(
        .badRequest, "The zip file does not support filters; use /ipf or /ipf/all.ipf.gz.")

    static func range(outsideOf length: Int) -> Problem {
        var problem = Problem(.rangeNotSatisfiable, "The range is outside of the file, which has \(length) bytes.")
        problem.headers = [(.contentRange, "bytes */\(length)")]
        return problem
    }
}
