import Foundation
import HTTPTypes
import Hummingbird
import InstrumentCatalog
import Logging
import NIOCore
import TestSupport

@testable import CatalogServer

/// A service with a small catalog, called without a socket.
struct ServiceFixture {
    let folder: TemporaryFolder
    let catalog: ServedCatalog
    let state: ServerState
    let responder: CatalogResponder

    struct Reply {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        var json: Any {
            get throws { try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }
        }

        /// Returns the value at a path of keys and indexes, such as `series.0.expiration`.
        func value(_ path: String) throws -> String {
            var value: Any? = try json
            for key in path.split(separator: ".") {
                value =
                    Int(key).map { index in (value as? [Any]).flatMap { $0.indices.contains(index) ? $0[index] : nil } }
                    ?? (value as? [String: Any])?[String(key)]
            }
            return value.map { "\($0)" } ?? "nothing"
        }
    }

    init(
        _ options: ServerOptions = ServerOptions(), _ profiles: [InstrumentProfile] = Self.profiles,
        identifierFields: [String] = [], defaults: ScheduleDefaults = .empty
    ) throws {
        folder = try TemporaryFolder()
        let path = folder.path("served.ipfc")
        try Self.write(profiles, to: path, identifierFields: identifierFields)
        catalog = try CatalogWatcher.open(path, defaults: defaults)
        state = ServerState(
            catalog, options, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, routes: ServiceRoutes.paths)
        responder = CatalogResponder(state)
    }

    static func write(_ profiles: [InstrumentProfile], to path: String, identifierFields: [String] = []) throws {
        var builder = CatalogBuilder()
        builder.identifierFields = identifierFields
        builder.isComplete = true
        for profile in profiles { try builder.append(profile) }
        _ = try builder.write(to: path)
    }

    func get(_ target: String, _ headers: HTTPFields = [:]) async throws -> Reply {
        try await send(.get, target, headers)
    }

    func send(
        _ method: HTTPRequest.Method, _ target: String, _ headers: HTTPFields = [:], body: String = "",
        host: String? = "localhost:8080"
    ) async throws -> Reply {
        let response = try await respond(method, target, headers, body: body, host: host)
        let collector = Collector()
        try await response.body.write(collector)
        return Reply(status: response.status.code, headers: response.headers, body: collector.box.bytes)
    }

    /// Returns the response before its body is written.
    func respond(
        _ method: HTTPRequest.Method, _ target: String, _ headers: HTTPFields = [:], body: String = "",
        host: String? = "localhost:8080"
    ) async throws -> Response {
        let request = Request(
            head: HTTPRequest(method: method, scheme: "http", authority: host, path: target, headerFields: headers),
            body: .init(buffer: ByteBuffer(string: body)))
        return try await responder.respond(
            to: request, context: ServiceContext(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    }

    private struct Collector: ResponseBodyWriter {
        final class Box { var bytes: [UInt8] = [] }
        let box = Box()

        mutating func write(_ buffer: ByteBuffer) async throws { box.bytes += Array(buffer.readableBytesView) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    // MARK: Instruments

    static let hours =
        "NewYorkETH(name=US;tz=America/New_York;hd=20261126,20261225;sd=20261127;sds=ec0300;td=12345;de=+0000;rt=0300;"
        + "0=p04000930r09301600a16002000)"

    static var profiles: [InstrumentProfile] {
        var all = [
            profile("STOCK", "AAPL", "Apple Inc.") {
                $0.opol = "XNAS"
                $0.isin = "US0378331005"
                $0.priceIncrements = "0.0001 1; 0.01"
            },
            profile("STOCK", "THYAO:TR", "TÜRK HAVA YOLLARI 😀") { $0.priceIncrements = "0.01 20; 0.02" },
            profile("FOREX", "EUR/USD", "Euro, \"spot\"") {
                $0.priceIncrements = "0.00001"
                $0.tradingHours = "FX(tz=America/New_York;td=12345;de=1700;rt=-1700;0=-17001700)"
            },
            profile("BOND", "T32", "Thirty-seconds") { $0.priceIncrements = "0.03125" },
            profile("FUTURE", "/ESZ26:XCME", "E-mini") {
                $0.product = "/ES"
                $0.expiration = CalendarDate(year: 2026, month: 12, day: 18)
                $0.lastTrade = $0.expiration
                $0.priceIncrements = "0.25"
            },
            profile("INDEX", "NOHOURS", "No hours") { $0.tradingHours = "" },
        ]
        for (letter, right) in [("C", "OCASPS"), ("P", "OPASPS")] {
            all.append(
                profile("OPTION", ".AAPL261218\(letter)240", "Option") {
                    $0.underlying = "AAPL"
                    $0.cfi = right
                    $0.strike = 240
                    $0.multiplier = 100
                    $0.spc = 100
                    $0.expiration = CalendarDate(year: 2026, month: 12, day: 18)
                })
        }
        return all
    }

    static func profile(
        _ type: String, _ symbol: String, _ description: String, _ change: (inout InstrumentProfile) -> Void = { _ in }
    ) -> InstrumentProfile {
        var profile = InstrumentProfile()
        profile.type = type
        profile.symbol = symbol
        profile.description = description
        profile.country = "US"
        profile.currency = "USD"
        profile.tradingHours = hours
        change(&profile)
        return profile
    }
}
