extension SymbolPlaces {
    /// Returns whether a code is the code of a currency (ISO 4217) in the table.
    package func isCurrency(_ code: String) -> Bool { table.has(.currency, code.utf8Span.span) }

    /// Returns the meanings of a name in a list. The words of the name may be in any case, with any marks between them.
    ///
    /// - Complexity: O(length of the name).
    package func placeNames(inText text: String) -> [PlaceName] {
        let words = text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return words.isEmpty ? [] : placeNames(of: words)
    }
}

extension SymbolPlaces {
    /// Returns the market of a product of futures; `nil` if the table does not have its root.
    package func market(ofProduct root: String) -> SymbolPlace? { table.product(.root, root.utf8Span.span)?.market }
}
