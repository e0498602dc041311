/// Why a table could not be written.
package struct ExportError: Error, Equatable, CustomStringConvertible {
    /// Whose fault it is.
    package enum Kind: Hashable, Sendable {
        /// The table can't have that form: it has too many columns.
        case unfit
        /// The disk, or the library that writes it, refuses.
        case inputOutput
    }

    package let kind: Kind
    /// What was found, and how to go on.
    package let reason: String

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    package var description: String { reason }
}
