import MarketRules
import ProfileFormat

/// A product of futures, with the properties that its contracts have in common.
struct FutureProduct {
    let root, name, venue, currency, country, multiplier, cfi, steps, hours: Text
    /// The price in hundredths. Strikes are generated around it.
    let price: Int
    /// The distance between neighboring strikes in hundredths.
    let strikeStep: Int
    /// The delivery months, 1…12.
    let months: [Int]
    /// The rules for the dates of contracts. For a synthetic product, they are those of the known product that it
    /// resembles.
    private let rules: ContractProduct?
    /// The number of delivery months in the universe's year whose contracts have expired.
    private let expired: Int

    /// The symbol of the product: `/ES`.
    var symbol: Text { Text("/") + root }

    init(
        _ root: String, _ name: String, _ venue: String, _ currency: String, _ country: String, multiplier: String,
        cfi: String, steps: String, hours: String, price: Int, strikeStep: Int, months: [Int]
    ) {
        self.root = Text(root)
        self.name = Text(name)
        self.venue = Text(venue)
        self.currency = Text(currency)
        self.country = Text(country)
        self.multiplier = Text(multiplier)
        self.cfi = Text(cfi)
        self.steps = Text(steps)
        self.hours = Text(hours)
        self.price = price
        self.strikeStep = strikeStep
        self.months = months
        rules = ContractProduct.future(root)
        let today = ExpirationCalendar.today
        expired = months.count { [rules] in $0 <= today.month || Self.dates(rules, today.year, $0).lastTrade < today }
    }

    /// Creates a synthetic product, for universes that need more products than the known ones.
    init(made index: Int, name: Text) {
        var root = Text("Q")
        var rest = index
        repeat {
            root.append(UInt8(ascii: "A") + UInt8(rest % 26))
            rest /= 26
        } while rest > 0
        let like = Self.known[index % Self.known.count]
        self.root = root
        self.name = name + Text(" Futures")
        venue = like.venue
        currency = like.currency
        country = like.country
        multiplier = like.multiplier
        cfi = like.cfi
        steps = like.steps
        hours = like.hours
        price = like.price
        strikeStep = like.strikeStep
        months = like.months
        rules = like.rules
        expired = like.expired
    }

    /// A contract, with its symbol, such as `/ESZ26:XCME`, its delivery month and its last days.
    struct Contract {
        let symbol: Text
        let month, year: Int
        let expiration, lastTrade: CalendarDate

        /// The delivery month in the form of the field MMY: `202612`.
        var mmy: Text { Text(CalendarDate(year: year, month: month, day: 1)!.compactDescription).dropLast(2) + [] }
    }

    /// Returns the contract with a number, counted from 0. Contract 0 is the first one after the current month.
    func contract(_ number: Int) -> Contract {
        let index = expired + number
        let month = months[index % months.count]
        let year = ExpirationCalendar.today.year + index / months.count
        var text = symbol
        text.append(Names.monthLetters[month - 1])
        text.append(year % 100, width: 2)
        let dates = Self.dates(rules, year, month)
        return Contract(
            symbol: text + Text(":") + venue, month: month, year: year, expiration: dates.expiration,
            lastTrade: dates.lastTrade)
    }

    /// Returns the last days of a contract: by the rules of its product if it has any, or else those of monthly
    /// options.
    private static func dates(
        _ rules: ContractProduct?, _ year: Int, _ month: Int
    ) -> (expiration: CalendarDate, lastTrade: CalendarDate) {
        if let contract = try? rules?.contract(year: year, month: month) {
            return (contract.expiration, contract.lastTradingDay)
        }
        let today = ExpirationCalendar.today
        let day = ExpirationCalendar.monthly(monthsAhead: (year - today.year) * 12 + month - today.month)
        return (day, day)
    }

    private static let quarters = [3, 6, 9, 12]
    private static let all = Array(1...12)
    private static let crops = [3, 5, 7, 9, 12]

    static let known: [FutureProduct] = [
        cme("ES", "E-mini S&P 500 Futures", "50", "0.25", "CME_EQUITIES()", 590_000, 2_500, quarters),
        cme("NQ", "E-mini Nasdaq-100 Futures", "20", "0.25", "CME_EQUITIES()", 2_070_000, 5_000, quarters),
        cme("RTY", "E-mini Russell 2000 Index Futures", "50", "0.1", "CME_EQUITIES()", 240_000, 1_000, quarters),
        cme("YM", "E-mini Dow ($5) Futures", "5", "1", "CME_EQUITIES()", 4_350_000, 10_000, quarters, "XCBT"),
        cme("CL", "Crude Oil Futures", "1000", "0.01", "GLBX(0=-17001600)", 7_000, 50, all, "XNYM"),
        cme("NG", "Henry Hub Natural Gas Futures", "10000", "0.001", "GLBX(0=-17001600)", 320, 5, all, "XNYM"),
        cme("GC", "Gold Futures", "100", "0.1", "GLBX(0=-17001600)", 265_000, 500, [2, 4, 6, 8, 10, 12], "XCEC"),
        cme("SI", "Silver Futures", "5000", "0.005", "GLBX(0=-17001600)", 3_100, 25, crops, "XCEC"),
        cme(
            "ZN", "10-Year U.S. Treasury Note Futures", "1000", "0.015625", "CBT_RATES()", 11_000, 25, quarters, "XCBT"),
        cme("ZB", "U.S. Treasury Bond Futures", "1000", "0.03125", "CBT_RATES()", 11_700, 50, quarters, "XCBT"),
        cme(
            "ZC", "Corn Futures", "50", "0.25", "CBT_GRAINS(tz=America/Chicago;de=1600;0=-19000745r08301320)", 43_000,
            500,
            crops, "XCBT"),
        cme(
            "ZS", "Soybean Futures", "50", "0.25", "CBT_GRAINS(tz=America/Chicago;de=1600;0=-19000745r08301320)",
            100_000,
            1_000, crops, "XCBT"),
        cme("6E", "Euro FX Futures", "125000", "0.00005", "CME_FX()", 105, 1, quarters),
        cme("6J", "Japanese Yen Futures", "12500000", "0.0000005", "CME_FX()", 65, 1, quarters),
        cme(
            "LE", "Live Cattle Futures", "400", "0.025", "CME_LIVESTOCK(0=08301305)", 18_700, 100, [2, 4, 6, 8, 10, 12]),
        FutureProduct(
            "FDAX", "DAX Futures", "XEUR", "EUR", "DE", multiplier: "25", cfi: "FFICSX", steps: "1",
            hours: "XEUR(name=Eurex;tz=Europe/Berlin;hd=EUREX;td=12345;de=+0000;0=01102200)", price: 1_920_000,
            strikeStep: 5_000, months: quarters),
        FutureProduct(
            "FGBL", "Euro-Bund Futures", "XEUR", "EUR", "DE", multiplier: "1000", cfi: "FFDPSX", steps: "0.01",
            hours: "XEUR(name=Eurex;tz=Europe/Berlin;hd=EUREX;td=12345;de=+0000;0=01102200)", price: 13_300,
            strikeStep: 50, months: quarters),
        FutureProduct(
            "BRN", "Brent Crude Futures", "IFEU", "USD", "GB", multiplier: "1000", cfi: "FCEPSX", steps: "0.01",
            hours: "IFEU(0=-20001800)", price: 7_400, strikeStep: 50, months: all),
        FutureProduct(
            "KC", "Coffee \"C\" Futures", "IFUS", "USD", "US", multiplier: "37500", cfi: "FCAPSX", steps: "0.05",
            hours: "IFUS(0=04151330)", price: 28_000, strikeStep: 250, months: crops),
    ]

    private static func cme(
        _ root: String, _ name: String, _ multiplier: String, _ steps: String, _ hours: String, _ price: Int,
        _ strikeStep: Int,
        _ months: [Int], _ venue: String = "XCME"
    ) -> FutureProduct {
        FutureProduct(
            root, name, venue, "USD", "US", multiplier: multiplier, cfi: "FXXXXX", steps: steps, hours: hours,
            price: price,
            strikeStep: strikeStep, months: months)
    }
}
