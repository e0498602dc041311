internal import Scanning

/// A place in the sequence of a master's changes: after a batch, or after one change of it.
///
/// ```
/// 5123                                            after batch 5123
/// 1763704800250000-5123-9f3a66d20c41b7e5          the same, and the batch is identified
/// 1763704800250000-5123-9f3a66d20c41b7e5.4141504c after the batch's change of AAPL (UTF-8 in hexadecimal digits)
/// ```
/// The changes of a batch are in the order of their symbols' bytes, so a place is the same on every node.
package struct ChangePosition: Hashable, Sendable, CustomStringConvertible {
    /// The batch. The epoch is 0 if only the number is known.
    package var batch: SnapshotIdentity
    /// The symbol of the last change before the place; `nil` if the place is after the whole batch.
    package var symbol: String?

    package init(_ batch: SnapshotIdentity, symbol: String? = nil) {
        self.batch = batch
        self.symbol = symbol
    }

    /// The accepted notations, for errors and help.
    package static let forms = "a batch number, or EPOCH-SEQ-MARK as in IPF-Snapshot"

    /// Parses a place; `nil` if the text is malformed.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        if !name.isEmpty, name.utf8.allSatisfy(\.isASCIIDigit), let number = Int(name) {
            batch = SnapshotIdentity(epoch: 0, sequence: number)
        } else if let identity = SnapshotIdentity(name) {
            batch = identity
        } else {
            return nil
        }
        guard parts.count == 2 else { return }
        guard let symbol = Self.text(hexadecimal: parts[1]) else { return nil }
        self.symbol = symbol
    }

    package var description: String {
        let name = batch.epoch == 0 && batch.mark.isEmpty ? "\(batch.sequence)" : "\(batch)"
        guard let symbol else { return name }
        return name + "." + ByteText.hexadecimal(Array(symbol.utf8))
    }

    /// Whether changes of the batch itself may follow the place.
    package var isWithinBatch: Bool { symbol != nil }

    private static func text(hexadecimal digits: Substring) -> String? {
        let values = digits.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard !values.isEmpty, values.count.isMultiple(of: 2), values.allSatisfy({ $0 != nil }) else { return nil }
        let bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0]! << 4 | values[$0 + 1]!) }
        return String(validating: bytes, as: UTF8.self)
    }
}
