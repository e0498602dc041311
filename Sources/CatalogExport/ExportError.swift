/// The reason that a table could not be written.
package struct ExportError: Error, Equatable, CustomStringConvertible {
    /// The category of the error.
    package enum Kind: Hashable, Sendable {
        /// The table has too many columns for the format.
        case unfit
        /// The disk, or the library that writes the file, reported an error.
        case inputOutput
    }

    package let kind: Kind
    /// The problem and its remedy.
    package let reason: String

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    package var description: String { reason }
}
