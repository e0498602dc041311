/// The length of a bar, with names by the UDF convention.
enum BarResolution: Hashable, Sendable {
    /// Intervals of minutes, counted from the start of each session.
    case minutes(Int)
    /// Trading days.
    case day
    /// Weeks that begin on Monday.
    case week
    /// Calendar months.
    case month
    /// Calendar quarters.
    case quarter

    /// All resolutions, finest first.
    static let all: [BarResolution] = [
        .minutes(1), .minutes(3), .minutes(5), .minutes(15), .minutes(30), .minutes(45), .minutes(60), .minutes(120),
        .minutes(180), .minutes(240), .day, .week, .month, .quarter,
    ]

    /// Creates the resolution named `5`, `1D` or `D`; `nil` for any other text.
    init?(_ text: String) {
        guard let found = Self.all.first(where: { $0.name == text || $0.fileName == text }) else { return nil }
        self = found
    }

    /// The name in a chart, such as `5` or `1D`.
    var name: String {
        switch self {
        case .minutes(let count): String(count)
        case .day, .week, .month: "1" + fileName
        case .quarter: fileName
        }
    }

    /// The name at the end of a file name, such as `5` or `D`.
    var fileName: String {
        switch self {
        case .minutes(let count): String(count)
        case .day: "D"
        case .week: "W"
        case .month: "M"
        case .quarter: "3M"
        }
    }

    /// The length of a minute bar; `nil` for bars of a day or more. The end of a session may shorten its last bar.
    var length: Duration? {
        if case .minutes(let count) = self { .seconds(count * 60) } else { nil }
    }

    /// The approximate time from one bar to the next if the market is never closed.
    var usualLength: Duration {
        switch self {
        case .minutes(let count): .seconds(count * 60)
        case .day: .seconds(86_400)
        case .week: .seconds(7 * 86_400)
        case .month: .seconds(31 * 86_400)
        case .quarter: .seconds(92 * 86_400)
        }
    }

    /// Returns whether each bar of this resolution can be combined from whole bars of another resolution.
    func isMade(of other: BarResolution) -> Bool {
        switch (self, other) {
        case (.minutes(let own), .minutes(let others)): own > others && own % others == 0
        case (.day, .minutes), (.week, .minutes), (.month, .minutes), (.quarter, .minutes): true
        case (.week, .day), (.month, .day), (.quarter, .day), (.quarter, .month): true
        default: false
        }
    }
}
