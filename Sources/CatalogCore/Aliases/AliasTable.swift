internal import Scanning

/// Informal names of instruments that no field contains: `tsmc`, `saudi aramco`, `square`.
///
/// Search also finds an instrument by its aliases (`SearchTier.alias`). An alias names its instrument by symbol or by
/// ISIN. An alias with an ISIN works with the data of any vendor and applies to all instruments that have the ISIN.
///
/// ```swift
/// let table = try AliasTable(parsing: """
///     # symbol or ISIN, alias
///     TW0002330008, tsmc
///     /ES, "spoos, the big ones"
///     """)
/// let catalog = try Catalog.open("all.ipfc").adding(table)
/// let page = try catalog.search("tsmc")
/// ```
///
/// An alias matches a query if their folded letters and digits, joined, are equal: `P&G`, `p & g`, `p and g` and `pg`
/// all match each other.
public struct AliasTable: Hashable, Sendable {
    /// An alias of an instrument.
    public struct Entry: Hashable, Sendable {
        /// The symbol or the ISIN of the instrument.
        public var instrument: String
        /// The display text of the alias.
        public var alias: String

        /// Creates an alias of the instrument with the symbol or ISIN `instrument`.
        public init(instrument: String, alias: String) {
            self.instrument = instrument
            self.alias = alias
        }
    }

    package let index: AliasIndex

    package init(_ index: AliasIndex) { self.index = index }

    /// Creates a table of aliases. Skips entries without an instrument, and aliases without a letter or digit.
    ///
    /// - Complexity: O(n log n) for n entries.
    public init(_ entries: [Entry] = []) { index = AliasIndex(entries) }

    /// Parses a table: each line has a symbol or an ISIN, a comma, and an alias.
    ///
    /// A value with a comma or a quote is enclosed in double quotes, and a quote inside it is doubled, as in IPF. The
    /// parser ignores spaces around values, empty lines, and lines that start with `#`.
    ///
    /// - Throws: `AliasTableError` with every malformed line.
    /// - Complexity: O(n log n) for n lines.
    package init(parsing text: Span<UInt8>) throws(AliasTableError) { self.init(try AliasParser.entries(of: text)) }

    /// Parses a table from a string.
    ///
    /// - Throws: `AliasTableError` with every malformed line.
    public init(parsing text: String) throws(AliasTableError) { try self.init(parsing: text.utf8Span.span) }

    /// The number of aliases.
    package var count: Int { index.count }

    /// The aliases, sorted by comparison key. Two aliases of one instrument with equal keys appear once.
    ///
    /// - Complexity: O(n) for n entries.
    public var entries: [Entry] { index.entries }

    /// Returns a table with the aliases of both tables.
    ///
    /// - Complexity: O(n log n) for the n entries of both tables.
    package func merging(_ other: AliasTable) -> AliasTable {
        if index.count == 0 || self == other { return other }
        return other.index.count == 0 ? self : AliasTable(entries + other.entries)
    }

    public static func == (left: AliasTable, right: AliasTable) -> Bool { left.index.equals(right.index) }

    /// A 64-bit hash of the aliases that is stable across processes.
    package var digest: UInt64 { index.fingerprint }

    public func hash(into hasher: inout Hasher) { hasher.combine(index.fingerprint) }
}

/// The error that lists every malformed line of an alias file.
public struct AliasTableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A malformed line.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The one-based line number.
        public var line: Int
        /// The message: what was found, what was expected and what to do.
        public var reason: String

        /// The line and the reason: `line 7: reason`.
        public var description: String { "line \(line): \(reason)" }
    }

    /// The problems, at least one, in line order.
    public var problems: [Problem]

    init(problems: [Problem]) { self.problems = problems }

    /// The maximum number of problems that a message lists.
    private static let shownProblems = 10

    /// One line for each of the first ten problems.
    public var description: String {
        let shown = problems.prefix(Self.shownProblems).map(\.description)
        let rest = problems.count - shown.count
        return "aliases:\n  " + shown.joined(separator: "\n  ") + (rest > 0 ? "\n  and \(rest) more" : "")
    }
}

extension AliasTable {
    /// The aliases that ship with the package: well-known informal names of instruments.
    ///
    /// `CatalogBuilder` writes these aliases into every catalog unless it is given others.
    public static let bundled: AliasTable = {
        do throws(AliasTableError) {
            return try AliasTable(parsing: BundledText.aliases.span)
        } catch {
            preconditionFailure("the bundled aliases can't be read: \(error)")
        }
    }()
}
