import Ingest
import InstrumentCatalog
import MarketRules
import SystemFiles

/// Checks of the machine for a service: disk space, files, memory, zone data.
enum MachineChecks {
    /// The recommended limit of open files. With a lower limit, connections wait although the service could accept
    /// them.
    private static let openFiles = 4096
    private static let memory = 256 << 20

    static func limits() -> [Diagnosis] {
        let count = OpenFileLimit.highest
        let shown = count == .max ? "any number of files" : "\(Numbers.grouped(count)) files"
        let files: Diagnosis =
            count >= openFiles
            ? .ok("files", "\(shown) may be open")
            : .warning(
                "files",
                "only \(shown) may be open, and each connection needs one; allow \(Numbers.grouped(openFiles)) with LimitNOFILE= "
                    + "in the unit, or with ulimit -Hn")
        return [files, free(SystemRoom.freeMemory)]
    }

    private static func free(_ bytes: Int?) -> Diagnosis {
        guard let bytes else {
            return .warning("memory", "the system does not report the free memory; check it another way")
        }
        if bytes >= memory { return .ok("memory", "\(Numbers.bytes(bytes)) are free") }
        return .warning(
            "memory", "only \(Numbers.bytes(bytes)) are free; end other programs, or use a machine with more memory")
    }

    // MARK: Libraries

    /// Returns a finding with the versions of libraries, which are loaded for this.
    static func libraries(_ versions: [String] = IngestLibraries.versions) -> Diagnosis {
        let shown = versions.joined(separator: ", ")
        if versions.contains("no libcurl") {
            return .warning(
                "libraries", "\(shown): nothing can be downloaded; install libcurl (Debian: apt install libcurl4)")
        }
        if versions.contains("no ISA-L") {
            return .warning(
                "libraries",
                "\(shown): compressed sources are read more slowly; install ISA-L (Debian: apt install libisal2)")
        }
        return .ok("libraries", shown)
    }

    // MARK: Zone data

    /// A clock change that the time zone files contain since a certain release. It shows how recent the files are.
    private struct Fact {
        let release: String
        let zone: String
        /// The time of the change, in seconds since 1970.
        let time: Int64
        /// The offset after the change, in seconds east of UTC.
        let offset: Int
    }

    /// The known facts, newest release first.
    private static let facts = [
        Fact(release: "2024a", zone: "Asia/Almaty", time: 1_719_835_200, offset: 18_000),
        Fact(release: "2022f", zone: "America/Mexico_City", time: 1_688_212_800, offset: -21_600),
        Fact(release: "2022b", zone: "Asia/Tehran", time: 1_688_212_800, offset: 12_600),
        Fact(release: "2019b", zone: "America/Sao_Paulo", time: 1_579_089_600, offset: -10_800),
        Fact(release: "2016g", zone: "Europe/Istanbul", time: 1_484_481_600, offset: 10_800),
        Fact(release: "2007a", zone: "America/New_York", time: 1_782_907_200, offset: -14_400),
    ]

    static func zones(_ library: TimeZoneLibrary = .system) -> Diagnosis {
        for fact in facts {
            do throws(TimeZoneError) {
                if try library.zone(fact.zone).offset(at: Instant(seconds: fact.time)) == fact.offset { continue }
            } catch {
                return .problem("zones", "\(error)")
            }
            return .warning(
                "zones",
                "the system's time zone files are older than \(fact.release): \(fact.zone) is wrong; install newer ones "
                    + "(Debian: tzdata), or set TZDIR to a folder of them")
        }
        return .ok("zones", "time zone files \(release(library) ?? "of an unknown release"), correct in all checks")
    }

    /// Returns the release that the time zone files declare; `nil` if they declare none.
    private static func release(_ library: TimeZoneLibrary) -> String? {
        for folder in library.folders {
            // The first line is `# version 2025b`, for example.
            guard let file = try? OpenFile("\(folder)/tzdata.zi", for: .reading),
                let bytes = try? file.bytes(at: 0, limit: 64)
            else { continue }
            let words = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }.split(separator: " ")
            if words.count == 3, words[1] == "version" { return String(words[2]) }
        }
        return nil
    }
}
