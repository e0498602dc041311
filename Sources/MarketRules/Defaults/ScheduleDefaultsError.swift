/// The problems that make a defaults file unusable.
public struct ScheduleDefaultsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One error or warning.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line of the file, from 1.
        public var line: Int
        /// A message with what was found, what was expected, and a suggestion. For an error in a rule, it also shows
        /// the rule's text with a caret below.
        public var reason: String

        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }

        /// `line 7: reason`.
        public var description: String { "line \(line): \(reason)" }
    }

    /// The problems in the order of the lines; at least one.
    public var problems: [Problem]

    package init(problems: [Problem]) { self.problems = problems }

    /// The maximum number of problems that `description` shows.
    static let shownProblems = 10

    /// One line for each of the first ten problems.
    public var description: String {
        let shown = problems.prefix(Self.shownProblems).map(\.description)
        let rest = problems.count - shown.count
        return "schedule defaults:\n  " + shown.joined(separator: "\n  ") + (rest > 0 ? "\n  and \(rest) more" : "")
    }
}
