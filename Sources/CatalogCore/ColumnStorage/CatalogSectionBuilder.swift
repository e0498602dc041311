/// How an index of the catalog (search, identifiers, chains) gets its sections into the file.
///
/// 1. Take numbers for the sections' kinds from the index's range in `SectionKind`, add the cases and their names.
/// 2. Write a type that conforms to `CatalogSectionBuilder`, and add it to `catalogSectionBuilders` (`CatalogBuilding/Writing/CatalogWriter.swift`).
/// 3. At read time find the bytes by `rows.sections[.kind]` (empty where the file has none) and read them through
///    `MappedSection`, `FrontCodedText`, `PackedNumbers`: every read of those is bounds-checked.
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
/// When a builder runs, the rows are final and in rank order, and all sections of the rows are in the file and
/// mapped: `rows` is the very type that answers later, so a builder can be tried on any opened catalog
/// (`CatalogFile.rows`). The builder's own memory is free again by then. Builders run side by side on all cores, each once a
/// file. Their sections are written in the order of the list, so the file stays the same byte for byte: a builder must give
/// the same bytes for the same rows.
package protocol CatalogSectionBuilder: SendableMetatype {
    /// Returns the sections of the index for `rows`.
    static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection]
}
