internal import Scanning

/// Which state of an instrument master a catalog is: the same two numbers on every node that follows the master.
///
/// They stand in the catalog's notes `master.epoch` and `master.seq`.
public struct SnapshotIdentity: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Sequence numbers are comparable within one epoch; a later epoch is greater. Microseconds since 1970 UTC.
    public var epoch: Int
    /// The last batch that is in the catalog; 0 before the first one.
    public var sequence: Int

    /// The state after a batch.
    public init(epoch: Int, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// The state that a catalog's notes name; `nil` where it follows no master.
    public init?(notes: [String: String]) {
        guard let epoch = notes[Self.epochNote].flatMap({ Int($0) }),
            let sequence = notes[Self.sequenceNote].flatMap({ Int($0) })
        else { return nil }
        self.init(epoch: epoch, sequence: sequence)
    }

    /// The names of the notes.
    package static let epochNote = "master.epoch"
    package static let sequenceNote = "master.seq"

    /// `1763704800250000-5123`
    public var description: String { "\(epoch)-\(sequence)" }

    /// The state that such a text names; `nil` where it is none.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }),
            let epoch = Int(parts[0]), let sequence = Int(parts[1])
        else { return nil }
        self.init(epoch: epoch, sequence: sequence)
    }

    public static func < (a: SnapshotIdentity, b: SnapshotIdentity) -> Bool {
        a.epoch != b.epoch ? a.epoch < b.epoch : a.sequence < b.sequence
    }
}
