internal import HTTPTypes
internal import HummingbirdCore
internal import Scanning

/// `/v1/overrides`: corrections of the followed master by correctors, who are persons with tokens of their own.
enum OverrideRoutes {
    // These routes check the tokens of correctors instead of those of the service.
    static let routes = [
        Route(later: .get, "/v1/overrides", [.changing, .open]) { context in
            let (desk, _) = try await corrector(context)
            try context.query.allow(["symbol", "all"])
            let (symbol, all) = (context.query["symbol"], try context.query.flag("all"))
            return try await answer { json in
                try desk.write(of: symbol, includesEnded: all, to: &json)
            }
        },
        Route(later: .post, "/v1/overrides", [.changing, .open]) { context in
            let (desk, person) = try await corrector(context)
            try context.query.allow([])
            let request = try await context.json(Request.self, otherwise: .notAnOverride)
            let correction = try request.correction
            return try await answer { json in
                try desk.make(correction, because: request.reason, by: person, to: &json)
            }
        },
    ]

    /// A coding key for a member of any name.
    private struct MemberName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The body of a request: exactly one of `override`, `approve` and `withdraw`.
    private struct Request: Decodable {
        var override: [FieldCorrection]?
        var approve: [Int]?
        var withdraw: [Int]?
        /// Whether the overrides require an approval; false by default.
        var propose: Bool?
        var reason: String?

        private enum CodingKeys: String, CodingKey, CaseIterable { case override, approve, withdraw, propose, reason }

        init(from decoder: any Decoder) throws {
            let known = CodingKeys.allCases.map(\.rawValue)
            let names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard names.allSatisfy(known.contains) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "a member is unknown"))
            }
            override = try container.decodeIfPresent([FieldCorrection].self, forKey: .override)
            approve = try container.decodeIfPresent([Int].self, forKey: .approve)
            withdraw = try container.decodeIfPresent([Int].self, forKey: .withdraw)
            propose = try container.decodeIfPresent(Bool.self, forKey: .propose)
            reason = try container.decodeIfPresent(String.self, forKey: .reason)
        }

        var correction: Correction {
            get throws(Problem) {
                switch (override, approve, withdraw) {
                case (let fields?, nil, nil) where !fields.isEmpty:
                    guard reason?.isEmpty == false else { throw .noReason }
                    return .override(fields, proposes: propose ?? false)
                case (nil, let ids?, nil) where !ids.isEmpty && propose == nil: return .approve(ids)
                case (nil, nil, let ids?) where !ids.isEmpty && propose == nil: return .withdraw(ids)
                default: throw .notAnOverride
                }
            }
        }
    }

    /// Returns the desk, and the name of the person whose token the request contains.
    ///
    /// - Throws: `Problem` if the service has no desk, or the token is missing or unknown.
    private static func corrector(_ context: RouteContext) async throws -> (any CorrectionDesk, String) {
        guard let desk = context.server.options.corrections else { throw Problem.noCorrections }
        let authorization = context.request.headers[.authorization]
        if authorization == nil { throw Problem.unauthorized(isMissing: true) }
        // Overrides are those of all instruments, sources and fields.
        if let token = Tokens.secret(authorization),
            context.server.audiences.admission(of: token)?.audience.isUnlimited == false
        {
            throw Problem.limited("/v1/overrides")
        }
        let known = try await aside { Result { try named { try desk.correctors() } } }.get()
        var person: String?
        func standing() -> Tokens.Standing {
            for corrector in known where Tokens([corrector.token]).standing(authorization) == .known {
                person = corrector.name
            }
            return person == nil ? .wrong : .known
        }
        if let limiter = context.server.limiter {
            try limiter.judge(context.channel, standing).check()
        } else {
            try standing().check()
        }
        return (desk, person ?? "")
    }

    private static func answer(
        _ write: @escaping @Sendable (inout JSONWriter) throws -> Void
    ) async throws -> RouteResponse {
        let bytes = try await aside {
            Result {
                var json = JSONWriter(capacity: 1 << 12)
                try named { try write(&json) }
                return json.bytes
            }
        }.get()
        return RouteResponse(RouteResponse.jsonType, .bytes(bytes), caching: .none)
    }

    private static func named<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let fault as CorrectionFault {
            switch fault {
            case .invalid(let reason): throw Problem(.unprocessableContent, sentence: reason)
            case .notAllowed(let reason): throw Problem(.forbidden, sentence: reason)
            case .unavailable(let reason): throw Problem(.serviceUnavailable, sentence: reason, retryAfter: 5)
            }
        }
    }
}
