/// The last values of a price, through which regression lines are drawn.
final class RegressionWindow: Stage {
    private let length: Int
    private let history: History
    private(set) var count = 0
    private var saved = 0

    init(_ input: Block, _ length: Int, _ memory: BlockMemory) {
        self.length = length
        history = History(input, length, memory)
    }

    override func save() { saved = count }
    override func restore() { count = saved }

    override func run(_ count: Int) {
        _ = history.push(count)
        self.count += count
    }

    /// The last values of the price, at most `length`.
    var values: [Double] {
        let size = min(count, length)
        return (0..<size).map { history.end[$0 - size] }
    }
}

/// A line parallel to the least-squares line through the last bars. Only those bars have a value.
final class RegressionDrawing: Drawing {
    static let channel: KeyValuePairs<String, Double> = ["Upper": 1, "Middle": 0, "Lower": -1]

    private let window: RegressionWindow
    private let side: Double
    private let width: ([Double], @escaping (Int) -> Double) -> Double
    private var drawn = 0..<0

    init(_ window: RegressionWindow, _ side: Double, _ width: @escaping ([Double], @escaping (Int) -> Double) -> Double)
    {
        (self.window, self.side, self.width) = (window, side, width)
    }

    func draw(_ column: inout [Double]) {
        for index in drawn { column[index] = .nan }
        let values = window.values
        let start = column.count - values.count
        drawn = start..<column.count
        let n = Double(values.count)
        guard n > 1 else { return }
        let level = values[0]
        let mean = level + values.reduce(0) { $0 + ($1 - level) } / n
        let middle = (n - 1) / 2
        var moment = 0.0
        for (index, value) in values.enumerated() { moment += (Double(index) - middle) * (value - mean) }
        let slope = moment * 12 / (n * (n * n - 1))
        let line = { (index: Int) in mean + slope * (Double(index) - middle) }
        let distance = side * (side == 0 ? 0 : width(values, line))
        for index in values.indices { column[start + index] = line(index) + distance }
    }
}

/// The legs of a zigzag, which connect its turns. Each leg is a move by at least a given fraction of the price.
///
/// A turn becomes known when the price has moved away from it by that fraction. The first turn is the extreme at which
/// the first such move started.
final class ZigZagDrawing: Stage, Drawing {
    private let high, low: Block
    private let part: Double
    private let showsLast: Bool
    private struct State {
        var count = 0
        /// The highest and the lowest price since the last turn, with their bars.
        var top = (bar: 0, price: -Double.infinity)
        var bottom = (bar: 0, price: Double.infinity)
        /// The direction of the current leg; `nil` before the first turn.
        var isRising: Bool?
        var last = (bar: 0, price: Double.nan)
        /// Legs that are not yet drawn into the column.
        var legs: [(from: (bar: Int, price: Double), to: (bar: Int, price: Double))] = []
    }

    private var state = State()
    private var saved = State()
    /// The bars of the last leg, whose values can still change.
    private var tail = 0..<0

    init(_ high: Block, _ low: Block, part: Double, showsLast: Bool) {
        (self.high, self.low, self.part, self.showsLast) = (high, low, part, showsLast)
    }

    override func save() { saved = state }

    override func restore() {
        // Later legs may already be drawn, so their bars must be cleared.
        tail = (saved.isRising == nil ? 0 : saved.last.bar + 1)..<state.count
        state = saved
    }

    override func run(_ count: Int) {
        for index in 0..<count where !high[index].isMissing && !low[index].isMissing {
            step(state.count + index, high[index], low[index])
        }
        state.count += count
    }

    private func step(_ bar: Int, _ high: Double, _ low: Double) {
        let isFirst = state.top.price == -.infinity
        // A new extreme in the direction of the leg is recorded first, so that a bar cannot turn against its own
        // extreme.
        let isNewTop = high > state.top.price && state.isRising != false
        let isNewBottom = low < state.bottom.price && state.isRising != true
        if isNewTop { state.top = (bar, high) }
        if isNewBottom { state.bottom = (bar, low) }
        if isFirst { return }
        if state.isRising != false, !isNewTop, low < state.top.price * (1 - part) {
            turn(at: state.top)
            (state.isRising, state.bottom) = (false, (bar, low))
        } else if state.isRising != true, !isNewBottom, high > state.bottom.price * (1 + part) {
            turn(at: state.bottom)
            (state.isRising, state.top) = (true, (bar, high))
        }
    }

    private func turn(at extreme: (bar: Int, price: Double)) {
        if state.isRising != nil { state.legs.append((state.last, extreme)) }
        state.last = extreme
    }

    func draw(_ column: inout [Double]) {
        for index in tail { column[index] = .nan }
        tail = 0..<0
        for leg in state.legs { draw(leg.from, leg.to, &column) }
        state.legs = []
        guard let isRising = state.isRising else { return }
        // The last turn itself no longer changes.
        column[state.last.bar] = state.last.price
        guard showsLast else { return }
        let end = isRising ? state.top : state.bottom
        draw(state.last, end, &column)
        tail = state.last.bar + 1..<end.bar + 1
    }

    private func draw(
        _ from: (bar: Int, price: Double), _ to: (bar: Int, price: Double), _ column: inout [Double]
    ) {
        let slope = (to.price - from.price) / Double(max(1, to.bar - from.bar))
        for bar in from.bar...to.bar { column[bar] = from.price + slope * Double(bar - from.bar) }
        column[to.bar] = to.price
    }
}
