/// A study that computes its lines from bars.
///
/// ```swift
/// let macd = try StudyFormula("MACD", ["fastLength": "8"])
/// let lines = try macd.values(on: BarColumns(close: closes.span))
/// lines["Signal"]     // a value for each bar
/// ```
///
/// A line has a value for each bar; it is NaN where the study is undefined, such as before its window is full. The
/// comments in the folder `Formulas` contain the definitions with their sources. Where libraries differ, these rules
/// apply:
///
/// | choice | rule |
/// | --- | --- |
/// | first value of an exponential average | the mean of the first `length` values, as in TA-Lib |
/// | Wilder's average | each new value has the weight 1 / `length`; starts with the mean of the first `length` values |
/// | standard deviation | of the population; historical volatility uses the sample standard deviation |
/// | true range | undefined for the first bar |
/// | missing values | an average skips them; a window that contains one has no value |
/// | periods | the trading days of a schedule; levels use only regular trading |
public struct StudyFormula: Hashable, Sendable {
    /// The names of all studies.
    public static let names: [String] = StudyTable.all.map(\.name)

    /// The name of the study, such as `MACD`.
    public let name: String
    /// The values of parameters by id. Parameters that are not contained have their default values.
    public let values: [String: String]
    /// The parameters with their default values, in order.
    public let parameters: [StudyParameter]
    /// The titles of the lines, in order.
    public let lines: [String]
    /// The columns that the study reads.
    public let columns: [BarColumn]

    /// Creates a study.
    ///
    /// - Parameter values: Values of parameters as texts, by id.
    /// - Throws: `StudyError` if there is no such study or parameter, or if a value is invalid.
    public init(_ name: String, _ values: [String: String] = [:]) throws(StudyError) {
        guard let formula = StudyTable.formulas[name] else {
            throw StudyError(
                reason: "found the study “\(name.prefix(50))”, expected one of \(Self.names.joined(separator: ", "))")
        }
        (self.name, self.values) = (name, values)
        let computation = Computation(values, nil)
        formula(computation)
        try computation.finish(name)
        (parameters, lines, columns) = (computation.parameters, computation.titles, computation.readColumns)
    }

    /// Computes the study for all bars.
    ///
    /// - Parameter anchors: The trading days of the instrument, for studies that restart with each period. If `nil`,
    ///   periods are calendar days, weeks and months in UTC. Pass `nil` for bars of a day or longer, because their
    ///   times are dates.
    /// - Throws: `StudyError` if a column is missing or bars are not in order. `Trading.RangeError` if the study
    ///   restarts and a time is outside of 0001-01-02…9999-12-30.
    /// - Complexity: O(bars), O(bars × log(length)) for extremes of windows, or O(bars × length) for `ALMA`, `CCI`,
    ///   `ConnorsRSI` and `RandomWalkIndex`.
    public func values(on bars: borrowing BarColumns, anchors: SessionAnchors? = nil) throws -> StudyLines {
        let computation = computation(anchors)
        try computation.append(bars)
        return computation.lines
    }

    /// Computes the study for all bars, and writes the lines to memory of the caller.
    ///
    /// SAFETY: The caller guarantees that each line has memory for a value of each bar, and that it overlaps no other
    /// memory of this call.
    ///
    /// - Parameter lines: The memory of each line, in the order of `lines`; `nil` for a line that is not needed.
    /// - Throws: The errors of `values(on:anchors:)`. The memory is then unchanged.
    @unsafe package func compute(
        on bars: borrowing BarColumns, anchors: SessionAnchors?, into lines: [UnsafeMutablePointer<Double>?]
    ) throws {
        try computation(anchors).compute(bars, into: unsafe lines.map { unsafe $0.map { unsafe Block($0) } })
    }

    /// Creates the steps of the study, whose name and parameters were checked by `init`.
    fileprivate func computation(_ anchors: SessionAnchors?) -> Computation {
        let computation = Computation(values, anchors)
        StudyTable.formulas[name]?(computation)
        return computation
    }
}

/// A study of bars that arrive one after another.
///
/// The lines always equal those that `StudyFormula.values(on:anchors:)` returns for all bars so far. Later bars can
/// change earlier values of lines that are shifted into the past, and of zigzags, fractals and regression lines.
public final class LiveStudy {
    private let computation: Computation

    /// Creates a study that contains no bars yet.
    ///
    /// - Parameter anchors: The trading days of the instrument; `nil` for calendar days in UTC.
    public init(_ formula: StudyFormula, anchors: SessionAnchors? = nil) {
        computation = formula.computation(anchors)
        computation.isLive = true
    }

    /// Appends bars.
    ///
    /// - Throws: The errors of `StudyFormula.values(on:anchors:)`. The study then contains none of these bars.
    /// - Complexity: O(new bars + length), because the memory of windows is saved before the last bar is computed.
    public func append(_ bars: borrowing BarColumns) throws { try computation.append(bars) }

    /// Replaces the last bar, for bars that change until their interval ends. `bars` may contain further bars after the
    /// replacement.
    ///
    /// ```swift
    /// try live.replaceLast(BarColumns(close: [101.9].span))
    /// ```
    ///
    /// - Throws: The errors of `append`, and `StudyError` if there is no bar to replace. The study is then unchanged.
    /// - Complexity: O(new bars + length)
    public func replaceLast(_ bars: borrowing BarColumns) throws { try computation.append(bars, replacesLast: true) }

    /// The number of bars.
    public var count: Int { computation.count }

    /// The lines so far.
    public var lines: StudyLines { computation.lines }
}
