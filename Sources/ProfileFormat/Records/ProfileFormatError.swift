/// What is wrong with a record, and where it starts.
public struct ProfileFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, for programs.
    public enum Kind: String, Hashable, Sendable {
        /// A quote inside a field that doesn't begin with one (`ipf-format.md`, section 1; the same for the next ones).
        case quoteInUnquotedField
        /// Something else than a separator or a line end after a closing quote.
        case textAfterClosingQuote
        /// A quoted field without its closing quote.
        case unclosedQuote
        /// A record of a type that no line before it has defined.
        case undefinedFormat
        /// A definition of a type whose name reads as a command or a definition.
        case forbiddenFormatName
        /// Another number of fields than the type's definition has columns.
        case fieldCount
        /// A number field that isn't a number (section 2).
        case invalidNumber
        /// A date field that isn't a date of the calendar (section 2).
        case invalidDate
        /// Bytes that aren't UTF-8.
        case invalidUTF8
        /// A record longer than `ReaderLimits.recordBytes`.
        case recordTooLong
        /// A definition with more columns than `ReaderLimits.columns`.
        case tooManyColumns
        /// More defined types than `ReaderLimits.types`.
        case tooManyTypes
    }

    /// The kind of fault.
    public var kind: Kind
    /// What was found, what was expected, how to go on: one line, for people.
    public var reason: String
    /// Where the record starts: its line, its byte offset in the (inflated) source; the column is that of the fault.
    public var position: SourcePosition
    /// The file of the archive that the record is in, whose lines and bytes the position counts; `nil` where the source is one
    /// text.
    public var file: String?

    package init(kind: Kind, reason: String, position: SourcePosition, file: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.position = position
        self.file = file
    }

    /// `line 3, column 9 (record at byte 51): found 2 fields, expected 4 (#STOCK::=…)`, after the file's name if there is one.
    public var description: String { "\(position.ofRecord(in: file)): \(reason)" }
}
