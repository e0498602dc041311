import Scanning

extension SymbolWriter {
    // MARK: Shares

    func write(_ share: ShareReference, _ notation: Notation) -> String? {
        let country = share.place?.countries.first
        switch notation {
        case .ipf:
            // Write the exchange's spelling of the local ticker and, outside the United States, the country. At a
            // regional or secondary venue, write the venue's MIC instead of the country.
            let ticker = share.spellings.first ?? share.ticker
            guard let country, country != "US" else { return ticker }
            return ticker + ":" + (secondaryMIC(share.place) ?? country)
        case .terminal:
            guard let code = share.place == nil ? "US" : place(share.place, .terminal)?.code else { return nil }
            let suffix = share.series.map { Self.terminalSuffix($0, country) } ?? ""
            return "\(share.plainTicker(padded: "/"))\(suffix) \(code) Equity"
        case .ric:
            guard let code = place(share.place, .ric)?.code, let suffix = Self.ricSuffix(share.series) else {
                return nil
            }
            return "\(share.plainTicker(width: 4))\(suffix).\(code)"
        case .chart:
            guard let code = place(share.place, .chart)?.code else { return nil }
            guard let suffix = Self.chartSuffix(share.series, country) else { return nil }
            return "\(code):\(share.plainTicker(padded: "."))\(suffix)"
        case .yahooLike:
            let code: String
            if share.place == nil {
                code = ""
            } else if let place = place(share.place, .yahooLike) {
                code = country == "US" ? "" : place.code
            } else {
                return nil
            }
            let ticker = share.plainTicker(width: 4) + Self.siteSuffix(share.series)
            return code.isEmpty ? ticker : ticker + "." + code
        case .occ, .broker, .exchange, .identifier, .typed: return nil
        }
    }

    /// Returns the MIC of a regional or secondary venue; `nil` for other places.
    private func secondaryMIC(_ place: SymbolPlace?) -> String? {
        guard let place, place.scheme != .country, place.countries.count == 1, let mic = place.mics.first,
            let venueClass = places.venueClass(ofMIC: mic.utf8Span.span), venueClass != .main
        else { return nil }
        return mic
    }

    private static func isNordic(_ country: String?) -> Bool {
        country == "SE" || country == "DK" || country == "FI" || country == "NO" || country == "IS"
    }

    /// Returns the suffix of a series. Nordic classes follow without a mark: `NOVOB DC`. Units in Canada follow a
    /// hyphen: `HOM-U CN`.
    private static func terminalSuffix(_ series: ShareReference.Series, _ country: String?) -> String {
        switch series {
        case .shareClass(let byte): (isNordic(country) ? "" : "/") + letter(byte)
        case .preferred(let byte): "/P" + (byte.map(letter) ?? "R")
        case .warrants: "/WS"
        case .rights: "/RT"
        case .units: country == "CA" ? "-U" : "/U"
        }
    }

    /// Returns the class as a lowercase letter; `nil` for series that RICs write differently on each exchange.
    private static func ricSuffix(_ series: ShareReference.Series?) -> String? {
        switch series {
        case nil: ""
        case .shareClass(let byte)?: letter(byte | 0x20)
        case .preferred(let byte?)?: "_p" + letter(byte | 0x20)
        case .units?: "_u"
        default: nil
        }
    }

    private static func chartSuffix(_ series: ShareReference.Series?, _ country: String?) -> String? {
        switch series {
        case nil: ""
        case .shareClass(let byte)?: (isNordic(country) ? "_" : ".") + letter(byte)
        case .preferred(let byte?)?: (country == "CA" ? ".PR." : "/P") + letter(byte)
        case .preferred(nil)?: "/PR"
        case .warrants?: "/WS"
        case .rights?: "/RT"
        case .units?: country == "CA" ? ".UN" : ".U"
        }
    }

    private static func siteSuffix(_ series: ShareReference.Series?) -> String {
        switch series {
        case nil: ""
        case .shareClass(let byte)?: "-" + letter(byte)
        case .preferred(let byte)?: "-P" + (byte.map(letter) ?? "R")
        case .warrants?: "-WT"
        case .rights?: "-RI"
        case .units?: "-UN"
        }
    }

    // MARK: Pairs

    func write(_ pair: PairReference, _ notation: Notation) -> String? {
        let isCurrencies = isCurrency(pair.base) && isCurrency(pair.quote)
        switch notation {
        case .ipf: return pair.base + "/" + pair.quote
        case .terminal:
            return isCurrencies || pair.base == "BTC" || pair.base == "ETH" ? "\(pair.base)\(pair.quote) Curncy" : nil
        case .ric: return isCurrencies ? writeRic(pair) : nil
        case .chart: return "\(pair.place?.code ?? (isCurrencies ? "FX" : "CRYPTO")):\(pair.base)\(pair.quote)"
        case .yahooLike:
            if !isCurrencies { return pair.base + "-" + pair.quote }
            return pair.base == "USD" ? pair.quote + "=X" : pair.base + pair.quote + "=X"
        case .occ, .broker, .exchange, .identifier, .typed: return nil
        }
    }

    /// Writes a pair with the dollar, in its usual order, as `EUR=`, and any other pair with both codes.
    private func writeRic(_ pair: PairReference) -> String {
        if pair.quote == "USD", isBase(pair.base) { return pair.base + "=" }
        if pair.base == "USD", !isBase(pair.quote) { return pair.quote + "=" }
        return pair.base + pair.quote + "="
    }

    private func isCurrency(_ code: String) -> Bool { places.table.has(.currency, code.utf8Span.span) }

    private func isBase(_ code: String) -> Bool {
        places.table.asset(code.utf8Span.span).map { places.table.bases.contains($0) } ?? false
    }

    // MARK: Indexes

    func write(_ index: IndexReference, _ notation: Notation) -> String? {
        let known = knownIndex(index)
        switch notation {
        case .ipf:
            let ticker = index.tickers.first ?? index.code
            guard let country = index.country, country != "US" else { return ticker }
            return ticker + ":" + country
        case .terminal: return known == nil ? index.code + " Index" : known?.terminal.map { $0 + " Index" }
        case .ric: return known == nil ? "." + index.code : known?.ric.map { "." + $0 }
        case .chart: return known?.chart
        case .yahooLike:
            guard let known else { return "^" + index.code }
            // On finance sites, `^` precedes a code, unless the code contains a place.
            return known.yahooLike.map { $0.utf8.contains(ASCII.period) ? $0 : "^" + $0 }
        case .occ, .broker, .exchange, .identifier, .typed: return nil
        }
    }

    /// Returns the index in the table that has one of a reference's tickers; `nil` if the table has no such index.
    private func knownIndex(_ index: IndexReference) -> PlaceTable.Index? {
        for ticker in index.tickers {
            guard let key = CodeKey(.index, ticker) else { continue }
            var found: PlaceTable.Index?
            places.table.codes.forEach(key) { number in
                let candidate = places.table.indexes[number]
                if found == nil, index.country == nil || candidate.country == index.country { found = candidate }
            }
            if let found { return found }
        }
        return nil
    }
}

extension ShareReference {
    /// Returns the ticker, with `padded` appended to a ticker of two letters in London. Numbers in Hong Kong have
    /// leading zeros only up to `width` digits.
    fileprivate func plainTicker(padded: String? = nil, width: Int = 0) -> String {
        switch place?.countries.first {
        case "GB"? where padded != nil && series == nil && ticker.utf8.count == 2: return ticker + (padded ?? "")
        case "HK"? where ticker.utf8.allSatisfy(\.isASCIIDigit):
            let stripped = String(ticker.drop { $0 == "0" })
            return stripped.isEmpty ? ticker : Self.padded(stripped, to: width)
        default: return ticker
        }
    }
}
