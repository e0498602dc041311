/// How much of the market one bar holds, as charts of the UDF convention write it.
enum BarResolution: Hashable, Sendable {
    /// Stretches of sessions, each cut from its session's start on.
    case minutes(Int)
    /// Days of trading.
    case day
    /// Weeks, from Monday.
    case week
    /// Calendar months.
    case month

    /// Those that there are, the finest first.
    static let all: [BarResolution] = [
        .minutes(1), .minutes(5), .minutes(15), .minutes(30), .minutes(60), .day, .week, .month,
    ]

    /// The resolution of `5`, `1D` or `D`; `nil` for any other text.
    init?(_ text: String) {
        guard let found = Self.all.first(where: { $0.name == text || $0.fileName == text }) else { return nil }
        self = found
    }

    /// `5`, `1D`
    var name: String {
        switch self {
        case .minutes(let count): String(count)
        case .day, .week, .month: "1" + fileName
        }
    }

    /// `5`, `D`: as names of files end with it.
    var fileName: String {
        switch self {
        case .minutes(let count): String(count)
        case .day: "D"
        case .week: "W"
        case .month: "M"
        }
    }

    /// How long a bar lasts unless its session ends before; `nil` for days and more.
    var length: Duration? {
        if case .minutes(let count) = self { .seconds(count * 60) } else { nil }
    }

    /// About how long the time from one bar to the next is, where nothing is closed.
    var usualLength: Duration {
        switch self {
        case .minutes(let count): .seconds(count * 60)
        case .day: .seconds(86_400)
        case .week: .seconds(7 * 86_400)
        case .month: .seconds(31 * 86_400)
        }
    }

    /// Whole bars of another resolution make one of this.
    func isMade(of other: BarResolution) -> Bool {
        switch (self, other) {
        case (.minutes(let own), .minutes(let others)): own > others && own % others == 0
        case (.day, .minutes), (.week, .minutes), (.month, .minutes), (.week, .day), (.month, .day): true
        default: false
        }
    }
}
