import Charting
import Foundation
import Testing

@Suite struct AggregationTests {
    @Test(arguments: ["1t", "5s", "15m", "4h", "1d", "2w", "3mo", "1y"]) func textsRoundTrip(_ text: String) throws {
        let aggregation = try #require(Aggregation(text))
        #expect(aggregation.description == text)
        #expect(try JSONDecoder().decode(Aggregation.self, from: JSONEncoder().encode(aggregation)) == aggregation)
    }

    @Test(arguments: ["", "5", "m5", "0m", "-1m", "5M", "5mm", "99999999999999999999m", "٣m"])
    func otherTextsAreNotAggregations(_ text: String) {
        #expect(Aggregation(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Aggregation.self, from: JSONEncoder().encode(text))
        }
    }

    /// Literals are parsed like any other text.
    @Test func invalidLiteralsAreNil() {
        if let aggregation = Aggregation("five minutes") { Issue.record("\(aggregation)") }
    }

    @Test(
        arguments: [
            ("5m", Duration.seconds(300), nil), ("1d", .seconds(86_400), .day), ("1w", .seconds(604_800), .week),
            ("1mo", nil, .month), ("2d", .seconds(172_800), nil), ("100t", nil, nil), ("1y", nil, nil),
        ] as [(String, Duration?, SessionAnchors.Period?)])
    func lengthsAreDurationsAndPeriodsOfAnchors(
        _ text: String, _ duration: Duration?, _ period: SessionAnchors.Period?
    ) throws {
        let aggregation = try #require(Aggregation(text))
        #expect(aggregation.duration == duration && aggregation.anchorPeriod == period)
    }

    @Test func aUnitWithoutANumberCountsOnce() {
        #expect(Aggregation("d") == Aggregation(1, .day))
        #expect(Aggregation(0, .minute) == Aggregation(1, .minute))
    }
}
