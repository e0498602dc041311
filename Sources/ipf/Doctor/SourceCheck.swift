import Ingest
import InstrumentCatalog
import MarketRules
import SystemFiles

/// Checks of a source, and of this machine's clock in comparison with the server's clock.
struct SourceCheck {
    let address: SourceAddress?
    let options: IngestOptions

    /// The allowed difference of the clocks in seconds. There is always some difference, because a response arrives
    /// after its date, which is in whole seconds.
    private static let closeClock = 5
    /// The difference of the clocks in seconds from which users would notice that sessions start at wrong times.
    private static let farClock = 60

    func run() -> [Diagnosis] {
        guard let address else { return [clock()] }
        if let path = address.path { return [clock(), file(path)] }
        let start = WallClock.seconds
        do throws(IngestError) {
            guard let probe = try SourceProbe.ask(address, options) else {
                return [clock(), .warning("source", "standard input can be read only once; name a file or a URL")]
            }
            let size = probe.length.map { ", \(Numbers.bytes($0))" } ?? ""
            return [
                clock(probe.date, since: start),
                .ok("source", "\(address) answered after \(Numbers.seconds(probe.seconds))\(size)"),
            ]
        } catch {
            return [clock(), .problem("source", "\(error)")]
        }
    }

    private func file(_ path: String) -> Diagnosis {
        do throws(FileFault) {
            let file = try OpenFile(path, for: .reading)
            let kind = try file.status().kind
            if kind == .folder { return .problem("source", "\(path) is a folder; name a file of it") }
            return .ok(
                "source", "\(path) can be read\(kind == .file ? "" : ", but only once, because it is \(kind.words)")")
        } catch {
            return .problem("source", "\(path): \(error.reason); check its name and permissions")
        }
    }

    /// - Parameters:
    ///   - server: The time of the source's server; `nil` if unknown.
    ///   - start: The time at which the request was sent. The server may have answered at any moment since then.
    private func clock(_ server: Int64? = nil, since start: Int = WallClock.seconds) -> Diagnosis {
        let now = WallClock.seconds
        let remedy = "; set it, and synchronize it by NTP (systemd-timesyncd, chrony)"
        if let made = ScheduleDefaults.bundled.date, Int64(now) < made.seconds {
            return .problem(
                "clock",
                "this machine's clock shows \(Instant(seconds: Int64(now))), before this program was built\(remedy)")
        }
        guard let server = server.map(Int.init) else { return .ok("clock", "it is \(Instant(seconds: Int64(now)))") }
        let apart = max(start - server, 0) + min(now - server, 0)
        let shown =
            apart > 0
            ? "this machine's clock is \(apart) s ahead of the source's"
            : "this machine's clock is \(-apart) s behind the source's"
        if abs(apart) <= Self.closeClock {
            return .ok("clock", "it is \(Instant(seconds: Int64(now))), which agrees with the source's clock")
        }
        return abs(apart) > Self.farClock ? .problem("clock", shown + remedy) : .warning("clock", shown + remedy)
    }
}
