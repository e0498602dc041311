/// A place in a text.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
    /// Bytes before the place, from 0.
    public var byteOffset: Int
    /// Line, from 1. Each LF, CR or CRLF ends one.
    public var line: Int
    /// Byte within the line, from 1.
    public var column: Int

    /// A place by its three numbers, which have to agree.
    package init(byteOffset: Int, line: Int, column: Int) {
        self.byteOffset = byteOffset
        self.line = line
        self.column = column
    }

    /// `line 3, column 7 (byte 51)`
    public var description: String { "line \(line), column \(column) (byte \(byteOffset))" }
}
