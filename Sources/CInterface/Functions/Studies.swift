public import CIPF
internal import MarketRules
internal import StudyFormulas

/// The object of an `ipf_study`.
final class StudyObject {
    let formula: StudyFormula
    let anchors: SessionAnchors?
    let live: LiveStudy
    let parameters: [(id: KeptText, kind: KeptText, value: KeptText)]
    let titles: [KeptText]

    init(_ formula: StudyFormula, _ anchors: SessionAnchors?) {
        (self.formula, self.anchors) = (formula, anchors)
        live = LiveStudy(formula, anchors: anchors)
        parameters = formula.parameters.map { (KeptText($0.id), KeptText($0.kind.rawValue), KeptText($0.value)) }
        titles = formula.lines.map { KeptText($0) }
    }
}

extension BarColumn {
    /// The bit for the column in `ipf_bar_columns`.
    fileprivate var bit: ipf_bar_columns {
        let bit =
            switch self {
            case .open: IPF_BAR_OPEN
            case .high: IPF_BAR_HIGH
            case .low: IPF_BAR_LOW
            case .close: IPF_BAR_CLOSE
            case .volume: IPF_BAR_VOLUME
            case .time: IPF_BAR_TIME
            }
        return ipf_bar_columns(bit)
    }
}

/// SAFETY: see `answer`.
@c @implementation
public func ipf_study_names(_ out: HandlePlace?, _ error: HandlePlace?) -> ipf_status {
    unsafe answer(out, error) { NamesObject(StudyFormula.names) }
}

/// SAFETY: see `Handle`, `CText` and `Numbers`; `schedule` may be NULL.
@c @implementation
public func ipf_study_open(
    _ name: UnsafePointer<CChar>?, _ nameSize: Int, _ ids: UnsafePointer<ipf_text>?, _ values: UnsafePointer<ipf_text>?,
    _ count: Int, _ schedule: OpaquePointer?, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let ids = try unsafe CText.strings(ids, count, "ids")
        let values = try unsafe CText.strings(values, count, "values")
        // If an id occurs several times, its last value applies.
        let parameters = Dictionary(zip(ids, values)) { $1 }
        let formula = try StudyFormula(try unsafe CText.string(name, nameSize, "name"), parameters)
        let schedule = unsafe Handle.object(schedule, ScheduleObject.self)?.schedule
        return StudyObject(formula, schedule.map { SessionAnchors($0) })
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_study_free(_ study: OpaquePointer?) { unsafe Handle.free(study, StudyObject.self) }

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_study_columns(_ study: OpaquePointer?) -> ipf_bar_columns {
    unsafe Handle.object(study, StudyObject.self)?.formula.columns.reduce(0) { $0 | $1.bit } ?? 0
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_study_parameter_count(_ study: OpaquePointer?) -> Int {
    unsafe Handle.object(study, StudyObject.self)?.parameters.count ?? 0
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_study_parameter_at(_ study: OpaquePointer?, _ index: Int) -> ipf_study_parameter {
    guard let study = unsafe Handle.object(study, StudyObject.self), study.parameters.indices.contains(index) else {
        return unsafe ipf_study_parameter(id: KeptText.none, kind: KeptText.none, value: KeptText.none)
    }
    let parameter = study.parameters[index]
    return unsafe ipf_study_parameter(id: parameter.id.text, kind: parameter.kind.text, value: parameter.value.text)
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_study_line_count(_ study: OpaquePointer?) -> Int {
    unsafe Handle.object(study, StudyObject.self)?.titles.count ?? 0
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_study_line_at(_ study: OpaquePointer?, _ index: Int) -> ipf_study_line {
    guard let study = unsafe Handle.object(study, StudyObject.self), study.titles.indices.contains(index) else {
        return unsafe ipf_study_line(title: KeptText.none, level: .nan)
    }
    return unsafe ipf_study_line(title: study.titles[index].text, level: study.live.lines.level(index) ?? .nan)
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_study_count(_ study: OpaquePointer?) -> Int {
    unsafe Handle.object(study, StudyObject.self)?.live.count ?? 0
}

/// SAFETY: see `withBars`.
@c @implementation
public func ipf_study_append(
    _ study: OpaquePointer?, _ bars: UnsafePointer<ipf_bars>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) { try unsafe withBars(study, bars) { study, bars in try study.live.append(bars) } }
}

/// SAFETY: see `withBars`.
@c @implementation
public func ipf_study_replace_last(
    _ study: OpaquePointer?, _ bars: UnsafePointer<ipf_bars>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) { try unsafe withBars(study, bars) { study, bars in try study.live.replaceLast(bars) } }
}

/// SAFETY: see `withBars`; `ipf.h` requires that each line is NULL or has memory for a value of each bar.
@c @implementation
public func ipf_study_compute(
    _ study: OpaquePointer?, _ bars: UnsafePointer<ipf_bars>?, _ lines: UnsafePointer<UnsafeMutablePointer<Double>?>?,
    _ count: Int, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let lines = try unsafe Numbers.span(lines, count, "lines") { unsafe Array($0) }
        try unsafe withBars(study, bars) { study, bars in
            guard unsafe lines.count == study.titles.count else {
                throw CFailure(
                    IPF_INVALID_ARGUMENT, "lines: found \(count), expected the \(study.titles.count) of the study")
            }
            try unsafe study.formula.compute(on: bars, anchors: study.anchors, into: lines)
        }
    }
}

/// Calls the body with the columns that the study reads.
///
/// SAFETY: see `Handle` and `Numbers`; `bars` is NULL or can be read.
private func withBars(
    _ study: OpaquePointer?, _ bars: UnsafePointer<ipf_bars>?,
    _ body: (StudyObject, borrowing BarColumns) throws -> Void
) throws {
    let study = try unsafe Handle.needed(study, "study", StudyObject.self)
    guard let bars = unsafe bars?.pointee else { throw CFailure.missing("bars") }
    guard unsafe bars.size == MemoryLayout<ipf_bars>.stride else {
        throw CFailure(IPF_INVALID_ARGUMENT, "bars: size is not that of ipf_bars")
    }
    let count = unsafe bars.count
    let reads = Set(study.formula.columns)
    // SAFETY: `ipf.h` requires that each column has `count` values during this call.
    func column(_ column: BarColumn, _ start: UnsafePointer<Double>?) throws -> UnsafeBufferPointer<Double> {
        guard reads.contains(column) else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        return try unsafe Numbers.span(start, count, column.rawValue) { unsafe $0 }
    }
    var times: [Instant] = []
    if reads.contains(.time) {
        // SAFETY: as for the other columns.
        let unit = try unsafe TimeUnit(checking: bars.unit)
        times = try unsafe Numbers.span(bars.time, count, "time") { times in unsafe times.map { unit.instant($0) } }
    }
    let (open, high) = try unsafe (column(.open, bars.open), column(.high, bars.high))
    let (low, close) = try unsafe (column(.low, bars.low), column(.close, bars.close))
    let volume = try unsafe column(.volume, bars.volume)
    try unsafe body(
        study,
        BarColumns(
            open: open.span, high: high.span, low: low.span, close: close.span, volume: volume.span, time: times.span))
}

/// SAFETY: see `Handle` and `Numbers`.
@c @implementation
public func ipf_study_values(
    _ study: OpaquePointer?, _ line: Int, _ from: Int, _ values: UnsafeMutablePointer<Double>?, _ count: Int,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let study = try unsafe Handle.needed(study, "study", StudyObject.self)
        let values = try unsafe Numbers.mutable(values, count, "values")
        guard study.titles.indices.contains(line) else {
            throw CFailure(IPF_INVALID_ARGUMENT, "line \(line): expected 0 to \(study.titles.count - 1)")
        }
        guard from >= 0, from <= study.live.count, count <= study.live.count - from else {
            throw CFailure(
                IPF_INVALID_ARGUMENT,
                "found a range of \(count) values from \(from), expected one of the \(study.live.count) bars")
        }
        let lines = study.live.lines
        if let level = lines.level(line) {
            for index in values.indices { unsafe values[index] = level }
        } else {
            let column = lines.column(line)
            _ = unsafe values.update(fromContentsOf: column[from..<from + count])
        }
    }
}
