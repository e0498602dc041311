/// An error in a record, with its position.
public struct ProfileFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, for programs.
    public enum Kind: String, Hashable, Sendable {
        /// A quote inside an unquoted field (`ipf-format.md`, section 1, which also defines the following ones).
        case quoteInUnquotedField
        /// Text other than a separator or a line end after a closing quote.
        case textAfterClosingQuote
        /// A quoted field without its closing quote.
        case unclosedQuote
        /// A record of an undefined type.
        case undefinedFormat
        /// A definition of a type whose name reads as a command or a definition.
        case forbiddenFormatName
        /// A number of fields that differs from the number of columns.
        case fieldCount
        /// A number field that is not a number (section 2).
        case invalidNumber
        /// A date field that is not a calendar date (section 2).
        case invalidDate
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A record longer than `ReaderLimits.recordBytes`.
        case recordTooLong
        /// A definition with more columns than `ReaderLimits.columns`.
        case tooManyColumns
        /// More defined types than `ReaderLimits.types`.
        case tooManyTypes
    }

    /// The kind of error.
    public var kind: Kind
    /// A message for people, in one line: the found and the expected text, and the remedy.
    public var reason: String
    /// The position: line and byte offset of the record in the (inflated) source, and column of the error.
    public var position: SourcePosition
    /// The file, within an archive, that contains the record. The position is a position in this file. `nil` if the
    /// source is one text.
    public var file: String?

    package init(kind: Kind, reason: String, position: SourcePosition, file: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.position = position
        self.file = file
    }

    /// `line 3, column 9 (record at byte 51): found 2 fields, expected 4 (#STOCK::=…)`, after the file's name if there
    /// is one.
    public var description: String { "\(position.ofRecord(in: file)): \(reason)" }
}
