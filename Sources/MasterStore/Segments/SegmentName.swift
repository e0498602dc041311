internal import InstrumentCatalog
internal import Scanning

/// What the name of a segment's file says: all that is needed to find the newest one in a list of names.
///
/// ```
/// live.v1.1763704800250000-5123-9f3a66d20c41b7e5.ipfc            what was live at batch 5123 of that epoch and mark, in format version 1
/// expired-2025.v1.1763704800250000-5120-08d1c33e7a95f264.ipfc    what ended in 2025; batch 5120 is the last that changed it
/// ```
/// Those of earlier versions have no mark.
///
/// Beside each stands its SHA-256, as `sha256sum` writes it, under the same name with `.sha256` after it. That is put there last: a segment
/// without it is not there.
package struct SegmentName: Hashable, Sendable, CustomStringConvertible {
    /// What is in a segment.
    package enum Kind: Hashable, Sendable, CustomStringConvertible {
        /// What is true.
        case live
        /// What is gone and ended in that year (`RemovedInstrument`).
        case expired(year: Int)

        package var description: String {
            switch self {
            case .live: "live"
            case .expired(let year): "expired-\(CalendarDate.padded(year, 4))"
            }
        }
    }

    package let kind: Kind
    /// The version of the catalog file's format.
    package let format: Int
    /// The batch.
    package let identity: SnapshotIdentity

    /// The name of a segment that this program writes.
    init(_ kind: Kind, _ identity: SnapshotIdentity) {
        self.kind = kind
        format = Catalog.formatVersion
        self.identity = identity
    }

    /// What a name says; `nil` for a file that is no segment.
    package init?(_ name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[3] == "ipfc", parts[1].hasPrefix("v"),
            let format = Int(parts[1].dropFirst()), let identity = SnapshotIdentity(String(parts[2]))
        else { return nil }
        if parts[0] == "live" {
            kind = .live
        } else {
            guard parts[0].hasPrefix("expired-"), let year = Int(parts[0].dropFirst("expired-".count)), year >= 0 else {
                return nil
            }
            kind = .expired(year: year)
        }
        self.format = format
        self.identity = identity
        // Another spelling of the same would be another file.
        if description != name { return nil }
    }

    package var description: String { "\(kind).v\(format).\(identity).ipfc" }

    /// The name of the file with its checksum.
    var sum: String { description + Self.sumSuffix }

    static let sumSuffix = ".sha256"

    /// Why this program can't read it; `nil` where it can.
    var unreadable: String? {
        format == Catalog.formatVersion
            ? nil : "it is of format version \(format), and this program reads version \(Catalog.formatVersion)"
    }

    /// The newest first.
    static func precedes(_ a: SegmentName, _ b: SegmentName) -> Bool {
        a.identity != b.identity ? a.identity > b.identity : a.description < b.description
    }
}

extension SegmentName {
    /// The year of what is gone; 0 for what is live.
    var year: Int {
        if case .expired(let year) = kind { year } else { 0 }
    }
}

extension [SegmentName] {
    /// Those of what is gone by their years, the newest year first, of each the newest name first.
    var expiredYears: [(year: Int, names: [SegmentName])] {
        Dictionary(grouping: filter { $0.kind != .live }, by: \.year).sorted { $0.key > $1.key }.map {
            ($0.key, $0.value)
        }
    }
}
