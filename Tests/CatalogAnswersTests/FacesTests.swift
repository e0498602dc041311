import CIPF
import CatalogServer
import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// Compares the answers of the command, the service and the C interface to the same queries. The service and the C
/// interface do not support all queries.
@Suite struct FacesTests {
    /// A query in the form of each interface, and its expected answer as texts.
    struct Question: CustomTestStringConvertible, Sendable {
        let name: String
        /// The arguments of `ipf`, in which `FILE` is the catalog, and the path of the answer in the JSON output.
        let command: (arguments: [String], paths: [String])
        /// The URL, and the path of the answer in the JSON response; `nil` if the service does not support the query.
        let service: (target: String, paths: [String])?
        let answer: [String]
        /// The call of the C interface; `nil` if the interface does not support the query.
        let c: (@Sendable (CHandles) throws -> [String])?

        init(
            _ name: String, _ command: [String], _ commandPaths: [String], _ service: String?, _ servicePaths: [String],
            _ answer: [String], _ c: (@Sendable (CHandles) throws -> [String])? = nil
        ) {
            self.name = name
            self.command = (command, commandPaths)
            self.service = service.map { ($0, servicePaths) }
            self.answer = answer
            self.c = c
        }

        var testDescription: String { name }
    }

    /// Hours with a lunch break, pre-market, after-market, a holiday on a Thursday, and a short day after it.
    private static let hours =
        "X(name=Exchange;tz=America/New_York;hd=20240704,20241225;0=p08000930r09301200r13001600a16001700;20240705=r09301100)"

    private static let profiles =
        [
            ServiceFixture.profile("STOCK", "ABC", "Alphabet of letters") {
                $0.tradingHours = hours
                $0.priceIncrements = "0.01 3; 0.05"
                $0.isin = "US0378331005"
                $0.opol = "XNYS"
            },
            ServiceFixture.profile("STOCK", "ABD", "Letters as well") {
                $0.tradingHours = "XNYS()"
                $0.country = "GB"
            },
            ServiceFixture.profile("ETF", "LTR", "Fund of letters") { $0.tradingHours = "" },
        ]
        + [("C", "OCASPS"), ("P", "OPASPS")].flatMap { letter, cfi in
            [10.0, 12.5].map { strike in
                ServiceFixture.profile("OPTION", ".ABC261218\(letter)\(strike == 10 ? "10" : "12.5")", "Option") {
                    $0.underlying = "ABC"
                    $0.cfi = cfi
                    $0.strike = strike
                    $0.multiplier = 100
                    $0.expiration = CalendarDate(year: 2026, month: 12, day: 18)
                }
            }
        }

    private static func schedule(_ question: String, _ arguments: [String]) -> [String] {
        ["schedule", question, "--catalog", "FILE", "--format", "json", "ABC"] + arguments
    }

    private static let session = ["type", "start", "end"]

    private static func under(_ place: String, _ names: [String]) -> [String] { names.map { "\(place).\($0)" } }

    // MARK: Queries

    private static let moments = [
        Question(
            "at a time of a session", schedule("at", ["2024-07-03T14:00:00Z"]),
            ["open"] + under("session", session) + ["changes"],
            "/v1/schedules/ABC/at?time=2024-07-03T14:00:00Z", ["isOpen"] + under("session", session) + ["changesAt"],
            ["true", "regular", "2024-07-03T13:30:00Z", "2024-07-03T16:00:00Z", "2024-07-03T16:00:00Z"]
        ) { c in
            let current = try c.find("2024-07-03T14:00:00Z", Int(IPF_CURRENT), Int(IPF_TRADING))
            return ["\(try c.isOpen("2024-07-03T14:00:00Z"))"] + current + [current[2]]
        },
        Question(
            "at a time of a break", schedule("at", ["2024-07-03T16:30:00Z"]), ["open", "changes"],
            "/v1/schedules/ABC/at?time=2024-07-03T16:30:00Z", ["isOpen", "changesAt"],
            ["false", "2024-07-03T17:00:00Z"]
        ) { c in
            let next = try c.find("2024-07-03T16:30:00Z", Int(IPF_NEXT), Int(IPF_TRADING))
            return ["\(try c.isOpen("2024-07-03T16:30:00Z"))", next[1]]
        },
        Question(
            "next", schedule("next", ["2024-07-03T20:30:00Z", "--filter", "regular"]), under("0", session),
            "/v1/schedules/ABC/next?time=2024-07-03T20:30:00Z&filter=regular", under("session", session),
            ["regular", "2024-07-05T13:30:00Z", "2024-07-05T15:00:00Z"]
        ) { try $0.find("2024-07-03T20:30:00Z", Int(IPF_NEXT), Int(IPF_REGULAR)) },
        Question(
            "previous", schedule("next", ["2024-07-05T12:00:00Z", "--filter", "regular", "--previous"]),
            under("0", session), nil, [], ["regular", "2024-07-03T17:00:00Z", "2024-07-03T20:00:00Z"]
        ) { try $0.find("2024-07-05T12:00:00Z", Int(IPF_PREVIOUS), Int(IPF_REGULAR)) },
    ]

    private static let exchange = try! Trading.Schedule("XNYS()")

    private static let days = [
        Question(
            "days", schedule("days", ["2024-07-03", "2024-07-05"]),
            under("*", ["date", "trading", "holiday", "shortDay", "start", "end", "reset"]),
            "/v1/schedules/ABC/days?from=2024-07-03&to=2024-07-05",
            under("days.*", ["date", "isTrading", "isHoliday", "isShortDay", "start", "end", "reset"]),
            ["2024-07-03", "2024-07-04", "2024-07-05", "true", "false", "true", "false", "true", "false"]
                + ["false", "false", "false"]
                + ["2024-07-03T04:00:00Z", "2024-07-04T04:00:00Z", "2024-07-05T04:00:00Z"]
                + ["2024-07-04T04:00:00Z", "2024-07-05T04:00:00Z", "2024-07-06T04:00:00Z"]
                + ["2024-07-03T04:00:00Z", "2024-07-04T04:00:00Z", "2024-07-05T04:00:00Z"]
        ) { c in
            let days = try unsafe table {
                unsafe ipf_schedule_days(c.schedule, CHandles.day("2024-07-03"), CHandles.day("2024-07-05"), $0, $1)
            }
            return ["date", "is_trading", "is_holiday", "is_short_day"].flatMap { days.column($0).map { $0! } }
                + ["start", "end", "reset"].flatMap { CHandles.times(days.column($0)) }
        },
        Question(
            "sessions", schedule("sessions", ["2024-07-05", "--filter", "trading"]),
            under("*", ["date"] + session),
            "/v1/schedules/ABC/sessions?from=2024-07-05T04:00:00Z&to=2024-07-06T04:00:00Z&filter=trading",
            under("sessions.*", ["date"] + session),
            ["2024-07-05", "regular", "2024-07-05T13:30:00Z", "2024-07-05T15:00:00Z"]
        ) { c in
            let day = CHandles.day("2024-07-05")
            let sessions = try unsafe table {
                unsafe ipf_schedule_sessions(c.schedule, day, day, ipf_sessions(IPF_TRADING), $0, $1)
            }
            return CHandles.sessions(sessions)
        },
        Question(
            "coverage", ["schedule", "venues", "--catalog", "FILE", "--format", "json", "ABD"],
            under("0", ["coverageStart", "coverageEnd"]), "/v1/schedules/ABD/days", ["coverageStart", "coverageEnd"],
            [exchange.coverageStart!.description, exchange.coverageEnd!.description]
        ) { c in
            let schedule = try unsafe make { unsafe ipf_schedule_open("ABD", terminated, c.catalog, nil, 0, $0, $1) }
            defer { unsafe ipf_schedule_free(schedule) }
            return unsafe [ipf_schedule_coverage_start(schedule), ipf_schedule_coverage_end(schedule)].map {
                CalendarDate(dayNumber: Int($0)).description
            }
        },
    ]

    private static let arithmetic = [
        Question(
            "bars", schedule("bars", ["2024-07-05", "2024-07-06", "--every", "1h", "--sessions", "r"]),
            under("*", ["date"] + session),
            "/v1/schedules/ABC/bars?from=2024-07-05&to=2024-07-06&every=1h&sessions=r",
            under("bars.*", ["date"] + session),
            ["2024-07-05", "2024-07-05", "regular", "regular", "2024-07-05T13:30:00Z", "2024-07-05T14:30:00Z"]
                + ["2024-07-05T14:30:00Z", "2024-07-05T15:00:00Z"]
        ) { c in
            let (from, to) = (CHandles.seconds("2024-07-05T04:00:00Z"), CHandles.seconds("2024-07-06T04:00:00Z"))
            let bars = try unsafe table {
                unsafe ipf_schedule_bars(
                    c.schedule, from, to, 3600, ipf_time_unit(IPF_SECONDS), ipf_sessions(IPF_REGULAR), $0, $1)
            }
            return CHandles.sessions(bars)
        },
        Question(
            "between", schedule("between", ["2024-07-03 11:30", "2024-07-05 10:00:30", "--sessions", "r"]),
            ["from", "to", "seconds", "sessions", "days"],
            "/v1/schedules/ABC/between?from=2024-07-03T11:30&to=2024-07-05T10:00:30&sessions=r",
            ["from", "to", "seconds", "sessions", "days"],
            ["2024-07-03T15:30:00Z", "2024-07-05T14:00:30Z", "14430", "3", "2"]
        ) { c in
            var (from, to) = (
                [CHandles.seconds("2024-07-03T15:30:00Z")], [CHandles.seconds("2024-07-05T14:00:30Z")]
            )
            var (length, sessions, days): (Int64, Int64, Int64) = (0, 0, 0)
            try unsafe call {
                unsafe ipf_schedule_between(
                    c.schedule, &from, &to, 1, ipf_time_unit(IPF_SECONDS), ipf_sessions(IPF_REGULAR), &length,
                    &sessions,
                    &days, $0)
            }
            return [from[0], to[0]].map { Instant(seconds: $0).description }
                + [length, sessions, days].map(String.init)
        },
        Question(
            "add", schedule("add", ["2024-07-03T15:30:00Z", "90m", "--sessions", "r"]), ["time", "seconds", "result"],
            "/v1/schedules/ABC/add?time=2024-07-03T15:30:00Z&duration=90m&sessions=r", ["time", "seconds", "result"],
            ["2024-07-03T15:30:00Z", "5400", "2024-07-03T18:00:00Z"]
        ) { c in
            var (time, length) = ([CHandles.seconds("2024-07-03T15:30:00Z")], [Int64(5400)])
            var sum: Int64 = 0
            try unsafe call {
                unsafe ipf_schedule_add(
                    c.schedule, &time, 1, ipf_time_unit(IPF_SECONDS), &length, 1, ipf_sessions(IPF_REGULAR), &sum, $0)
            }
            return [Instant(seconds: time[0]).description, "5400", Instant(seconds: sum).description]
        },
        Question(
            "offset", schedule("offset", ["2024-07-03", "2"]), ["date", "days", "result"],
            "/v1/schedules/ABC/offset?date=2024-07-03&days=2", ["date", "days", "result"],
            ["2024-07-03", "2", "2024-07-08"]
        ) { c in
            var (day, days, sum): (Int32, Int32, Int32) = (CHandles.day("2024-07-03"), 2, 0)
            try unsafe call { unsafe ipf_schedule_offset(c.schedule, &day, 1, &days, 1, &sum, $0) }
            return ["2024-07-03", "2", CalendarDate(dayNumber: Int(sum)).description]
        },
        Question(
            "settle",
            ["schedule", "settle", "--catalog", "FILE", "--format", "json", "ABD", "2026-10-09", "--plus", "2"]
                + ["--joint", "XLON"],
            ["date", "plus", "days", "calendars", "result"],
            "/v1/schedules/ABD/settle?date=2026-10-09&plus=2&joint=XLON",
            ["date", "plus", "days", "calendars", "result"],
            ["2026-10-09", "2", "all-settle", "XNYS", "FED", "XLON", "CHAPS", "2026-10-14"]),
    ]

    private static let prices = [
        Question(
            "round a price", ["price", "round", "--catalog", "FILE", "--format", "json", "ABC", "3.021"], ["0.result"],
            "/v1/price/ABC/round?price=3.021", ["rounded"], ["3"]
        ) { c in try unsafe c.price { unsafe ipf_price_round($0, $1, 1, ipf_rounding(IPF_HALF_EVEN), $2, $3) } },
        Question(
            "round a price up",
            ["price", "round", "--catalog", "FILE", "--format", "json", "ABC", "3.021", "--direction", "up"],
            ["0.result"], "/v1/price/ABC/round?price=3.021&direction=up", ["rounded"], ["3.05"]
        ) { c in try unsafe c.price { unsafe ipf_price_round($0, $1, 1, ipf_rounding(IPF_CEILING), $2, $3) } },
        Question(
            "the step at a price", ["price", "increment", "--catalog", "FILE", "--format", "json", "ABC", "3.05"],
            ["0.nearest"], "/v1/price/ABC/ladder?price=3.05&above=0&below=0", ["steps.0.increment"], ["0.05"]
        ) { c in try unsafe c.price(at: 3.05) { unsafe ipf_price_increment($0, $1, 1, 0, $2, $3) } },
        Question(
            "the next price",
            ["price", "step", "--catalog", "FILE", "--format", "json", "ABC", "3", "--direction", "up"],
            ["0.result"], "/v1/price/ABC/ladder?price=3&above=1&below=0", ["steps.0.price"], ["3.05"]
        ) { c in try unsafe c.price(at: 3) { unsafe ipf_price_step($0, $1, 1, 1, 0, $2, $3) } },
    ]

    private static let instruments = [
        Question(
            "list",
            ["list", "FILE", "--type", "STOCK,ETF", "--country", "US", "--order", "symbol", "--format", "jsonl"],
            ["*.SYMBOL"], "/v1/list?type=STOCK,ETF&country=US&order=symbol", ["results.*.symbol"], ["abc", "ltr"]
        ) { c in
            try unsafe c.select([("TYPE", "STOCK"), ("TYPE", "ETF"), ("COUNTRY", "US")])
        },
        Question(
            "list by a range of prices",
            ["list", "FILE", "--underlying", "ABC", "--strike", "11..", "--order", "symbol", "--format", "jsonl"],
            ["*.SYMBOL"], "/v1/list?underlying=ABC&strike=11..&order=symbol", ["results.*.symbol"],
            [".abc261218c12.5", ".abc261218p12.5"]
        ) { c in
            try unsafe c.select([("UNDERLYING", "ABC")]) { unsafe ipf_filter_require_strike($0, 11, .nan, $1) }
        },
        Question(
            "search", ["search", "FILE", "letters", "--type", "STOCK", "--format", "jsonl"], ["*.symbol", "*.match"],
            "/v1/search?q=letters&type=STOCK", ["results.*.symbol", "results.*.match.tier"],
            ["abc", "abd", "description", "description"]
        ) { c in
            let filter = unsafe ipf_filter_create()
            defer { unsafe ipf_filter_free(filter) }
            try unsafe call { unsafe ipf_filter_require(filter, "TYPE", terminated, "STOCK", terminated, $0) }
            let hits = try unsafe make {
                unsafe ipf_catalog_search(c.catalog, "letters", terminated, filter, .min, 10, nil, 0, $0, $1)
            }
            defer { unsafe ipf_hits_free(hits) }
            let count = unsafe Int(ipf_hits_count(hits))
            let tiers = (0..<count).map { unsafe SearchTier(rawValue: Int(ipf_hits_tier(hits, $0)))!.name }
            return try c.symbols((0..<count).map { unsafe ipf_hits_rows(hits)[$0] }) + tiers
        },
        Question(
            "chain", ["chain", "FILE", "ABC", "--format", "jsonl", "--strike", "11.."],
            ["*.expiration"] + under("*.strikes.*", ["strike", "call", "put"]),
            "/v1/chains/ABC?strike=11..",
            ["series.*.expiration"] + under("series.*.strikes.*", ["strike", "call", "put"]),
            ["2026-12-18", "12.5", ".abc261218c12.5", ".abc261218p12.5"]
        ) { c in
            var options = unsafe ipf_chain_options_default()
            unsafe options.strike_from = 11
            let chain = try unsafe table { unsafe ipf_catalog_chain(c.catalog, "ABC", terminated, &options, $0, $1) }
            return ["expiration", "strike", "call", "put"].flatMap { chain.column($0).map { $0! } }
        },
        Question(
            "look up by an identifier",
            ["lookup", "FILE", "--isin", "US0378331005", "--format", "jsonl"], ["*.SYMBOL"],
            "/v1/list?isin=US0378331005", ["results.*.symbol"], ["abc"]
        ) { c in
            try unsafe c.symbols(
                make {
                    unsafe ipf_catalog_rows_of_identifier(
                        c.catalog, "ISIN", terminated, "US0378331005", terminated, $0, $1)
                })
        },
        Question(
            "statistics", ["stats", "FILE", "--format", "json"],
            ["instruments", "types.OPTION", "types.STOCK", "types.ETF", "tradingHours", "priceIncrements"],
            "/v1/stats",
            ["catalog.count"] + under("types", ["0.count", "1.count", "2.count"]) + [
                "tradingHours", "priceIncrements",
            ],
            ["7", "4", "2", "1", "3", "1"]),
        Question(
            "counts by type", ["stats", "FILE", "--format", "json"], ["types.OPTION", "types.STOCK", "types.ETF"],
            "/v1/search?q=&facets=true", under("facets.type", ["0.count", "1.count", "2.count"]), ["4", "2", "1"]
        ) { c in
            let counts = try unsafe table { unsafe ipf_catalog_counts(c.catalog, nil, "TYPE", terminated, $0, $1) }
            return counts.column("count").map { $0! }
        },
        Question(
            "how others write an instrument",
            ["symbol", "--catalog", "FILE", "--format", "jsonl", "ABC  261218C00010000"],
            ["0.candidates.0.symbol"] + under("0.candidates.0", ["notation", "understood", "written.occ"]),
            "/v1/symbols?q=ABC%20%20261218C00010000",
            ["candidates.0.symbol"] + under("candidates.0", ["notation", "understood", "written.occ"]),
            [".abc261218c10", "occ", "option, 18 dec 2026, 10, call", "abc   261218c00010000"]),
        Question(
            "the contracts of a year", ["contract", "FDAX", "--year", "2027", "--format", "json"],
            under("contracts", ["0.name", "0.lastTradingDay", "3.settlement"]), "/v1/contracts/FDAX?year=2027",
            under("contracts", ["0.name", "0.lastTradingDay", "3.settlement"]),
            ["fdaxh27", "2027-03-19", "2027-12-20"]
        ) { _ in
            let contracts = try unsafe table { unsafe ipf_contracts("FDAX", terminated, 2027, 0, $0, $1) }
            return [
                contracts.column("name")[0]!, contracts.column("last_trading_day")[0]!,
                contracts.column("settlement")[3]!,
            ]
        },
    ]

    @Test(arguments: moments + days + arithmetic + prices + instruments)
    func allInterfacesGiveTheSameAnswers(_ question: Question) async throws {
        let service = try ServiceFixture(ServerOptions(), Self.profiles, defaults: .bundled)
        let path = service.folder.path("served.ipfc")
        let answer = question.answer.map(Self.normal)
        let run = try Command.run(question.command.arguments.map { $0 == "FILE" ? path : $0 })
        #expect(run.status == 0, "\(run.errors)")
        let told = try JSONValue.read(run.output, lines: question.command.arguments.contains("jsonl"))
        #expect(question.command.paths.flatMap { told[$0] }.map(Self.normal) == answer, "the command")
        if let (target, paths) = question.service {
            let reply = try await service.get(target)
            #expect(reply.status == 200, "\(reply.text)")
            let served = try JSONValue.read(reply.text)
            #expect(paths.flatMap { served[$0] }.map(Self.normal) == answer, "the service")
        }
        if let c = question.c { #expect(try CHandles.with(path, c).map(Self.normal) == answer, "the C interface") }
    }

    /// Queries about an earlier point in time, and the changes since then.
    @Test func allInterfacesGiveTheSameHistory() async throws {
        let service = try ServiceFixture(ServerOptions(), Self.profiles, defaults: .bundled)
        let path = service.folder.path("past.ipfc")
        for (month, name) in [(1, "Before"), (2, "After")] {
            var builder = CatalogBuilder()
            builder.isComplete = true
            builder.keepsHistory = true
            builder.validFrom = Instant(seconds: CHandles.seconds("2026-0\(month)-05T06:00:00Z"))
            for profile in Self.profiles + [ServiceFixture.profile("STOCK", "NEW", name)] {
                try builder.append(profile)
            }
            _ = try builder.write(to: path)
        }
        service.catalog.replace(try Catalog.open(path), modified: 1)

        func described(_ moment: String) async throws -> [String] {
            let lookup = try Command.run(["lookup", path, "NEW", "--as-of", moment, "--format", "jsonl"])
            let profile = try await service.get("/v1/profiles/NEW?asOf=\(moment)")
            let c = try CHandles.with(path) { c in
                let then = try unsafe make { unsafe ipf_catalog_as_of(c.catalog, moment, terminated, $0, $1) }
                defer { unsafe ipf_catalog_free(then) }
                let all = try unsafe table { unsafe ipf_catalog_columns(then, nil, nil, 0, $0, $1) }
                let row = all.column("SYMBOL").firstIndex(of: "NEW")!
                return all.column("DESCRIPTION")[row]!
            }
            return try JSONValue.read(lookup.output)["DESCRIPTION"]
                + JSONValue.read(profile.text)["fields.DESCRIPTION"] + [c]
        }
        #expect(try await described("2026-01-31") == ["Before", "Before", "Before"])
        #expect(try await described("2026-02-05T06:00:00Z") == ["After", "After", "After"])

        let paths = ["time", "symbol", "change", "fields.DESCRIPTION.old", "fields.DESCRIPTION.new"]
        let lookup = try Command.run(["lookup", path, "NEW", "--history", "--format", "jsonl"])
        let told = try JSONValue.read(lookup.output)
        let served = try JSONValue.read(try await service.get("/v1/instruments/NEW/history").text)
        let change = ["2026-02-05T06:00:00Z", "NEW", "changed", "Before", "After"]
        #expect(paths.flatMap { told["history.0.\($0)"] } == change, "\(lookup.output)")
        #expect(paths.flatMap { served["instruments.0.history.0.\($0)"] } == change)
    }

    /// Removes the difference between words of the command (`after-market`) and codes of the service (`AFTER_MARKET`).
    private static func normal(_ text: String) -> String { text.lowercased().replacing("_", with: "-") }

    /// The error for an unknown name suggests similar names.
    @Test(arguments: [("XNYX", "XNYS"), ("ABE", "ABC")])
    func allInterfacesSuggestTheSameNames(name: String, near: String) async throws {
        let service = try ServiceFixture(ServerOptions(), Self.profiles, defaults: .bundled)
        let path = service.folder.path("served.ipfc")
        let run = try Command.run(["schedule", "at", "--catalog", path, name])
        #expect(run.status == 1 && run.errors.contains(near), "\(run.errors)")
        let reply = try await service.get("/v1/schedules/\(name)/at")
        #expect(reply.status == 404 && reply.text.contains(near), "\(reply.text)")
        let failed = #expect(throws: Failed.self) {
            try CHandles.with(path) { c in
                _ = try unsafe make { unsafe ipf_schedule_open(name, terminated, c.catalog, nil, 0, $0, $1) }
            }
        }
        #expect(failed?.status == IPF_NOT_FOUND)
        #expect(run.errors == "ipf: \(failed?.text ?? "")\n")
    }
}
