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

    public init(kind: Kind, reason: String, position: SourcePosition) {
        self.kind = kind
        self.reason = reason
        self.position = position
    }

    /// `line 3, column 9 (record at byte 51): found 2 fields, expected 4 (#STOCK::=…)`
    public var description: String {
        "line \(position.line), column \(position.column) (record at byte \(position.byteOffset)): \(reason)"
    }
}
