import Ingest
import InstrumentCatalog
import MarketRules
import SystemFiles

/// A source, and this machine's clock beside that of its server.
struct SourceCheck {
    let address: SourceAddress?
    let options: IngestOptions

    /// The allowed difference in seconds: a response arrives shortly after its date, which has whole seconds.
    private static let closeClock = 5
    /// A difference in seconds that makes the start of a session wrong for traders.
    private static let farClock = 60

    func run() -> [Diagnosis] {
        guard let address else { return [clock()] }
        if let path = address.path { return [clock(), file(path)] }
        let start = WallClock.seconds
        do throws(IngestError) {
            guard let probe = try SourceProbe.ask(address, options) else {
                return [clock(), .warning("source", "standard input is read once; name a file or an address")]
            }
            let size = probe.length.map { ", \(Numbers.bytes($0))" } ?? ""
            return [
                clock(probe.date, since: start),
                .ok("source", "\(address) answers after \(Numbers.seconds(probe.seconds))\(size)"),
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
            return .ok("source", "\(path) can be read\(kind == .file ? "" : ", once, since it is \(kind.words)")")
        } catch {
            return .problem("source", "\(path): \(error.reason); check its name, and who may read it")
        }
    }

    /// - Parameters:
    ///   - server: what the source's server has; `nil` if it doesn't say.
    ///   - start: when it was asked. It may have answered at any moment since.
    private func clock(_ server: Int64? = nil, since start: Int = WallClock.seconds) -> Diagnosis {
        let now = WallClock.seconds
        let remedy = "; set it, and keep it by NTP (systemd-timesyncd, chrony)"
        if let made = ScheduleDefaults.bundled.date, Int64(now) < made.seconds {
            return .problem(
                "clock",
                "this machine's clock has \(Instant(seconds: Int64(now))), before this program was made\(remedy)")
        }
        guard let server = server.map(Int.init) else { return .ok("clock", "it is \(Instant(seconds: Int64(now)))") }
        let apart = max(start - server, 0) + min(now - server, 0)
        let shown =
            apart > 0
            ? "this machine's clock is \(apart) s ahead of the source's"
            : "this machine's clock is \(-apart) s after the source's"
        if abs(apart) <= Self.closeClock {
            return .ok("clock", "it is \(Instant(seconds: Int64(now))), as at the source")
        }
        return abs(apart) > Self.farClock ? .problem("clock", shown + remedy) : .warning("clock", shown + remedy)
    }
}
