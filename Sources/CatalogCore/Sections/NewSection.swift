/// A section on its way into the file.
package final class NewSection: Sendable {
    package let kind: SectionKind
    /// The field's place in the directory, for a field's section; 0 for any other.
    package let field: Int
    package let bytes: ByteSink

    package init(_ kind: SectionKind, field: Int = 0, _ bytes: consuming ByteSink) {
        self.kind = kind
        self.field = field
        self.bytes = bytes
    }
}
