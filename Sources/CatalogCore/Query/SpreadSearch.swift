internal import Scanning
internal import Symbology

/// Finds spreads by their legs. In the symbol `=/ESZ26:XCME-/ESH27:XCME`, a text matches a leg if it is the leg's
/// symbol (`/ESZ26:XCME`) or its ticker (`/ESZ26`, `ESZ26`).
///
/// The file has no index of legs. A leg follows one of a few characters, so trigrams distinguish spreads with the leg
/// from options and futures that start with the same letters.
package enum SpreadSearch {
    /// Returns the leg that a folded text matches in the symbol of a row; `nil` if the text matches no leg, or the
    /// symbol is not a spread's.
    package static func leg(_ text: Span<UInt8>, of row: Int, _ rows: CatalogRows) -> SpreadSymbol.Leg? {
        rows.symbols.withText(row) { symbol in
            guard symbol.count > 1, symbol[0] == ASCII.equals,
                let spread = try? SpreadSymbol(String(decoding: symbol))
            else { return nil }
            return spread.legs.first { leg in
                let folded = TextFolding.folded(leg.symbol)
                return folded.span.equals(text) || TickerNames.isTicker(text, of: folded.span)
            }
        }
    }

    /// Returns the explanation of a matching leg: `leg bought: 2 AAPL`, `leg sold: MSFT`.
    package static func reason(_ leg: SpreadSymbol.Leg) -> String {
        let size = leg.ratio.magnitude == 1 ? "" : DecimalNumber.format(leg.ratio.magnitude) + " "
        return "leg \(leg.ratio > 0 ? "bought" : "sold"): \(size)\(leg.symbol)"
    }
}

extension SearchIndex {
    /// Returns the rows of possible spreads with a leg that `text` matches.
    ///
    /// - Complexity: O(log trigrams).
    func spreads(withLeg text: Span<UInt8>) -> RowAlternatives {
        var root = TrivialArray<UInt8>()
        root.append(ASCII.slash)
        root.append(text)
        var rows = RowAlternatives()
        rows.append(spreads(withLegFrom: text))
        rows.append(spreads(withLegFrom: root.span))
        return rows
    }

    /// Returns the rows that have `text` at the start of a possible leg: after the sign that starts a spread, after a
    /// sign between legs, or after a ratio.
    private func spreads(withLegFrom text: Span<UInt8>) -> RowConjunction {
        let found = names(containing: text)
        if found.isEmpty { return found }
        var marks: [UInt8] = [ASCII.equals, ASCII.plus, ASCII.minus, ASCII.asterisk]
        let start = text[0] == ASCII.period && text.count > 1 ? 1 : 0
        if text[start] == ASCII.slash { marks += Array(UInt8(ascii: "0")...UInt8(ascii: "9")) }
        var cursors = TrivialArray<RunCursor>()
        for mark in marks {
            var first = UInt32(mark) << 16 | UInt32(text[0]) << 8
            var end = first + 1 << 8
            if text.count > 1 {
                first |= UInt32(text[1])
                end = first + 1
            }
            for list in trigramLists(from: first, below: end) { cursors.append(trigramRows.cursor(list)) }
        }
        return found.narrowed(to: RowUnion(cursors.span))
    }
}
