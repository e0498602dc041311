/// An error in a record, with its position.
public struct ProfileFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, for programs.
    public enum Kind: String, Hashable, Sendable {
        /// A quote within an unquoted field (`ipf-format.md`, section 1, which defines this and the following kinds).
        case quoteInUnquotedField
        /// Text other than a separator or a line end after a closing quote.
        case textAfterClosingQuote
        /// A quoted field without a closing quote.
        case unclosedQuote
        /// A record of an undefined type.
        case undefinedFormat
        /// A definition of a type whose name would be read as a command or a definition.
        case forbiddenFormatName
        /// The number of fields differs from the number of columns.
        case fieldCount
        /// The text of a number field is not a number (section 2).
        case invalidNumber
        /// The text of a date field is not a calendar date (section 2).
        case invalidDate
        /// The bytes are not UTF-8.
        case invalidUTF8
        /// The record is longer than `ReaderLimits.recordBytes`.
        case recordTooLong
        /// The definition has more columns than `ReaderLimits.columns`.
        case tooManyColumns
        /// More types are defined than `ReaderLimits.types`.
        case tooManyTypes
    }

    /// The kind of error.
    public var kind: Kind
    /// A message in one line for people: the found and the expected text, and the remedy.
    public var reason: String
    /// The position: the line and byte offset of the record in the (inflated) source, and the column of the error.
    public var position: SourcePosition
    /// The file of the archive that contains the record. `position` is then a position in this file. `nil` if the
    /// source is a single text.
    public var file: String?

    package init(kind: Kind, reason: String, position: SourcePosition, file: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.position = position
        self.file = file
    }

    /// `line 3, column 9 (record at byte 51): found 2 fields, expected 4 (#STOCK::=…)`. If there is a file, its name
    /// comes first.
    public var description: String { "\(position.ofRecord(in: file)): \(reason)" }
}
