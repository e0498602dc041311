/// A warning about suspicious input that was read or skipped. It describes the first finding of its kind, and counts
/// all.
public struct ProfileWarning: Hashable, Sendable, CustomStringConvertible {
    /// The kind of finding, for programs.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A record was skipped as a comment, although its type, which starts with `#`, is defined.
        case typeReadsAsComment
        /// A file of an archive is empty and was skipped.
        case emptyFile
        /// Spaces around a number or date were accepted by lenient reading.
        case spacesAroundValue
        /// A date such as `2024-1-5` was accepted by lenient reading.
        case shortDate
        /// `NaN` was accepted as a number by lenient reading.
        case notANumber
        /// Rows of a list seem to be the same instrument under different symbols.
        case sameInstrument
        /// Texts in a list are no known type, country or exchange, and were left out.
        case unknownValue
        /// Rows of a list were left out, because they are in another table than the instruments.
        case otherTable

        /// Whether only lenient reading gives this warning; strict reading reports an error instead.
        package var isOfLenientReading: Bool {
            switch self {
            case .spacesAroundValue, .shortDate, .notANumber: true
            case .typeReadsAsComment, .emptyFile, .sameInstrument, .unknownValue, .otherTable: false
            }
        }
    }

    /// The kind of finding.
    public var kind: Kind
    /// A message in one line for people: the first finding, and how it was treated.
    public var reason: String
    /// The position of the first finding, in the form of `ProfileFormatError.position`.
    public var position: SourcePosition
    /// The file of the archive that contains the first finding; `nil` if the source is a single text.
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
