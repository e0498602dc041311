/// A section on its way into the file.
final class NewSection: Sendable {
    let kind: SectionKind
    /// The field's place in the directory, for a field's section; 0 for any other.
    let field: Int
    let bytes: ByteSink

    init(_ kind: SectionKind, field: Int = 0, _ bytes: consuming ByteSink) {
        self.kind = kind
        self.field = field
        self.bytes = bytes
    }
}
