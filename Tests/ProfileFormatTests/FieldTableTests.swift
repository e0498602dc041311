import Testing

@testable import ProfileFormat

/// The table of standard fields, and everything in this module that is derived from it.
@Suite struct FieldTableTests {
    /// A text in normal form for a field's kind, different for each field.
    private static func sample(_ field: ProfileField) -> String {
        let number = Int(field.rawValue) + 1
        return switch field.kind {
        case .text: "text \(number)"
        case .integer: "\(number)"
        case .number: "\(number).5"
        case .date: "2026-01-\(number < 10 ? "0" : "")\(number)"
        }
    }

    private static var whole: InstrumentProfile {
        var profile = InstrumentProfile()
        for field in ProfileField.allCases { profile.set(field, sample(field).utf8Span.span) }
        return profile
    }

    /// Catalogs and journals store these numbers: a new field is appended at the end.
    @Test func numbersOfFieldsNeverChange() {
        let names = [
            "TYPE", "SYMBOL", "DESCRIPTION", "LOCAL_SYMBOL", "LOCAL_DESCRIPTION", "COUNTRY", "OPOL", "EXCHANGE_DATA",
            "EXCHANGES", "CURRENCY", "BASE_CURRENCY", "CFI", "ISIN", "SEDOL", "CUSIP", "ICB", "SIC", "MULTIPLIER",
            "PRODUCT", "UNDERLYING", "SPC", "ADDITIONAL_UNDERLYINGS", "MMY", "EXPIRATION", "LAST_TRADE", "STRIKE",
            "OPTION_TYPE", "EXPIRATION_STYLE", "SETTLEMENT_STYLE", "PRICE_INCREMENTS", "TRADING_HOURS",
        ]
        #expect(ProfileField.allNames == names)
        #expect(ProfileField.allCases.map { Int($0.rawValue) } == Array(names.indices))
        #expect(names.count < Int(ProfileField.customNumber))
        for field in ProfileField.allCases { #expect(ProfileField(name: field.name) == field) }
    }

    @Test func camelCaseNamesEqualTheCases() {
        for field in ProfileField.allCases { #expect(field.camelCaseName == "\(field)") }
    }

    @Test func kindsGroupTheFields() {
        let kinds = Dictionary(grouping: ProfileField.allCases, by: \.kind)
        #expect(kinds[.integer] == [.icb, .sic])
        #expect(kinds[.number] == [.multiplier, .spc, .strike])
        #expect(kinds[.date] == [.expiration, .lastTrade])
        #expect(ProfileField.numbers == kinds[.number])
        #expect(ProfileField.dates == kinds[.date])
        #expect(ProfileField.identifiers == [.isin, .cusip, .sedol, .localSymbol])
        for field in ProfileField.allCases {
            let check = field.check(field.name.utf8Span.span)
            #expect((check != nil) == [.isin, .cusip, .sedol].contains(field), "\(field)")
        }
    }

    /// Each field has its own property: setting it changes no other field, and makes profiles differ.
    @Test(arguments: ProfileField.allCases) func everyFieldHasItsOwnProperty(_ field: ProfileField) {
        var profile = InstrumentProfile()
        #expect(!profile.isSet(field))
        #expect(profile[field] == "")
        let isTaken = profile.set(field, Self.sample(field).utf8Span.span)
        #expect(isTaken)
        #expect(profile != InstrumentProfile())
        #expect(profile.isSet(field))
        for other in ProfileField.allCases {
            #expect(profile[other] == (other == field ? Self.sample(field) : ""), "\(other)")
            #expect(profile.isSet(other) == (other == field), "\(other)")
        }
        #expect(profile[field.name] == Self.sample(field))
        #expect(profile.fields.map(\.name) == [field.name])
        let isEmptied = profile.set(field, Span())
        #expect(isEmptied && profile == InstrumentProfile())
    }

    /// Tests the setters that don't parse a text.
    @Test(arguments: ProfileField.allCases) func typedSettersSetTheField(_ field: ProfileField) {
        var profile = InstrumentProfile()
        switch field.kind {
        case .text: profile.set(field, text: "A")
        case .integer: profile.set(field, integer: 7)
        case .number: profile.set(field, number: 7.5)
        case .date: profile.set(field, date: CalendarDate(dashed: "2026-01-07".utf8Span.span))
        }
        let texts: [ProfileField.Kind: String] = [.text: "A", .integer: "7", .number: "7.5", .date: "2026-01-07"]
        #expect(profile[field] == texts[field.kind])
        #expect(profile.number(field) == (field.kind == .number ? 7.5 : 0))
        #expect(profile.date(field)?.description == (field.kind == .date ? "2026-01-07" : nil))
    }

    /// Minus zero and 1970-01-01 mean "not set" (`ipf-format.md`, section 2).
    @Test func zerosCountAsUnset() {
        var profile = Self.whole
        for field in ProfileField.numbers { profile.set(field, number: -0.0) }
        for field in ProfileField.dates { profile.set(field, date: CalendarDate(dashed: "1970-01-01".utf8Span.span)) }
        profile.unsetZeros()
        for field in ProfileField.numbers { #expect(profile.number(field).sign == .plus) }
        for field in ProfileField.dates { #expect(profile.date(field) == nil) }
        for field in ProfileField.allCases where field.kind == .text || field.kind == .integer {
            #expect(profile[field] == Self.sample(field))
        }
    }

    @Test func writtenProfilesAreReadBack() throws {
        let profile = Self.whole
        #expect(profile.fields.map(\.name) == ProfileField.allNames)
        let text = ProfileWriter.snapshot([profile])
        var reader = ProfileReader()
        var events: [ProfileEvent] = []
        try reader.read(text.span) { events.append($0) }
        try reader.finish { events.append($0) }
        #expect(events == [.profile(profile), .complete])
        for field in ProfileField.allCases {
            let line = String(decoding: ProfileWriter.snapshot([profile], fields: [field.name]), as: UTF8.self)
            let others = ProfileField.allNames.filter { $0 != field.name && $0 != "TYPE" && $0 != "SYMBOL" }
            let columns = line.split(separator: "\n")[0].split(separator: ",").dropFirst().map(String.init)
            #expect(field == .type || columns.contains(field.name))
            #expect(!columns.contains(where: others.contains))
        }
    }

    /// Reads one column at a time, to check that each field is mapped to its own column.
    @Test(arguments: ProfileField.allCases) func everyFieldHasItsOwnColumn(_ field: ProfileField) {
        var profile = InstrumentProfile()
        profile.set(field, Self.sample(field).utf8Span.span)
        let columns = ProfileColumns.Columns(of: profile)
        for other in ProfileField.allCases {
            #expect(columns.standard.contains(other) == (other == field || other == .type || other == .symbol))
        }
    }
}

/// The table of instrument types.
@Suite struct InstrumentTypeTests {
    /// The order of types is that of `ipf-format.md`, section 2.
    @Test func typesHaveTheStandardOrder() {
        let names =
            """
            CURRENCY FOREX BOND INDEX STOCK ETF MUTUAL_FUND MONEY_MARKET_FUND PRODUCT FUTURE OPTION WARRANT CERTIFICATE CFD \
            SPREAD OTHER REMOVED
            """
        #expect(InstrumentType.standardOrder.map(\.rawValue) == names.split(separator: " ").map(String.init))
    }

    @Test func typesHaveTheirRanks() {
        let ranks = [
            ["STOCK"], ["ETF"], ["INDEX"], ["FOREX", "CRYPTO"], ["PRODUCT"], ["FUTURE"],
            ["MUTUAL_FUND", "MONEY_MARKET_FUND"], ["BOND", "CURRENCY", "MADE_UP", "", "stock"], ["OPTION"],
        ]
        for (rank, types) in ranks.enumerated() {
            for type in types {
                let found = InstrumentType.rank(of: type.utf8Span.span)
                #expect(found == rank, "\(type)")
            }
        }
    }

    @Test func typesHaveTheirChartNames() {
        let names = InstrumentType.allCases.map { "\($0.rawValue)=\($0.chartName)" }.joined(separator: " ")
        #expect(
            names == """
                CURRENCY=forex FOREX=forex BOND=bond INDEX=index STOCK=stock ETF=fund MUTUAL_FUND=fund \
                MONEY_MARKET_FUND=fund PRODUCT=product FUTURE=futures OPTION=option WARRANT=warrant \
                CERTIFICATE=structured CFD=cfd SPREAD=spread OTHER=other REMOVED=removed CRYPTO=crypto
                """)
    }

    @Test func typesHaveTheirMandatoryFields() {
        let always: [ProfileField] = [.type, .symbol, .currency, .tradingHours]
        #expect(InstrumentType.mandatoryFields(of: "STOCK") == always)
        #expect(InstrumentType.mandatoryFields(of: "MINE") == always)
        #expect(InstrumentType.mandatoryFields(of: "REMOVED") == [.symbol])
        #expect(InstrumentType.mandatoryFields(of: "FOREX") == always + [.baseCurrency])
        #expect(
            InstrumentType.mandatoryFields(of: "FUTURE") == always + [.multiplier, .product, .expiration, .lastTrade])
        #expect(
            InstrumentType.mandatoryFields(of: "OPTION")
                == always + [.cfi, .multiplier, .underlying, .spc, .expiration, .lastTrade, .strike])
    }
}
