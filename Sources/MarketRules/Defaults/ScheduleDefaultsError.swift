/// Everything that is wrong with a defaults file that can't be used.
public struct ScheduleDefaultsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One thing that is wrong, or that was noticed.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line of the file, from 1.
        public var line: Int
        /// What was found, what was expected, how to go on; for a rule text with the text and a caret below.
        public var reason: String

        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }

        /// `line 7: reason`.
        public var description: String { "line \(line): \(reason)" }
    }

    /// At least one, in the order of the lines.
    public var problems: [Problem]

    package init(problems: [Problem]) { self.problems = problems }

    /// Messages list at most so many problems.
    static let shownProblems = 10

    /// A line for each problem, the first ten.
    public var description: String {
        let shown = problems.prefix(Self.shownProblems).map(\.description)
        let rest = problems.count - shown.count
        return "schedule defaults:\n  " + shown.joined(separator: "\n  ") + (rest > 0 ? "\n  and \(rest) more" : "")
    }
}
