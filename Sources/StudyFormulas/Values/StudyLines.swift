/// The lines of a study, each with a value for each bar.
public struct StudyLines: Sendable {
    /// A column, or a level whose column is created when it is read.
    enum Source { case column([Double]), level(Double, count: Int) }

    /// The titles of the lines, in order.
    public let titles: [String]
    private let sources: [Source]

    init(titles: [String], sources: [Source]) { (self.titles, self.sources) = (titles, sources) }

    /// Creates a copy whose lines have another order and other titles.
    package init(_ lines: StudyLines, order: [Int], titles: [String]) {
        self.init(titles: titles, sources: order.map { lines.sources[$0] })
    }

    /// The values of the lines, in the order of `titles`; NaN where a line is undefined.
    public var columns: [[Double]] { sources.indices.map { column($0) } }

    /// Returns the values of the line with an index in `titles`.
    package func column(_ index: Int) -> [Double] {
        switch sources[index] {
        case .column(let values): values
        case .level(let level, let count): Array(repeating: level, count: count)
        }
    }

    /// Returns the value that the line has for all bars; `nil` if the line is not a level.
    package func level(_ index: Int) -> Double? { if case .level(let level, _) = sources[index] { level } else { nil } }

    /// Returns the values of the line with a title; `nil` if there is no such line.
    public subscript(title: String) -> [Double]? { titles.firstIndex(of: title).map { column($0) } }
}
