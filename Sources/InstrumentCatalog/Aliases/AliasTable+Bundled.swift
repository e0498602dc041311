extension AliasTable {
    /// The aliases that come with the package: what well-known instruments are called, in public, beside their names.
    ///
    /// A catalog that `CatalogBuilder` writes has them, unless it is given others.
    public static let bundled: AliasTable = {
        do throws(AliasTableError) {
            return try AliasTable(parsing: String(describing: bundledText))
        } catch {
            preconditionFailure("the bundled aliases can't be read: \(error)")
        }
    }()
}
