internal import Scanning

/// Which state of an instrument master a catalog is: the same on every node that follows the master.
///
/// The catalog's notes have it: `master.epoch`, `master.seq` and `master.mark`.
package struct SnapshotIdentity: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Sequence numbers are comparable within one epoch; a later epoch is greater. Microseconds since 1970 UTC.
    package var epoch: Int
    /// The last batch that is in the catalog; 0 before the first one.
    package var sequence: Int
    /// A random text of the master's batch, 16 hexadecimal digits: a master that was restored from a backup gives the same numbers to
    /// other batches. Empty where it isn't known: before the first batch, and in catalogs of earlier versions.
    package var mark = ""

    /// The state after a batch.
    package init(epoch: Int, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// The state after a batch with a mark.
    package init(epoch: Int, sequence: Int, mark: String) {
        self.init(epoch: epoch, sequence: sequence)
        self.mark = mark
    }

    /// The state that a catalog's notes name; `nil` where it follows no master.
    package init?(notes: [String: String]) {
        guard let epoch = notes[Self.epochNote].flatMap({ Int($0) }),
            let sequence = notes[Self.sequenceNote].flatMap({ Int($0) })
        else { return nil }
        self.init(epoch: epoch, sequence: sequence, mark: notes[Self.markNote] ?? "")
    }

    /// The names of the notes.
    package static let epochNote = "master.epoch"
    package static let sequenceNote = "master.seq"
    package static let markNote = "master.mark"

    /// `1763704800250000-5123-9f3a66d20c41b7e5`; without a mark only the numbers.
    package var description: String { "\(epoch)-\(sequence)" + (mark.isEmpty ? "" : "-\(mark)") }

    /// The state that such a text names; `nil` where it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.prefix(2).allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }),
            let epoch = Int(parts[0]), let sequence = Int(parts[1])
        else { return nil }
        if parts.count == 3 {
            guard parts[2].utf8.count == 16, parts[2].utf8.allSatisfy(Self.isMarkDigit) else { return nil }
        }
        self.init(epoch: epoch, sequence: sequence, mark: parts.count == 3 ? String(parts[2]) : "")
    }

    private static func isMarkDigit(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    package static func < (a: SnapshotIdentity, b: SnapshotIdentity) -> Bool {
        (a.epoch, a.sequence, a.mark) < (b.epoch, b.sequence, b.mark)
    }
}
