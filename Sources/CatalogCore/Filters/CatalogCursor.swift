internal import Scanning

/// Where a page ended: opaque text that a client keeps and hands back for the next page.
///
/// It holds for one question to one catalog file, or a copy of it, however long ago it was asked; anywhere else it is
/// refused.
public struct CatalogCursor: Hashable, Sendable, CustomStringConvertible {
    private let catalog: UInt64
    private let question: UInt64
    private let position: UInt64

    /// What a cursor belongs to: a catalog file, or a catalog that changes.
    package struct Scope {
        /// Tells it from any other.
        var fingerprint: UInt64
        /// Its file, for errors.
        var path: String
        /// Positions that there may be; those of a catalog that changes are not compared with it.
        var count: Int

        package init(fingerprint: UInt64, path: String, count: Int) {
            self.fingerprint = fingerprint
            self.path = path
            self.count = count
        }
    }

    /// The position after a page of the answer to the question of that fingerprint.
    package init(_ scope: Scope, question: UInt64, position: Int) {
        self.catalog = scope.fingerprint
        self.question = question
        self.position = UInt64(position)
    }

    /// It is of that catalog.
    package func belongs(to scope: Scope) -> Bool { catalog == scope.fingerprint }

    /// The position, for the next page of the answer to the same question.
    ///
    /// - Throws: `CatalogError` of kind `cursor` where the cursor is of another file or question.
    package func position(in scope: Scope, question: UInt64) throws(CatalogError) -> Int {
        try position(in: scope, question: question, below: 63).low
    }

    /// The same, in two numbers: the lowest `bits` bits, which are the position, and those above them.
    func position(
        in scope: Scope, question: UInt64, below bits: Int
    ) throws(CatalogError) -> (low: Int, high: Int) {
        guard belongs(to: scope) else {
            throw CatalogError(
                .cursor, path: scope.path,
                "found the cursor of another catalog file, or of an earlier state of this one; ask for the first page again"
            )
        }
        let low = Int(position & (1 << UInt64(bits) - 1))
        guard self.question == question, low <= scope.count else { throw Self.ofAnotherQuestion(scope) }
        return (low, Int(position >> UInt64(bits)))
    }

    static func ofAnotherQuestion(_ scope: Scope) -> CatalogError {
        CatalogError(
            .cursor, path: scope.path, "found the cursor of another question; ask for the first page of this one")
    }

    // MARK: Text

    /// The opaque text: 28 letters, digits, `-` and `_`.
    public var description: String {
        var sink = ByteSink()
        for value in [catalog, question] { sink.append(u64: value) }
        for shift in [0, 8, 16, 24, 32] as [UInt64] { sink.append(UInt8(truncatingIfNeeded: position &>> shift)) }
        return Base64Text.encode(sink.span)
    }

    /// The cursor that `text` is.
    ///
    /// - Throws: `CatalogError` of kind `cursor` where it isn't one.
    public init(parsing text: String) throws(CatalogError) {
        guard let bytes = Base64Text.decode(text.utf8Span.span), bytes.count == 21 else {
            throw CatalogError(
                .cursor,
                "'\(GrammarError.excerpt(text))' isn't a cursor; hand back the one that came with the last page")
        }
        let number = { (range: Range<Int>) in range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) } }
        catalog = number(0..<8)
        question = number(8..<16)
        position = number(16..<21)
    }
}

/// Bytes as letters that fit into an address: base 64 with `-` and `_` (RFC 4648 section 5), whole groups of three bytes.
enum Base64Text {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func encode(_ bytes: Span<UInt8>) -> String {
        precondition(bytes.count % 3 == 0)
        var text: [UInt8] = []
        for index in stride(from: 0, to: bytes.count, by: 3) {
            let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            for shift in [18, 12, 6, 0] { text.append(letters[group >> shift & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: text.count, by: 4) {
            var group = 0
            for offset in 0..<4 {
                guard let value = letters.firstIndex(of: text[index + offset]) else { return nil }
                group = group << 6 | value
            }
            for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
        }
        return bytes
    }
}
