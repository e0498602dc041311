/// Everything that is wrong with a file of aliases that can't be used.
public struct AliasTableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line that can't be read.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line of the file, from 1.
        public var line: Int
        /// What was found, what was expected, how to go on.
        public var reason: String

        /// `line 7: reason`.
        public var description: String { "line \(line): \(reason)" }
    }

    /// At least one, in the order of the lines.
    public var problems: [Problem]

    init(problems: [Problem]) { self.problems = problems }

    /// Messages list at most so many problems.
    private static let shownProblems = 10

    /// A line for each problem, the first ten.
    public var description: String {
        let shown = problems.prefix(Self.shownProblems).map(\.description)
        let rest = problems.count - shown.count
        return "aliases:\n  " + shown.joined(separator: "\n  ") + (rest > 0 ? "\n  and \(rest) more" : "")
    }
}
