internal import MarketRules
internal import SystemFiles

/// The steps that compute a study, with their memory. Before the first bar, a formula adds its steps and lines.
///
/// Bars are computed in blocks, and each step retains the values that it needs for later bars. So the values do not
/// depend on how many bars are appended at a time.
final class Computation {
    let memory = BlockMemory()
    private var stages: [Stage] = []

    // MARK: Lines

    /// The source of a line's values.
    enum Source {
        /// A block with a value for each bar. Each value belongs to the bar that is `back` bars earlier.
        case values(Block, back: Int)
        /// A level, the same value for all bars.
        case level(Double)
        /// A line whose earlier values later bars can change.
        case drawing(any Drawing)
    }

    private(set) var titles: [String] = []
    private var sources: [Source] = []
    /// The columns of the lines. The column of a level is empty.
    private var columns: [[Double]] = []
    private(set) var count = 0

    var lines: StudyLines {
        StudyLines(
            titles: titles,
            sources: Swift.zip(sources, columns).map { source, column in
                if case .level(let level) = source { .level(level, count: count) } else { .column(column) }
            })
    }

    func add(_ title: String, _ source: Source) {
        titles.append(title)
        sources.append(source)
        columns.append([])
    }

    // MARK: Inputs

    private var inputs: [BarColumn: Block] = [:]
    /// The columns that the formula reads.
    var readColumns: [BarColumn] { BarColumn.allCases.filter { inputs[$0] != nil || ($0 == .time && readsTimes) } }

    func input(_ column: BarColumn) -> Block {
        if let block = inputs[column] { return block }
        let block = memory.block()
        inputs[column] = block
        return block
    }

    private(set) var readsTimes = false
    private(set) var clock: SessionClock?

    /// Returns the clock that finds the periods after which the study restarts.
    func sessions(_ period: SessionAnchors.Period) -> SessionClock {
        readsTimes = true
        let new = SessionClock(anchors, period)
        clock = new
        return new
    }

    // MARK: Parameters

    let anchors: SessionAnchors?
    /// The parameters as texts by id. Reading a parameter removes it.
    private var given: [String: String]
    private(set) var parameters: [StudyParameter] = []
    private var fault: StudyError?

    init(_ parameters: [String: String], _ anchors: SessionAnchors?) {
        (given, self.anchors) = (parameters, anchors)
    }

    /// Reads a parameter. Returns `standard` if it is missing or invalid; `finish` then reports invalid parameters.
    func read<Value>(
        _ id: String, _ kind: StudyParameter.Kind, _ standard: Value, _ text: String,
        _ expected: @autoclosure () -> String, _ parse: (String) -> Value?
    ) -> Value {
        parameters.append(StudyParameter(id: id, kind: kind, value: text))
        guard let text = given.removeValue(forKey: id) else { return standard }
        if let value = parse(text) { return value }
        fault =
            fault
            ?? StudyError(parameter: id, reason: "\(id): found “\(text.prefix(50))”, expected \(expected())")
        return standard
    }

    /// - Throws: `StudyError` if a parameter is invalid, or if the formula has not read it.
    func finish(_ study: String) throws(StudyError) {
        if let fault { throw fault }
        guard let name = given.keys.min() else { return }
        let known = parameters.map(\.id).joined(separator: ", ")
        throw StudyError(
            parameter: name,
            reason:
                "\(study): found no parameter “\(name.prefix(50))”, expected \(known.isEmpty ? "none" : "one of \(known)")"
        )
    }

    // MARK: Steps

    func run(_ stage: Stage) { stages.append(stage) }
    var lastStage: Stage? { stages.last }

    /// Identifies shared extremes by their input and direction.
    struct ExtremeKey: Hashable {
        let block: Block
        let isHighest: Bool
    }

    /// The extremes of the last 1, 2, 4, 8… values. Windows of all lengths share them.
    var extremes: [ExtremeKey: [Block]] = [:]

    /// Adds a step whose closure contains the loop over the bars of a block.
    func block(_ body: @escaping (_ output: Block, _ count: Int) -> Void) -> Block {
        let output = memory.block()
        stages.append(Mapping { body(output, $0) })
        return output
    }

    /// Adds a step whose closure contains the loop over the bars of a block, and changes a state.
    func block<State>(
        _ initial: State, _ body: @escaping (_ state: inout State, _ output: Block, _ count: Int) -> Void
    ) -> Block {
        let state = RestorableState(initial)
        memory.add(state)
        return block { output, count in body(&state.value, output, count) }
    }

    // MARK: Bars

    /// Whether the last bar can be replaced, so that the state before it must be saved.
    var isLive = false

    /// Computes bars after the previous ones. If `replacesLast`, the first of them replaces the last previous bar.
    ///
    /// - Throws: `StudyError` if a column is missing or times are not in order, `Trading.RangeError` for times outside
    ///   of the years 1 to 9999.
    func append(_ bars: borrowing BarColumns, replacesLast: Bool = false) throws {
        let total = try bars.checkedCount(readColumns)
        if replacesLast, count == 0 || total == 0 {
            throw StudyError(reason: "found no bar to replace, or none to replace it; expected one or more")
        }
        if readsTimes { try clock?.prepare(bars.time, replacesLast: replacesLast) }
        if replacesLast { restore() }
        for index in columns.indices where !isLevel(index) { reserve(&columns[index], total) }
        run(bars, total) { size in for index in columns.indices { store(index, size) } }
        for index in columns.indices { draw(index) }
    }

    /// Computes the first bars into memory of the caller, so that their values are written only once.
    ///
    /// - Parameter lines: The memory for each line, with a place for each bar; `nil` for a line that is not needed.
    /// - Throws: The errors of `append`.
    func compute(_ bars: borrowing BarColumns, into lines: [Block?]) throws {
        let total = try bars.checkedCount(readColumns)
        if readsTimes { try clock?.prepare(bars.time, replacesLast: false) }
        run(bars, total) { size in
            for (index, line) in lines.enumerated() {
                guard let line else { continue }
                switch sources[index] {
                case .level(let level): line.offset(by: count).fill(level, count: size)
                case .drawing: store(index, size)
                case .values(let block, back: 0): line.offset(by: count).copy(block, count: size)
                case .values(let block, let back):
                    line.offset(by: count).fill(.nan, count: size)
                    shift(block, back, into: line, size)
                }
            }
        }
        for (index, line) in lines.enumerated() {
            guard let line, case .drawing = sources[index] else { continue }
            draw(index)
            for (bar, value) in columns[index].enumerated() { line[bar] = value }
        }
    }

    /// Computes bars in blocks, and calls `store` with the number of bars of each.
    private func run(_ bars: borrowing BarColumns, _ total: Int, _ store: (Int) -> Void) {
        var start = 0
        // The number of bars before the last one, which is computed separately so that the state before it can be
        // saved.
        let settled = isLive ? total - 1 : total
        while start < total {
            if start == settled { save() }
            let size = min(Block.capacity, start < settled ? settled - start : 1)
            for (column, block) in inputs { block.copy(bars[column], from: start, count: size) }
            if readsTimes { clock?.load(bars.time, from: start, count: size) }
            for stage in stages { stage.run(size) }
            store(size)
            memory.advance(size)
            start += size
            count += size
        }
    }

    private func draw(_ index: Int) {
        if case .drawing(let drawing) = sources[index] { drawing.draw(&columns[index]) }
    }

    private func save() {
        for stage in stages { stage.save() }
        memory.save()
        clock?.save()
    }

    /// Removes the last bar and restores the state before it.
    private func restore() {
        for stage in stages { stage.restore() }
        memory.restore()
        count -= 1
        for (index, source) in sources.enumerated() where !isLevel(index) {
            columns[index].removeLast()
            if case .values(_, let back) = source, back > 0, count >= back { columns[index][count - back] = .nan }
        }
    }

    private func reserve(_ column: inout [Double], _ additional: Int) {
        // Reserving exact space at each call would copy the column for every few bars, so small additions let the
        // column grow by itself.
        guard additional > column.count else { return }
        column.reserveCapacity(column.count + additional)
        // SAFETY: The range is the column's own memory, and `prefersLargePages` does not change its contents.
        unsafe column.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe RawMemory.prefersLargePages(start, column.capacity * MemoryLayout<Double>.stride)
        }
    }

    private func isLevel(_ index: Int) -> Bool { if case .level = sources[index] { true } else { false } }

    private func store(_ index: Int, _ size: Int) {
        switch sources[index] {
        case .level: break
        case .drawing: columns[index].append(contentsOf: repeatElement(.nan, count: size))
        case .values(let block, back: 0): block.append(to: &columns[index], count: size)
        case .values(let block, let back):
            columns[index].append(contentsOf: repeatElement(.nan, count: size))
            // SAFETY: The column has `count + size` values, at least one.
            unsafe columns[index].withUnsafeMutableBufferPointer { column in
                if let start = column.baseAddress { shift(block, back, into: unsafe Block(start), size) }
            }
        }
    }

    /// Writes the values of a block to the bars that are `back` bars earlier, except to bars before the first.
    private func shift(_ block: Block, _ back: Int, into line: Block, _ size: Int) {
        let first = max(0, back - count)
        for place in first..<max(first, size) { line[count + place - back] = block[place] }
    }
}

/// A line whose earlier values can change when later bars are appended.
protocol Drawing: AnyObject {
    /// Updates the column after bars were appended. Before, the values of the new bars are NaN.
    func draw(_ column: inout [Double])
}
