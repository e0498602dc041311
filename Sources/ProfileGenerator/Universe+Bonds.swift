import ProfileFormat

extension Universe {
    mutating func writeBonds(_ sink: Sink) throws {
        guard counts.bond > 0 else { return }
        row.define(
            "BOND",
            [
                .symbol, .description, .country, .opol, .exchanges, .currency, .cfi, .isin, .cusip, .multiplier,
                .expiration, .priceIncrements, .tradingHours,
            ],
            [.firstInterestDate, .interestRate, .issueDate, .priceType, .subtypes])
        row[.country] = Text("US")
        row[.currency] = Text("USD")
        row[.multiplier] = Text("10")
        row[.tradingHours] = Text("BondUS()")
        for index in 0..<counts.bond {
            let isTreasury = index % 5 == 0
            let issued = ExpirationCalendar.today.dayNumber - random.below(3_000)
            let matures = CalendarDate(dayNumber: ExpirationCalendar.today.dayNumber + 60 + random.below(10_500))
            let rate = 50 + random.below(60) * 12
            let cusip = identifiers.cusip(issue: Text(isTreasury ? "TY" : "AB"))
            row[.symbol] = cusip + Text(":BOND")
            row[.cusip] = cusip
            row[.isin] = IdentifierSource.isin(Text("US"), cusip)
            var description =
                isTreasury ? Text("United States Treasury Note") : random.company() + Text(", Senior Notes")
            description += Text(" ")
            description.appendFixed(hundredths: rate)
            description += Text("% ") + Names.months[matures.month - 1] + Text(" ")
            description.append(matures.year)
            row[.description] = description
            row[.opol] = Text(isTreasury ? "XOTC" : "FINR")
            row[.exchanges] = row[.opol]
            row[.cfi] = Text(isTreasury ? "DBFTFR" : "DBFUFR")
            row[.expiration] = Text(matures.description)
            row[.priceIncrements] = Text(isTreasury ? "0.0078125" : "0.001")
            row[.issueDate] = Text(CalendarDate(dayNumber: issued).description)
            row[.firstInterestDate] = Text(CalendarDate(dayNumber: issued + 182).description)
            Self.replace(&row[.interestRate]) { $0.appendDecimal(hundredths: rate) }
            row[.priceType] = Text("PERCENT")
            row[.subtypes] = Text(isTreasury ? "Treasury Bond;" : "Corporate Bond;")
            try row.write(sink)
        }
    }

    mutating func writeIndexes(_ sink: Sink) throws {
        guard counts.index > 0 else { return }
        row.define(
            "INDEX",
            [.symbol, .description, .country, .currency, .cfi, .priceIncrements, .tradingHours],
            [.autocompleteWeight])
        row[.country] = Text("US")
        row[.currency] = Text("USD")
        row[.cfi] = Text("TIEXXX")
        row[.priceIncrements] = Text("0.01")
        for index in 0..<counts.index {
            let known = index < KnownInstruments.indexes.count ? KnownInstruments.indexes[index] : nil
            let symbol = known.map { Text($0.0) } ?? Text("$") + tickers.next(letters: 4)
            if let known {
                addOptionable(Underlying(symbol: symbol, price: known.2, kind: .index, popularity: index))
            }
            row[.symbol] = symbol
            row[.description] =
                known.map { Text($0.1) } ?? random.pick(Names.heads) + random.pick(Names.trades) + Text(" Index")
            row[.tradingHours] = Text(index % 2 == 0 ? "SPI(0=09301615)" : "DJI(0=09301600)")
            setWeight(index * 5)
            try row.write(sink)
        }
    }
}
