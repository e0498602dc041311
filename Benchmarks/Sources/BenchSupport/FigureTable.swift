internal import Foundation

/// Reports the figures of a program, each with its bound.
///
/// Each figure is printed as a line of JSON as soon as it is known. `Benchmarks/show` makes a table of these lines, and
/// `Benchmarks/measure` stores them. `begin` announces the next measurement.
public struct FigureTable {
    private let title: String
    private var isTitlePrinted = false

    public init(_ title: String) { self.title = title }

    /// Reports a figure with several samples: the median and the spread.
    ///
    /// - Parameters:
    ///   - atMost: The bound, in the same unit. Without `atMost` and `atLeast` the figure is only for information.
    ///   - limit: The best possible figure, measured in the same run.
    public mutating func add(
        _ what: String, _ samples: Samples, _ unit: String, atMost: Double? = nil, atLeast: Double? = nil,
        beside limit: Limit? = nil
    ) {
        var line = Line(figure: what, unit: unit, median: samples.median, samples: samples.count)
        line.spread = samples.spread.map { [$0.lowerBound, $0.upperBound] }
        (line.atMost, line.atLeast, line.limit) = (atMost, atLeast, limit)
        print(line)
    }

    /// Reports a figure with one sample, whose spread is unknown.
    public mutating func add(
        _ what: String, _ value: Double, _ unit: String, atMost: Double? = nil, atLeast: Double? = nil,
        beside limit: Limit? = nil
    ) {
        add(what, Samples([value]), unit, atMost: atMost, atLeast: atLeast, beside: limit)
    }

    /// Reports a size or a number, which is the same in each run.
    public mutating func add(
        _ what: String, exactly value: Double, _ unit: String, atMost: Double? = nil, atLeast: Double? = nil
    ) {
        var line = Line(figure: what, unit: unit, median: value, samples: 1)
        (line.spread, line.atMost, line.atLeast) = ([value, value], atMost, atLeast)
        print(line)
    }

    /// Reports a missing figure with the reason.
    public mutating func skip(_ what: String, because reason: String) {
        print(Line(figure: what, skipped: reason))
    }

    /// Reports what is being measured, if the next figure takes several seconds.
    public mutating func begin(_ what: String) { print(Line(begin: what)) }

    private mutating func print(_ line: Line) {
        if !isTitlePrinted {
            isTitlePrinted = true
            print(Line(table: title))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
        } catch {
            fatalError("\(line): \(error)")
        }
    }

    /// The best possible figure, measured in the same run.
    public struct Limit: Encodable {
        let name: String
        let median: Double
        let unit: String

        public init(_ name: String, _ samples: Samples, _ unit: String) {
            self.name = name
            median = samples.median
            self.unit = unit
        }
    }

    private struct Line: Encodable {
        var table: String?
        var begin: String?
        var figure: String?
        var skipped: String?
        var unit: String?
        var median: Double?
        var spread: [Double]?
        var samples: Int?
        var atMost: Double?
        var atLeast: Double?
        var limit: Limit?
    }
}
