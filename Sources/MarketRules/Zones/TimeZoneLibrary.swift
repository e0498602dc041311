import Synchronization
import SystemFiles

/// A cache of time zones, read from the folders of the system's zone files. Each file is read once.
///
/// If a zone file is updated, a running program sees that only through a new library.
package final class TimeZoneLibrary: Sendable {
    /// The folders, in search order.
    package let folders: [String]
    /// The zones that were read. Names without a zone are not stored, so the number of zones bounds the size.
    private let found = Mutex<[String: TimeZoneRules]>([:])

    /// Creates a library that reads the given folders.
    package init(folders: [String]) { self.folders = folders }

    /// Creates a library that reads the folder `TZDIR`, if the environment defines it, or the usual folders of the
    /// system.
    package convenience init() {
        if let named = Environment["TZDIR"] {
            self.init(folders: [named])
        } else {
            self.init(folders: [
                "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
            ])
        }
    }

    /// The default library: `TZDIR` or the system's folders, as determined at the first use.
    package static let system = TimeZoneLibrary()

    /// Returns the zone with a name: IANA (`Europe/London`), or `GMT+hh:mm` and `GMT-hh:mm`.
    ///
    /// - Throws: `TimeZoneError` if the name is invalid, no folder has the file, or the file is damaged.
    /// - Complexity: A dictionary look-up; the first look-up of a zone reads its file.
    package func zone(_ id: String) throws(TimeZoneError) -> TimeZoneRules {
        if let zone = found.withLock({ $0[id] }) { return zone }
        let zone = try load(id)
        return found.withLock { known in
            if let first = known[id] { return first }
            known[id] = zone
            return zone
        }
    }

    /// An upper bound for the size of a zone file.
    private static let largestFile = 1 << 20

    private func load(_ id: String) throws(TimeZoneError) -> TimeZoneRules {
        if let custom = TimeZoneRules(customID: id) { return custom }
        guard TimeZoneRules.isZoneName(id) else {
            throw TimeZoneError(id: id, reason: .invalidName, suggestions: id.isEmpty ? nil : suggestions(id))
        }
        for folder in folders {
            // Skip directories and files that cannot be read.
            let file = try? WholeFile.read("\(folder)/\(id)", limit: Self.largestFile)
            if case .bytes(let bytes) = file, !bytes.isEmpty { return try TimeZoneRules(id: id, file: bytes.span) }
        }
        throw TimeZoneError(id: id, reason: .missing(folders: folders), suggestions: suggestions(id))
    }

    /// The suggestions for the last missing name. Instruments with the same wrong zone tend to be adjacent.
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
