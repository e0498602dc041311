internal import Foundation

/// The figures of a program, each beside the bound that it is to keep.
///
/// A figure is printed as soon as it is known, a line of JSON, which `Benchmarks/show` makes a row of a table of and
/// `Benchmarks/measure` keeps. The time between two lines is told by `begin`.
public struct FigureTable {
    private let title: String
    private var isTitlePrinted = false

    public init(_ title: String) { self.title = title }

    /// A figure that was measured several times: its median, and how far the times are apart.
    ///
    /// - Parameters:
    ///   - atMost: the bound, in the same unit; without one, or `atLeast`, the figure is for information.
    ///   - limit: what nothing can be better than, measured in the same run.
    public mutating func add(
        _ what: String, _ samples: Samples, _ unit: String, atMost: Double? = nil, atLeast: Double? = nil,
        beside limit: Limit? = nil
    ) {
        var line = Line(figure: what, unit: unit, median: samples.median, samples: samples.count)
        line.spread = samples.spread.map { [$0.lowerBound, $0.upperBound] }
        (line.atMost, line.atLeast, line.limit) = (atMost, atLeast, limit)
        print(line)
    }

    /// A figure that was measured once: how far another time would be from it isn't known.
    public mutating func add(
        _ what: String, _ value: Double, _ unit: String, atMost: Double? = nil, atLeast: Double? = nil,
        beside limit: Limit? = nil
    ) {
        add(what, Samples([value]), unit, atMost: atMost, atLeast: atLeast, beside: limit)
    }

    /// A size or a number, which is the same in each run.
    public mutating func add(
        _ what: String, exactly value: Double, _ unit: String, atMost: Double? = nil, atLeast: Double? = nil
    ) {
        var line = Line(figure: what, unit: unit, median: value, samples: 1)
        (line.spread, line.atMost, line.atLeast) = ([value, value], atMost, atLeast)
        print(line)
    }

    /// A line with the reason for a missing figure.
    public mutating func skip(_ what: String, because reason: String) {
        print(Line(figure: what, skipped: reason))
    }

    /// Says what is measured now, where the next figure takes some seconds.
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

    /// What nothing can be better than: a figure of the same run.
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
