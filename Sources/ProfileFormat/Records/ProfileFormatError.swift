/// What is wrong with a record, and where it starts.
public struct ProfileFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, for programs.
    public enum Kind: String, Hashable, Sendable {
        case quoteInUnquotedField, textAfterClosingQuote, unclosedQuote
        case undefinedFormat, forbiddenFormatName, fieldCount
        case invalidNumber, invalidDate, invalidUTF8
        case recordTooLong, tooManyColumns, tooManyTypes
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

    public init(kind: Kind, reason: String, position: SourcePosition, file: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.position = position
        self.file = file
    }

    /// `line 3, column 9 (record at byte 51): found 2 fields, expected 4 (#STOCK::=…)`, after the file's name if there is one.
    public var description: String { "\(position.ofRecord(in: file)): \(reason)" }
}
