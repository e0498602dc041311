internal import InstrumentCatalog
internal import Scanning

/// The parts of a segment's file name. The newest segment can be found from the names alone.
///
/// ```
/// live.v1.1763704800250000-5123-9f3a66d20c41b7e5.ipfc          live instruments, batch 5123, format 1
/// expired-2025.v1.1763704800250000-5120-08d1c33e7a95f264.ipfc  ended in 2025; last changed by batch 5120
/// ```
/// The batch is written as epoch, sequence number and mark. Segments of earlier versions have no mark in their names.
///
/// A second file has the segment's SHA-256 in the form of `sha256sum`, under the same name with the suffix `.sha256`.
/// It is written last. A segment without it counts as absent.
package struct SegmentName: Hashable, Sendable, CustomStringConvertible {
    /// The contents of a segment.
    package enum Kind: Hashable, Sendable, CustomStringConvertible {
        /// The live instruments.
        case live
        /// The removed instruments that ended in the year (`RemovedInstrument`).
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
    /// The batch whose state the segment contains.
    package let identity: SnapshotIdentity

    /// Names a segment that this program writes.
    init(_ kind: Kind, _ identity: SnapshotIdentity) {
        self.kind = kind
        format = Catalog.formatVersion
        self.identity = identity
    }

    /// Parses a file name; `nil` if it is not the name of a segment.
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
        // Only the canonical spelling is a segment's name.
        if description != name { return nil }
    }

    package var description: String { "\(kind).v\(format).\(identity).ipfc" }

    /// The name of the checksum file.
    var sum: String { description + Self.sumSuffix }

    static let sumSuffix = ".sha256"

    /// The reason why this program cannot read the segment; `nil` if it can.
    var unreadable: String? {
        format == Catalog.formatVersion
            ? nil : "it has format version \(format), but this program reads version \(Catalog.formatVersion)"
    }

    /// Orders names by batch, newest first.
    static func precedes(_ a: SegmentName, _ b: SegmentName) -> Bool {
        a.identity != b.identity ? a.identity > b.identity : a.description < b.description
    }
}

extension SegmentName {
    /// The year of expired instruments; 0 for live ones.
    var year: Int {
        if case .expired(let year) = kind { year } else { 0 }
    }
}

extension [SegmentName] {
    /// The segments of expired instruments by year, newest year first. Within a year, their order is that of the array.
    var expiredYears: [(year: Int, names: [SegmentName])] {
        Dictionary(grouping: filter { $0.kind != .live }, by: \.year).sorted { $0.key > $1.key }.map {
            ($0.key, $0.value)
        }
    }
}
