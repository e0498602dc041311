/// A builder of the sections of one index of the catalog (search, identifiers, chains).
///
/// To add an index:
///
/// 1. Choose numbers for the kinds of its sections from the index's range in `SectionKind`, and add the cases and their
///    names.
/// 2. Write a type that conforms to `CatalogSectionBuilder`, and add it to `catalogSectionBuilders`
///    (`CatalogBuilding/Writing/CatalogWriter.swift`).
/// 3. Read the sections through `rows.sections[.kind]`, which is empty if the file does not have the section. Decode
///    the bytes with `MappedSection`, `FrontCodedText` and `PackedNumbers`, which check all bounds.
///
/// ```swift
/// enum ListingCount: CatalogSectionBuilder {
///     static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection] {
///         var bytes = ByteSink()
///         bytes.append(u32: UInt32(rows.column(.opol)?.valueCount ?? 0))
///         return [NewSection(.listingCount, bytes)]
///     }
/// }
/// ```
///
/// When a builder runs, the rows are final and in rank order, and all sections of the rows are in the file and mapped.
/// `rows` has the type that also answers queries, so a builder can be tested on any opened catalog
/// (`CatalogFile.rows`). The memory of the catalog builder has been freed by then.
///
/// Builders run in parallel, each once per file, and their sections are written in the order of the list. A builder
/// must return equal bytes for equal rows, so that files are reproducible.
package protocol CatalogSectionBuilder: SendableMetatype {
    /// Returns the sections of the index for `rows`.
    static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection]
}
