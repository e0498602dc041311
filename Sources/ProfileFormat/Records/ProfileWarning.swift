/// A suspicious part of the input that was read or skipped: the first of its kind, and the count.
public struct ProfileWarning: Hashable, Sendable, CustomStringConvertible {
    /// The kind, for programs.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A record that was skipped as a comment, although its type, which begins with `#`, is defined.
        case typeReadsAsComment
        /// An empty file of an archive, which was skipped.
        case emptyFile
        /// Spaces around a number or date, accepted by lenient reading.
        case spacesAroundValue
        /// A date such as `2024-1-5`, accepted by lenient reading.
        case shortDate
        /// `NaN` as a number, accepted by lenient reading.
        case notANumber
        /// Rows of a list for the same instrument under different symbols.
        case sameInstrument
        /// Texts of a list that are no known type, country or exchange, so that they were left out.
        case unknownValue

        /// Whether only lenient reading issues this warning; strict reading reports an error.
        package var isOfLenientReading: Bool {
            switch self {
            case .spacesAroundValue, .shortDate, .notANumber: true
            case .typeReadsAsComment, .emptyFile, .sameInstrument, .unknownValue: false
            }
        }
    }

    /// The kind, for programs.
    public var kind: Kind
    /// A message for people, in one line: the first finding, and how it was treated.
    public var reason: String
    /// The position of the first finding, as in a `ProfileFormatError`.
    public var position: SourcePosition
    /// The file of the archive that contains the first finding; `nil` if the source is one text.
    public var file: String?
    /// The number of findings.
    public var count = 1

    package init(kind: Kind, reason: String, position: SourcePosition, file: String? = nil, count: Int = 1) {
        self.kind = kind
        self.reason = reason
        self.position = position
        self.file = file
        self.count = count
    }

    /// `line 3, column 9 (record at byte 51): found '2024-1-5' in EXPIRATION, read as 2024-01-05 (the first of 12)`
    public var description: String {
        let place = kind == .emptyFile ? file ?? "" : position.ofRecord(in: file)
        return "\(place): \(reason)" + (count > 1 ? " (the first of \(count))" : "")
    }
}

extension SourcePosition {
    /// `all.ipf: line 3, column 9 (record at byte 51)`
    func ofRecord(in file: String?) -> String {
        (file.map { "\($0): " } ?? "") + "line \(line), column \(column) (record at byte \(byteOffset))"
    }
}
