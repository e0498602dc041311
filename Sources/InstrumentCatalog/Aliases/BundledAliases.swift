extension AliasTable {
    static let bundledText: StaticString = #"""
        # symbol or ISIN, alias
        TW0002330008, tsmc
        """#
}
