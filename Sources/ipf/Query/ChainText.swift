import CatalogAnswers
import CatalogHistory
import InstrumentCatalog
import Scanning

/// Formats chains.
enum ChainText {
    // MARK: For people

    /// Returns chains as text. It begins with the role of the name, unless the name is only an underlying. Each series
    /// has a line with the fields that distinguish it, and a line for each strike, or several if the strike has several
    /// calls or puts.
    static func table(_ chains: [(catalog: Catalog, chain: OptionChain)]) -> TerminalText {
        let tables = chains.flatMap { self.tables($0.chain, $0.catalog) }
        return ((chains.first?.chain).flatMap(headline).map { ["\($0)\n"] + tables } ?? tables).joined(separator: "\n")
    }

    private static func tables(_ chain: OptionChain, _ catalog: Catalog) -> [TerminalText] {
        chain.series.map { series -> TerminalText in
            let end = catalog.removal(of: series).map { "  \($0)" } ?? ""
            var table = TextTable([.left, .right, .left], header: ["CALL", "STRIKE", "PUT"])
            for strike in series.strikes {
                let (calls, puts) = (strike.calls.map(catalog.symbol(at:)), strike.puts.map(catalog.symbol(at:)))
                for line in 0..<max(calls.count, puts.count) {
                    table.add(
                        line < calls.count ? calls[line] : "–", DecimalNumber.format(strike.strike),
                        line < puts.count ? puts[line] : "–")
                }
            }
            return "\(Style.bold("\(title(series) + end)"))\n\(table.text(indent: 2))"
        }
    }

    /// Returns the role of the name, such as `/ES: underlying and product`; `nil` if it is only an underlying.
    private static func headline(_ chain: OptionChain) -> String? {
        switch chain.roles {
        case .underlying: nil
        case .product: "\(chain.name): product"
        default: "\(chain.name): underlying and product"
        }
    }

    /// Returns the fields that distinguish a series, such as `2027-01-15  multiplier 100  STAN  Weeklys  OXASPS`.
    private static func title(_ series: OptionSeries) -> String {
        var parts = [series.expiration.description]
        if let lastTrade = series.lastTrade, lastTrade != series.expiration { parts.append("last trade \(lastTrade)") }
        if series.multiplier != 0 { parts.append("multiplier \(DecimalNumber.format(series.multiplier))") }
        if series.spc != 0, series.spc != series.multiplier { parts.append("SPC \(DecimalNumber.format(series.spc))") }
        parts += [
            series.additionalUnderlyings, series.mmy, series.optionType, series.expirationStyle, series.settlementStyle,
            series.cfi,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Returns a table of futures by expiration, with an arrow after the current contract.
    static func table(
        _ futures: [SegmentedCatalog.Slice<FutureContract>], current: FutureContract?
    ) -> TerminalText {
        var table = TextTable(header: ["EXPIRATION", "LAST TRADE", "SYMBOL", ""])
        for slice in futures {
            for future in slice.items {
                let removal = slice.catalog.removal(at: future.row)
                table.add(
                    future.expiration?.description ?? "–", future.lastTrade?.description ?? "–",
                    slice.catalog.symbol(at: future.row),
                    removal?.description ?? (future == current ? "← current" : ""))
            }
        }
        return table.text()
    }

    // MARK: For programs

    /// Returns a series of a chain with its strikes as JSON, without fields that are not set. The first member is the
    /// role of the name, unless the name is only an underlying.
    static func json(_ series: OptionSeries, of chain: OptionChain, _ catalog: Catalog) -> String {
        JSONWriter.line { json in
            if chain.roles == .any { json.member("underlying", chain.name) }
            if chain.roles.contains(.product) { json.member("product", chain.name) }
            json.member("expiration", series.expiration.description)
            if let lastTrade = series.lastTrade { json.member("lastTrade", lastTrade.description) }
            if series.multiplier != 0 { json.member("multiplier", series.multiplier) }
            if series.spc != 0 { json.member("spc", series.spc) }
            for (name, text) in [
                ("additionalUnderlyings", series.additionalUnderlyings), ("mmy", series.mmy),
                ("optionType", series.optionType), ("expirationStyle", series.expirationStyle),
                ("settlementStyle", series.settlementStyle), ("cfi", series.cfi),
            ] where !text.isEmpty {
                json.member(named: name, text)
            }
            if let row = series.firstRow { json.removal(row, catalog) }
            json.strikes(series, catalog)
        }
    }

    /// Returns a future as JSON, without fields that are not set.
    static func json(_ future: FutureContract, isCurrent: Bool, _ catalog: Catalog) -> String {
        JSONWriter.line { json in
            json.member("symbol", catalog.symbol(at: future.row))
            if let date = future.expiration { json.member("expiration", date.description) }
            if let date = future.lastTrade { json.member("lastTrade", date.description) }
            if isCurrent { json.member("current", true) }
            json.removal(future.row, catalog)
        }
    }
}

extension Catalog {
    /// Returns the removal of a series; `nil` if it is live. The result is that of the first option, because the
    /// options of a series are usually removed together.
    fileprivate func removal(of series: OptionSeries) -> RemovedInstrument? { series.firstRow.flatMap(removal) }
}
