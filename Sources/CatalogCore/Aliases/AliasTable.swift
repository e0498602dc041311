internal import Scanning

/// Names under which people know instruments, and that no field of theirs holds: `tsmc`, `saudi aramco`, `square`.
///
/// Search finds an instrument by its aliases, too (`SearchTier.alias`). An alias names its instrument by symbol or by ISIN; one with an
/// ISIN holds in the data of any vendor, and for all instruments that have that ISIN.
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
/// An alias and a query are compared as their folded letters and digits, joined: `P&G`, `p & g` and `pg` are the same, and so is
/// `p and g`.
public struct AliasTable: Hashable, Sendable {
    /// An alias of an instrument.
    public struct Entry: Hashable, Sendable {
        /// The symbol or the ISIN of the instrument.
        public var instrument: String
        /// The alias, as it is shown.
        public var alias: String

        /// An alias of the instrument with a symbol or an ISIN.
        public init(instrument: String, alias: String) {
            self.instrument = instrument
            self.alias = alias
        }
    }

    package let index: AliasIndex

    package init(_ index: AliasIndex) { self.index = index }

    /// A table of aliases. Entries without an instrument, and aliases without a letter or digit, are left out.
    ///
    /// - Complexity: O(n log n) in the entries, a microsecond each.
    public init(_ entries: [Entry] = []) { index = AliasIndex(entries) }

    /// Reads a table: a line for each alias, the symbol or the ISIN, a comma, the alias.
    ///
    /// A value with a comma or a quote is put in double quotes, and a quote in it is doubled, as in a profile. Spaces around a value
    /// don't count. Empty lines, and lines that begin with `#`, are left out.
    ///
    /// - Throws: `AliasTableError` with every line that can't be read.
    /// - Complexity: O(n log n) in the lines, a microsecond each.
    package init(parsing text: Span<UInt8>) throws(AliasTableError) { self.init(try AliasParser.entries(of: text)) }

    /// Reads a table from a string.
    ///
    /// - Throws: `AliasTableError` as for the bytes.
    public init(parsing text: String) throws(AliasTableError) { try self.init(parsing: text.utf8Span.span) }

    /// Aliases in the table.
    package var count: Int { index.count }

    /// The aliases in the order of what is compared; two that are compared alike, of one instrument, stand here once.
    ///
    /// - Complexity: O(entries).
    public var entries: [Entry] { index.entries }

    /// The aliases of both tables.
    ///
    /// - Complexity: O(n log n) in the entries of both.
    package func merging(_ other: AliasTable) -> AliasTable {
        if index.count == 0 || self == other { return other }
        return other.index.count == 0 ? self : AliasTable(entries + other.entries)
    }

    public static func == (left: AliasTable, right: AliasTable) -> Bool { left.index.equals(right.index) }

    /// A number that is the same for the same aliases in every process, and differs for others as far as 64 bits can tell.
    package var digest: UInt64 { index.fingerprint }

    public func hash(into hasher: inout Hasher) { hasher.combine(index.fingerprint) }
}

/// Everything that is wrong with a file of aliases that can't be used.
public struct AliasTableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line that can't be read.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line of the file, from 1.
        public var line: Int
        /// The message: what was found, what was expected and what to do.
        public var reason: String

        /// `line 7: reason`.
        public var description: String { "line \(line): \(reason)" }
    }

    /// At least one, in the order of the lines.
    public var problems: [Problem]

    init(problems: [Problem]) { self.problems = problems }

    /// The most problems that a message lists.
    private static let shownProblems = 10

    /// A line for each problem, the first ten.
    public var description: String {
        let shown = problems.prefix(Self.shownProblems).map(\.description)
        let rest = problems.count - shown.count
        return "aliases:\n  " + shown.joined(separator: "\n  ") + (rest > 0 ? "\n  and \(rest) more" : "")
    }
}

extension AliasTable {
    /// The aliases that come with the package: what well-known instruments are called, in public, beside their names.
    ///
    /// A catalog that `CatalogBuilder` writes has them, unless it is given others.
    public static let bundled: AliasTable = {
        do throws(AliasTableError) {
            return try AliasTable(parsing: BundledText.aliases.span)
        } catch {
            preconditionFailure("the bundled aliases can't be read: \(error)")
        }
    }()
}
