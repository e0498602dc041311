import Synchronization
import SystemFiles

/// Where zones come from: the folders of the system's zone files. Each file is read once.
///
/// A running program sees a newer zone file only through a new library.
package final class TimeZoneLibrary: Sendable {
    /// Searched in order.
    package let folders: [String]
    /// Bounded by the zones there are: only what was found is kept.
    private let found = Mutex<[String: TimeZoneRules]>([:])

    /// A library over given folders.
    package init(folders: [String]) { self.folders = folders }

    /// A library over `TZDIR`, if the environment names one, else the folders where systems keep their zones.
    package convenience init() {
        if let named = Environment["TZDIR"] {
            self.init(folders: [named])
        } else {
            self.init(folders: [
                "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
            ])
        }
    }

    /// The library that is used where none is given: `TZDIR` or the system's folders, as the first use finds them.
    package static let system = TimeZoneLibrary()

    /// The zone of a name: IANA (`Europe/London`), or `GMT+hh:mm` and `GMT-hh:mm`.
    ///
    /// - Throws: `TimeZoneError` where the name is invalid, no folder has the file, or the file is damaged.
    /// - Complexity: a dictionary look-up; the first time for a zone, reading a file of some kilobytes.
    package func zone(_ id: String) throws(TimeZoneError) -> TimeZoneRules {
        if let zone = found.withLock({ $0[id] }) { return zone }
        let zone = try load(id)
        return found.withLock { known in
            if let first = known[id] { return first }
            known[id] = zone
            return zone
        }
    }

    /// Real zone files have at most some kilobytes.
    private static let largestFile = 1 << 20

    private func load(_ id: String) throws(TimeZoneError) -> TimeZoneRules {
        if let custom = TimeZoneRules(customID: id) { return custom }
        guard TimeZoneRules.isZoneName(id) else {
            throw TimeZoneError(id: id, reason: .invalidName, suggestions: id.isEmpty ? nil : suggestions(id))
        }
        for folder in folders {
            // What isn't a file, or can't be read, is passed over.
            let file = try? WholeFile.read("\(folder)/\(id)", limit: Self.largestFile)
            if case .bytes(let bytes) = file, !bytes.isEmpty { return try TimeZoneRules(id: id, file: bytes.span) }
        }
        throw TimeZoneError(id: id, reason: .missing(folders: folders), suggestions: suggestions(id))
    }

    /// The suggestions for the name that was missing last, since instruments with the same wrong zone follow each other.
    private let lastMissing = Mutex<(id: String, suggestions: [String]?)?>(nil)

    private func suggestions(_ id: String) -> [String]? {
        lastMissing.withLock { last in
            if let last, last.id == id { return last.suggestions }
            let found = ZoneSuggestions.find(id, in: folders)
            last = (id, found)
            return found
        }
    }
}
