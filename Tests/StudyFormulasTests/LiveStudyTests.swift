import MarketRules
import StudyFormulas
import Testing

/// Bars that arrive one after the other give bit for bit the same values as all bars at once.
@Suite struct LiveStudyTests {
    static let bars = SampleBars.waves(900)

    @Test(arguments: StudyFormula.names) func appendedBarsGiveTheSameValues(_ study: String) throws {
        let anchors = SessionAnchors(try Trading.Schedule("NewYorkETH()"))
        for parameters in try Self.variants(study) {
            let formula = try StudyFormula(study, parameters)
            let live = LiveStudy(formula, anchors: anchors)
            var (start, size) = (0, 1)
            while start < Self.bars.count {
                let end = min(Self.bars.count, start + size)
                try Self.bars.columns(start..<end).append(to: live)
                start = end
                // Appends single bars first, then pieces whose sizes are near that of a block.
                size = start < 400 ? 1 : [255, 3, 17][start % 3]
            }
            let whole = try Self.bars.values(study, parameters, anchors: anchors)
            #expect(live.count == Self.bars.count)
            for (title, pair) in zip(whole.titles, zip(live.lines.columns, whole.columns)) {
                #expect(areSame(pair.0, pair.1), "\(study) \(parameters): \(title)")
            }
        }
    }

    @Test(arguments: StudyFormula.names) func memoryOfTheCallerGetsTheSameValues(_ study: String) throws {
        let anchors = SessionAnchors(try Trading.Schedule("NewYorkETH()"))
        for parameters in try Self.variants(study) {
            let whole = try Self.bars.values(study, parameters, anchors: anchors)
            // A line that is not needed changes no other.
            for omitsLast in [false, true] {
                let lines = try Self.bars.computed(study, parameters, anchors: anchors, omitsLast: omitsLast)
                for (title, pair) in zip(whole.titles, zip(lines, whole.columns)) {
                    #expect(areSame(pair.0, pair.1), "\(study) \(parameters): \(title)")
                }
            }
        }
    }

    /// A last bar that changes several times leaves no trace.
    @Test(arguments: StudyFormula.names) func replacedBarsGiveTheSameValues(_ study: String) throws {
        let anchors = SessionAnchors(try Trading.Schedule("NewYorkETH()"))
        let count = 420
        var (bars, others) = (Self.bars, Self.bars)
        for bar in 0..<count {
            // Prices that differ by up to 8 %, so that zigzags and stops also turn.
            let factor = 1 + 0.08 * Double(bar * 7 % 11 - 5) / 5
            others.open[bar] *= factor
            others.high[bar] *= factor
            others.low[bar] *= factor
            others.close[bar] *= factor
            others.volume[bar] += Double(bar % 5 * 100)
        }
        // Missing values are replaced too.
        others.close[50] = .nan
        bars.high[77] = .nan
        for parameters in try Self.variants(study) {
            let live = LiveStudy(try StudyFormula(study, parameters), anchors: anchors)
            for bar in 0..<count {
                try others.columns(bar..<bar + 1).append(to: live)
                if bar % 3 == 0 { try others.columns(bar..<bar + 1).replaceLast(of: live) }
                try bars.columns(bar..<bar + 1).replaceLast(of: live)
                guard bar % 70 == 0 || bar == count - 1 else { continue }
                let part = LiveStudy(try StudyFormula(study, parameters), anchors: anchors)
                try bars.columns(0..<bar + 1).append(to: part)
                for (title, pair) in zip(part.lines.titles, zip(live.lines.columns, part.lines.columns)) {
                    #expect(areSame(pair.0, pair.1), "\(study) \(parameters): \(title) \(bar)")
                }
            }
        }
    }

    @Test func theLastBarMayBeReplacedBySeveral() throws {
        let live = LiveStudy(try StudyFormula("EMA"))
        try Self.bars.columns(0..<300).append(to: live)
        try Self.bars.columns(299..<900).replaceLast(of: live)
        let whole = try Self.bars.values("EMA")
        #expect(areSame(live.lines.columns[0], whole.columns[0]))
    }

    /// The time of an incomplete bar can be that of its last trade.
    @Test func aReplacementMayBeEarlierThanTheBarItReplaces() throws {
        let live = LiveStudy(try StudyFormula("VWAP"))
        try Self.bars.columns(0..<60).append(to: live)
        try Self.bars.columns(61..<62).append(to: live)
        try Self.bars.columns(60..<61).replaceLast(of: live)
        #expect(areSame(live.lines.columns[0], Array(try Self.bars.values("VWAP").columns[0].prefix(61))))
        #expect(throws: StudyError.self) { try Self.bars.columns(58..<59).replaceLast(of: live) }
    }

    @Test func aRefusedReplacementChangesNothing() throws {
        let live = LiveStudy(try StudyFormula("VWAP"))
        #expect(throws: StudyError.self) { try Self.bars.columns(0..<1).replaceLast(of: live) }
        try Self.bars.columns(0..<60).append(to: live)
        // The replacement, the first bar, is earlier than the bar before the last, which is an error.
        #expect(throws: StudyError.self) { try Self.bars.columns(0..<1).replaceLast(of: live) }
        #expect(throws: StudyError.self) { try live.replaceLast(BarColumns()) }
        try Self.bars.columns(60..<100).append(to: live)
        let whole = LiveStudy(try StudyFormula("VWAP"))
        try Self.bars.columns(0..<100).append(to: whole)
        for (a, b) in zip(live.lines.columns, whole.lines.columns) { #expect(areSame(a, b)) }
    }

    /// Returns the default parameters, and variants with shorter lengths or other values.
    private static func variants(_ study: String) throws -> [[String: String]] {
        let formula = try StudyFormula(study)
        var all: [[String: String]] = [[:]]
        for parameter in formula.parameters {
            switch parameter.id {
            case "average": all += ["HULL", "TRIPLE_EXPONENTIAL", "TRIANGULAR"].map { ["average": $0] }
            case "length" where Int(parameter.value) ?? 0 > 5: all.append(["length": "5"])
            case "displace": all.append(["displace": study == "Ichimoku" ? "3" : "-4"])
            case "showLast": all.append(["showLast": "true", "reversal": "2"])
            case "aggregation": all.append(["aggregation": "1w"])
            default: break
            }
        }
        return all
    }

    /// Values depend only on the bars that were appended so far, even if later bars change them.
    @Test(arguments: ["ZigZag", "LinearRegressionChannel", "WilliamsFractal", "Ichimoku"])
    func eachStateIsThatOfItsBars(_ study: String) throws {
        let live = try LiveStudy(StudyFormula(study, study == "ZigZag" ? ["showLast": "true", "reversal": "2"] : [:]))
        for bar in 0..<250 {
            try Self.bars.columns(bar..<bar + 1).append(to: live)
            guard bar % 7 == 0 else { continue }
            let part = try LiveStudy(
                StudyFormula(study, study == "ZigZag" ? ["showLast": "true", "reversal": "2"] : [:]))
            try Self.bars.columns(0..<bar + 1).append(to: part)
            for (a, b) in zip(live.lines.columns, part.lines.columns) { #expect(areSame(a, b), "\(study) \(bar)") }
        }
    }

    @Test func refusedBarsLeaveTheStudyAsItWas() throws {
        let live = try LiveStudy(StudyFormula("VWAP"))
        try Self.bars.columns(10..<20).append(to: live)
        let before = live.lines
        #expect(throws: StudyError.self) { try Self.bars.columns(0..<5).append(to: live) }
        #expect(live.count == 10 && areSame(live.lines.columns[0], before.columns[0]))
        try Self.bars.columns(20..<30).append(to: live)
        #expect(live.count == 20)
    }
}
