import ProfileFormat
import Testing

@testable import ProfileTransforms

@Suite struct RoundedTextTests {
    @Test(arguments: [
        (0.1, "0.1"),
        (-0.000_000_4, "0"),
        // Ties round to the even digit.
        (0.007_812_5, "0.007812"),
        // Around 2⁶⁴ / 10⁶, where the millionths no longer fit in 64 bits.
        (18_446_744_073_709, "18446744073709"),
        (18_446_744_073_709.625, "18446744073709.625"),
        (18_446_744_073_710, "18446744073710"),
        (-18_446_744_073_710.5, "-18446744073710.5"),
        // The largest fraction, and the largest whole number below 2⁵³.
        (4_503_599_627_370_495.5, "4503599627370495.5"),
        (9_007_199_254_740_991, "9007199254740991"),
        (9_007_199_254_740_992, "9007199254740992"),
    ])
    func writesAtMostSixDecimalsOfAnyMagnitude(value: Double, text: String) {
        #expect(RoundedText.upToSixDecimals(value) == text)
    }

    /// Strikes of a data source can have any magnitude; `osi` and `cmeproduct` write them into symbols.
    @Test(arguments: [("osi();", 18_446_744_073_710), ("cmeproduct('', 0, 0, 0, 2);", 9_223_372_036_855)])
    func writesLargeStrikesIntoSymbols(program: String, strike: Double) throws {
        var run = try ProfileTransform(program).run()
        var profile = InstrumentProfile()
        (profile.type, profile.symbol, profile.cfi, profile.mmy) = ("OPTION", ".IBM", "OC", "250117")
        profile.strike = strike
        profile.exchangeData = "a;b;1"
        _ = try run.apply(&profile)
        #expect(profile.symbol.contains("18446744073710"))
    }
}
