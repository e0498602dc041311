internal import Scanning

/// The end of a page: opaque text that a client passes back to get the next page.
///
/// A cursor is valid, without a time limit, for one query to one catalog file or a copy of the file. Any other use is
/// an error.
public struct CatalogCursor: Hashable, Sendable, CustomStringConvertible {
    private let catalog: UInt64
    private let question: UInt64
    private let position: UInt64

    /// The catalog that a cursor belongs to: a catalog file, or a catalog that changes.
    package struct Scope {
        /// The fingerprint of the catalog.
        var fingerprint: UInt64
        /// The path of the file, for errors.
        var path: String
        /// The number of valid positions. It is not checked for a catalog that changes.
        var count: Int

        package init(fingerprint: UInt64, path: String, count: Int) {
            self.fingerprint = fingerprint
            self.path = path
            self.count = count
        }
    }

    /// Creates a cursor at the position after a page of the query with the fingerprint `question`.
    package init(_ scope: Scope, question: UInt64, position: Int) {
        self.catalog = scope.fingerprint
        self.question = question
        self.position = UInt64(position)
    }

    /// Returns whether the cursor belongs to the catalog.
    package func belongs(to scope: Scope) -> Bool { catalog == scope.fingerprint }

    /// Returns the position at which the next page of the same query starts.
    ///
    /// - Throws: `CatalogError` of kind `cursor` if the cursor belongs to another file or query.
    package func position(in scope: Scope, question: UInt64) throws(CatalogError) -> Int {
        try position(in: scope, question: question, below: 63).low
    }

    /// Returns the position split into its lowest `bits` bits and the bits above them.
    func position(
        in scope: Scope, question: UInt64, below bits: Int
    ) throws(CatalogError) -> (low: Int, high: Int) {
        guard belongs(to: scope) else {
            throw CatalogError(
                .cursor, path: scope.path,
                "the cursor belongs to another catalog, or to an earlier state of this one; request the first page "
                    + "again"
            )
        }
        let low = Int(position & (1 << UInt64(bits) - 1))
        guard self.question == question, low <= scope.count else { throw Self.ofAnotherQuestion(scope) }
        return (low, Int(position >> UInt64(bits)))
    }

    static func ofAnotherQuestion(_ scope: Scope) -> CatalogError {
        CatalogError(
            .cursor, path: scope.path, "the cursor belongs to a different query; request the first page of this one")
    }

    // MARK: Text form

    /// The opaque text: 28 letters, digits, `-` and `_`.
    public var description: String {
        var sink = ByteSink()
        for value in [catalog, question] { sink.append(u64: value) }
        for shift in [0, 8, 16, 24, 32] as [UInt64] { sink.append(UInt8(truncatingIfNeeded: position &>> shift)) }
        return Base64Text.encode(sink.span)
    }

    /// Parses a cursor.
    ///
    /// - Throws: `CatalogError` of kind `cursor` if the text is not a cursor.
    public init(parsing text: String) throws(CatalogError) {
        guard let bytes = Base64Text.decode(text.utf8Span.span), bytes.count == 21 else {
            throw CatalogError(
                .cursor,
                "'\(GrammarError.excerpt(text))' is not a cursor; pass the cursor of the previous page")
        }
        let number = { (range: Range<Int>) in range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) } }
        catalog = number(0..<8)
        question = number(8..<16)
        position = number(16..<21)
    }
}

/// URL-safe base 64 with `-` and `_` (RFC 4648 section 5), in whole groups of three bytes.
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
