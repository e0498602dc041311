/// Words from which synthetic names are composed.
enum Names {
    static let heads = [
        "Kestrel", "Northwind", "Aldermoor", "Blue Harbor", "Cinder", "Dovetail", "Eastgate", "Fairlane", "Granite",
        "Halcyon", "Ironwood", "Juniper", "Kingsley", "Larkspur", "Meridian", "Novara", "Oakhurst", "Pinecrest",
        "Quartz", "Ridgeline", "Silverton", "Tamarack", "Umbra", "Vantage", "Westbrook", "Xenia", "Yellowstone",
        "Zephyr", "Amberley", "Brightwater", "Copperfield", "Driftwood", "Evergreen", "Foxglove", "Goldcrest",
        "Hawthorn", "Inverness", "Jade River", "Kodiak", "Lakeshore", "Monarch", "Nightingale", "Orchard", "Paragon",
        "Quill", "Redstone", "Summit", "Thornbury", "Union Bay", "Verity", "Willow Creek", "Yarrow", "Zenith",
        "Atlas", "Borealis", "Crescent", "Delta Point", "Ember", "First Coast", "Glacier", "Harvest", "Insight",
    ].map { Text($0) }

    static let middles = [
        "", "", "", " Global", " Pacific", " American", " Advanced", " National", " First", " Northern", " Applied",
        " United", " Digital", " Modern", " Royal", " Premier",
    ].map { Text($0) }

    static let trades = [
        " Therapeutics", " Pharmaceuticals", " Energy", " Mining", " Bancorp", " Financial", " Software", " Systems",
        " Robotics", " Materials", " Foods", " Brands", " Realty Trust", " Airlines", " Shipping", " Semiconductors",
        " Networks", " Media", " Insurance", " Logistics", " Water", " Steel", " Motors", " Biosciences", " Capital",
        " Acquisition", " Gold", " Lithium", " Health", " Retail", " Aerospace", " Chemicals",
    ].map { Text($0) }

    static let usForms = [
        ", Inc. - Common Stock", " Inc. - Common Stock", " Corporation - Common Stock", " Corp. Common Stock",
        ", Inc. - Class A Common Stock", " Holdings, Inc. - Ordinary Shares", " Ltd - American Depositary Shares",
        " Company Common Stock", " Group \"A\" Common Stock",
        " L.P. - Common Units representing Limited Partner Interests",
    ].map { Text($0) }

    static let otcForms = [
        " CORP by ", " INC by ", " LTD S/ADR by ", " HOLDINGS INC by ", " PLC ORD by ", " AG UNSP/ADR by ",
    ].map { Text($0) }

    static let funds = [
        " Growth Fund", " Value Fund", " International Equity Fund", " Total Return Bond Fund", " Index Fund",
        " Small Cap Fund", " Balanced Fund", " Municipal Income Fund", " Target Retirement 2045 Fund",
        " Emerging Markets Debt Fund", " Dividend Income Fund", " Short Duration Government Fund",
    ].map { Text($0) }

    static let shareClasses = [
        ", Class A", ", Class C", ", Institutional Class", ", Investor Class", " R6", " Advisor", "",
    ].map { Text($0) }

    static let etfKinds = [
        " ETF", " Select Sector ETF", " Dividend Leaders ETF", " Ultra Short 2x ETF", " Bond Ladder ETF",
        " Innovators ETF", " Low Volatility ETF", " UCITS ETF (Acc)", " ETN, due 2041", " Trust",
    ].map { Text($0) }

    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        .map { Text($0) }

    /// The month codes of futures.
    static let monthLetters = Text("FGHJKMNQUVXZ")
}

extension SeededGenerator {
    /// Returns a company's name without its legal form.
    mutating func company() -> Text { pick(Names.heads) + pick(Names.middles) + pick(Names.trades) }
}
