import Charting
import Foundation
import HTTPTypes
import InstrumentCatalog
import TestSupport
import Testing

@testable import CatalogServer

/// `/v1/studies` and `/v1/settings`: the charting modules over HTTP.
@Suite struct ChartRoutesTests {
    private let folder: TemporaryFolder
    private let service: ServiceFixture

    init() throws {
        folder = try TemporaryFolder()
        var options = ServerOptions()
        options.chartStorage = try FileStorage(folder: folder.path("settings"))
        let profiles = [("STOCK", "AAPL", ServiceFixture.hours), ("INDEX", "SPX", "")].map { type, symbol, hours in
            var profile = InstrumentProfile()
            (profile.type, profile.symbol, profile.tradingHours) = (type, symbol, hours)
            profile.priceIncrements = "0.0001 1; 0.01"
            return profile
        }
        service = try ServiceFixture(options, profiles)
    }

    /// The status of an answer, and the members of its object.
    private struct Reply {
        let status: Int
        let members: [String: Any]

        var detail: String { members["detail"] as? String ?? "" }
        func list(_ name: String) -> [[String: Any]] { members[name] as? [[String: Any]] ?? [] }
        func study(_ uuid: String) -> [String: Any]? { list("studies").first { $0["uuid"] as? String == uuid } }
        func parameter(_ id: String, of uuid: String) -> [String: Any]? {
            (study(uuid)?["parameters"] as? [[String: Any]])?.first { $0["id"] as? String == id }
        }
        func setting(_ content: String) -> [String: Any]? {
            list("sections").flatMap { $0["items"] as? [[String: Any]] ?? [] }.first {
                $0["content"] as? String == content
            }
        }
    }

    private func ask(_ uri: String, change: String? = nil, type: String = "application/json") async throws -> Reply {
        let answer = try await service.send(
            change == nil ? .get : .post, uri, change == nil ? [:] : [.contentType: type], body: change ?? "")
        let parts = uri.prefix { $0 != "?" }.split(separator: "/")
        let last = parts.count > 2 ? parts[2] == "values" ? "/values" : "/{symbol}" : ""
        let path = "/v1/\(parts[1])\(last)"
        let method = change == nil ? "get" : "post"
        let answered = answer.headers[.contentType]
        #expect(try OpenAPIDocument().faults(path, method, answer.status, answered, answer.body) == [])
        return Reply(status: answer.status, members: try answer.json as? [String: Any] ?? [:])
    }

    // MARK: Values of studies

    private static func values(_ reply: Reply, _ study: String, _ line: String) throws -> [Double?] {
        let lines = try #require(reply.study(study)?["lines"] as? [[String: Any]])
        let found = try #require(lines.first { $0["title"] as? String == line })
        return try #require(found["values"] as? [Any]).map { $0 as? Double }
    }

    @Test func valuesBelongToTheBarsOfTheFeed() async throws {
        let bars = "symbol=AAPL&resolution=1D&to=1772409600&countback=30"
        let reply = try await ask("/v1/studies/values?studies=SMA,MACD&\(bars)")
        let feed = try #require(try await service.send(.get, "/udf/history?\(bars)").json as? [String: Any])
        #expect(reply.members["t"] as? [Int] == feed["t"] as? [Int] && reply.list("studies").count == 2)
        let closes = try #require(feed["c"] as? [Double])
        let average = try Self.values(reply, "SMA", "SMA")
        // The average uses bars before the range, so the first bar has a value.
        #expect(average.count == 30 && average[0] != nil)
        #expect(abs(try #require(average[29]) - closes.suffix(9).reduce(0, +) / 9) < 1e-9)
        #expect(try Self.values(reply, "MACD", "Signal").allSatisfy { $0 != nil })
        // A changed parameter is stored, and used for later values.
        _ = try await ask("/v1/studies/SMA", change: #"{"parameter": "length", "value": "3"}"#)
        let short = try Self.values(try await ask("/v1/studies/values?studies=SMA&\(bars)"), "SMA", "SMA")
        #expect(abs(try #require(short[29]) - closes.suffix(3).reduce(0, +) / 3) < 1e-9)
        // If the request names no studies, the favorites are computed.
        let names = try await ask("/v1/studies").list("studies").filter { $0["isFavourite"] as? Bool == true }
        #expect(try await ask("/v1/studies/values?\(bars)").list("studies").count == names.count)
    }

    @Test func sampleBarsShowEveryLineOfEveryStudy() async throws {
        let reply = try await ask("/v1/studies/values")
        let studies = reply.list("studies")
        #expect(studies.count == StudySettings.builtIn.count && (reply.members["t"] as? [Int])?.count == 90)
        for study in studies {
            let lines = try #require(study["lines"] as? [[String: Any]], "\(study)")
            for line in lines {
                let values = try #require(line["values"] as? [Any])
                #expect(values.count == 90 && values.contains { $0 is Double }, "\(study["uuid"] ?? ""): \(line)")
            }
        }
    }

    @Test(
        arguments: [
            ("studies=Nothing", 404, "There is no study 'Nothing'; /v1/studies lists them."),
            ("symbol=NOSUCH&studies=SMA&resolution=1D&to=1&countback=3", 404, "There is no instrument 'NOSUCH'."),
            ("symbol=AAPL&studies=SMA&resolution=2D&to=1&countback=3", 400, "'resolution' is '2D'"),
            ("symbol=AAPL&studies=SMA&resolution=1D", 400, "'to' is missing"),
            (
                "symbol=AAPL&studies=SMA,EMA,WMA,DEMA,TEMA,TMA,ZLEMA,KAMA,VIDYA,ALMA,T3,VWMA,RSI", 400,
                "'studies' names 13 studies, expected at most 12."
            ),
        ])
    func invalidRequestsForValuesAreRefused(_ query: String, _ status: Int, _ detail: String) async throws {
        let reply = try await ask("/v1/studies/values?\(query)")
        #expect(reply.status == status && reply.detail.hasPrefix(detail), "\(reply.detail)")
    }

    // MARK: Studies

    @Test func changedStudiesAreStored() async throws {
        let before = try await ask("/v1/studies")
        #expect(before.status == 200 && before.list("studies").count == StudySettings.defaultStudiesSettings.count)
        #expect(before.parameter("length", of: "ADX")?["max"] as? Double == 1000)
        let after = try await ask("/v1/studies/ADX", change: #"{"parameter": "length", "value": "20"}"#)
        #expect(after.status == 200 && after.parameter("length", of: "ADX")?["value"] as? String == "20")
        #expect(after.study("ADX")?["isChanged"] as? Bool == true)
        #expect(FileManager.default.fileExists(atPath: folder.path("settings/studies.json")))
        _ = try await ask(
            "/v1/studies/ADX", change: ##"{"line": "ADX", "color": "#010203", "thickness": 4, "isVisible": false}"##)
        let line = try #require((try await ask("/v1/studies").study("ADX")?["lines"] as? [[String: Any]])?.first)
        #expect(
            line["color"] as? String == "#010203" && line["thickness"] as? Int == 4
                && line["isVisible"] as? Bool == false)
        let reset = try await ask("/v1/studies/ADX", change: #"{"reset": true}"#)
        #expect(reset.study("ADX")?["isChanged"] as? Bool == false)
    }

    @Test(arguments: [
        (
            "ADX", #"{"parameter": "length", "value": "0"}"#, 422,
            "Length: found “0”, expected a whole number from 1 to 1000"
        ),
        ("ADX", #"{"parameter": "width", "value": "1"}"#, 422, "found no parameter “width”"),
        ("ADX", #"{"line": "ADX", "color": "red"}"#, 422, "found “red”, expected a color such as #RRGGBB"),
        ("ADX", #"{"line": "ADX", "thickness": 99}"#, 422, "found a thickness of 99, expected 1 to 10"),
        ("ADX", #"{"line": "none", "thickness": 1}"#, 422, "found the line “none”, expected one of ADX"),
        ("NOPE", #"{"parameter": "length", "value": "1"}"#, 404, "There is no study 'NOPE'"),
        ("ADX", "[1", 400, "The body is not a change; expected an object"),
    ])
    func invalidChangesAreRefusedWithAReason(_ study: String, _ change: String, _ status: Int, _ words: String)
        async throws
    {
        let reply = try await ask("/v1/studies/\(study)", change: change)
        #expect(reply.status == status && reply.detail.contains(words), "\(reply.members)")
        let adx = try await ask("/v1/studies").study("ADX")
        #expect(adx?["isChanged"] as? Bool == false)
    }

    /// Changes must be sent as JSON, because an HTML form on another site can't send it.
    @Test func changesMustBeJSON() async throws {
        let reply = try await ask("/v1/settings", change: #"{"reset": true}"#, type: "text/plain")
        #expect(reply.status == 415 && reply.detail == "The body is 'text/plain', expected 'application/json'.")
    }

    @Test func theNumberOfFavoritesIsLimited() async throws {
        let names = StudySettings.defaultStudiesSettings.keys.map(\.rawValue).sorted().prefix(13)
        for name in names.prefix(12) {
            #expect(try await ask("/v1/studies/\(name)", change: #"{"isFavourite": true}"#).status == 200)
        }
        let reply = try await ask("/v1/studies/\(names.last!)", change: #"{"isFavourite": true}"#)
        #expect(reply.status == 409 && reply.detail.hasPrefix("There are already 12 favorites"))
        #expect(
            try await ask("/v1/studies/\(names[0])", change: #"{"isFavourite": false}"#).members["favourites"] as? Int
                == 11)
    }

    @Test func studiesDependOnTheInstrument() async throws {
        let index = try await ask("/v1/studies?symbol=SPX")
        #expect(
            index.study("OBV")?["objection"] as? String == "“On-balance volume” needs volume, and an index has none")
        let stock = try await ask("/v1/studies?symbol=AAPL")
        #expect(stock.study("OBV")?["objection"] == nil && stock.study("SMA")?["precision"] as? Int == 4)
        #expect(try await ask("/v1/studies?symbol=NONE").status == 404)
    }

    // MARK: Settings

    @Test func settingsFollowTheirRulesAndAreStored() async throws {
        let before = try await ask("/v1/settings?symbol=AAPL")
        #expect(before.members["canReset"] as? Bool == false && before.members["preview"] != nil)
        let after = try await ask("/v1/settings?symbol=AAPL", change: #"{"setting": "scaleType", "value": "percent"}"#)
        #expect(after.setting("autoScale")?["value"] as? String == "false")
        #expect(after.setting("autoScale")?["isEnabled"] as? Bool == false)
        #expect(after.members["canReset"] as? Bool == true)
        #expect(try await ask("/v1/settings").setting("scaleType")?["value"] as? String == "percent")
        let refused = try await ask("/v1/settings", change: #"{"setting": "autoScale", "value": "true"}"#)
        #expect(
            refused.status == 422
                && refused.detail
                    == "Auto-scale price axis can't be changed now: unavailable with scale type “percent”"
        )
        let reset = try await ask("/v1/settings", change: #"{"reset": true}"#)
        #expect(
            reset.setting("scaleType")?["value"] as? String == "regular" && reset.members["canReset"] as? Bool == false)
    }

    @Test func aggregationsAreOnlyForTheWatermark() async throws {
        let daily = try await ask("/v1/settings?symbol=AAPL&aggregation=1d")
        #expect(daily.setting("timezone")?["value"] as? String == "exchange")
        #expect(daily.members["aggregation"] as? String == "1d")
        let wrong = try await ask("/v1/settings?aggregation=soon")
        #expect(wrong.status == 400 && wrong.detail.contains("'aggregation' is 'soon'"))
    }
}
