import Foundation
import MarketRules
import StudyFormulas

/// Bars as arrays, for tests.
struct SampleBars {
    var open: [Double] = []
    var high: [Double] = []
    var low: [Double] = []
    var close: [Double] = []
    var volume: [Double] = []
    var time: [Instant] = []

    var count: Int { close.count }

    func columns(_ range: Range<Int>? = nil) -> Columns { Columns(bars: self, range: range ?? 0..<count) }

    /// A range of the bars.
    struct Columns {
        let bars: SampleBars
        let range: Range<Int>

        func append(to study: LiveStudy) throws { try withColumns { try study.append($0) } }
        func replaceLast(of study: LiveStudy) throws { try withColumns { try study.replaceLast($0) } }

        private func withColumns(_ body: (borrowing BarColumns) throws -> Void) throws {
            try body(
                BarColumns(
                    open: bars.open.span.extracting(range), high: bars.high.span.extracting(range),
                    low: bars.low.span.extracting(range), close: bars.close.span.extracting(range),
                    volume: bars.volume.span.extracting(range), time: bars.time.span.extracting(range)))
        }
    }

    func values(
        _ study: String, _ parameters: [String: String] = [:], anchors: SessionAnchors? = nil
    ) throws -> StudyLines {
        try StudyFormula(study, parameters).values(
            on: BarColumns(
                open: open.span, high: high.span, low: low.span, close: close.span, volume: volume.span, time: time.span
            ),
            anchors: anchors)
    }

    /// Returns the lines that `StudyFormula.compute` writes.
    func computed(
        _ study: String, _ parameters: [String: String], anchors: SessionAnchors?, omitsLast: Bool
    ) throws -> [[Double]] {
        let formula = try StudyFormula(study, parameters)
        let needed = formula.lines.count - (omitsLast ? 1 : 0)
        // Memory without a value shows up as a difference.
        var memory = Array(repeating: 123_456_789.0, count: needed * count)
        // SAFETY: each line has `count` places of its own.
        try unsafe memory.withUnsafeMutableBufferPointer { memory in
            let lines = unsafe formula.lines.indices.map { line in
                unsafe line < needed ? memory.baseAddress.map { unsafe $0 + line * count } : nil
            }
            try unsafe formula.compute(
                on: BarColumns(
                    open: open.span, high: high.span, low: low.span, close: close.span, volume: volume.span,
                    time: time.span),
                anchors: anchors, into: lines)
        }
        return (0..<needed).map { Array(memory[$0 * count..<($0 + 1) * count]) }
    }

    mutating func add(_ time: Instant, _ open: Double, _ high: Double, _ low: Double, _ close: Double, _ volume: Double)
    {
        self.time.append(time)
        self.open.append(open)
        self.high.append(high)
        self.low.append(low)
        self.close.append(close)
        self.volume.append(volume)
    }

    /// Bars of half an hour, around the clock, with waves, noise, bars without volume and a stretch of equal prices.
    static func waves(_ count: Int) -> SampleBars {
        var bars = SampleBars()
        var seed: UInt64 = 7
        func random() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(seed >> 33) / Double(1 << 31) - 0.5
        }
        var last = 100.0
        for place in 0..<count {
            let isFlat = 300..<340 ~= place
            let time = Double(place)
            let target = 100 + 9 * sin(time / 61) + 3 * sin(time / 9.7)
            let open = isFlat ? last : last + random() * 0.8
            let close = isFlat ? last : open + 0.3 * (target - open) + random() * 2
            bars.add(
                Instant(seconds: 1_772_409_600 + Int64(place) * 1800), open,
                isFlat ? open : max(open, close) + abs(random()), isFlat ? open : min(open, close) - abs(random()),
                close,
                place % 23 == 0 ? 0 : (1000 + 1500 * random()).rounded())
            last = close
        }
        return bars
    }
}

/// A Boolean value that indicates whether two columns have the same values, bit by bit; all NaN are equal.
func areSame(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
}
