/// Something that was read, or passed over, though it is hardly what was meant: the first of its kind, and how often it came.
public struct ProfileWarning: Hashable, Sendable, CustomStringConvertible {
    /// The kind, for programs.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A record of a type that begins with `#` is a comment, though the type is defined: it was left out.
        case typeReadsAsComment
        /// A file of an archive holds nothing: it was passed over.
        case emptyFile
        /// Spaces around a number or date, taken by lenient reading.
        case spacesAroundValue
        /// A date such as `2024-1-5`, taken by lenient reading.
        case shortDate
        /// `NaN` for a number, taken by lenient reading.
        case notANumber

        /// Only lenient reading gives it; strict reading has an error.
        package var isOfLenientReading: Bool {
            switch self {
            case .spacesAroundValue, .shortDate, .notANumber: true
            case .typeReadsAsComment, .emptyFile: false
            }
        }
    }

    /// The kind, for programs.
    public var kind: Kind
    /// What was found first and what became of it: one line, for people.
    public var reason: String
    /// Where the record of the first starts, as in a `ProfileFormatError`.
    public var position: SourcePosition
    /// The file of the archive that the first is in; `nil` where the source is one text.
    public var file: String?
    /// How many there were.
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
