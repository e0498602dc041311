internal import Scanning

/// Identifies the state of an instrument master that a catalog contains. It is the same on all nodes with that state.
///
/// It is stored in the catalog's notes `master.epoch`, `master.seq` and `master.mark`.
package struct SnapshotIdentity: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The generation of the sequence numbers, in microseconds since 1970 UTC. Sequence numbers are comparable only
    /// within an epoch.
    package var epoch: Int
    /// The number of the last batch that is in the catalog; 0 before the first batch.
    package var sequence: Int
    /// The random identifier of the batch, 16 hexadecimal digits.
    ///
    /// A master that was restored from a backup assigns the same numbers to other batches; the mark distinguishes
    /// these. Empty if unknown: before the first batch, and in catalogs of earlier versions.
    package var mark = ""

    /// Creates the state after a batch.
    package init(epoch: Int, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// Creates the state after a batch with a mark.
    package init(epoch: Int, sequence: Int, mark: String) {
        self.init(epoch: epoch, sequence: sequence)
        self.mark = mark
    }

    /// Creates the state from a catalog's notes; `nil` if the catalog does not follow a master.
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

    /// The text form `1763704800250000-5123-9f3a66d20c41b7e5`; without a mark, only the numbers.
    package var description: String { "\(epoch)-\(sequence)" + (mark.isEmpty ? "" : "-\(mark)") }

    /// Parses the text form of a state; `nil` if the text is malformed.
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
