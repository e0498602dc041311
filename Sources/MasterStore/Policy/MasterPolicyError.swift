/// Everything that is wrong with a policy that can't be used.
package struct MasterPolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A place of the text that can't be read, or that contradicts another.
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line, from 1.
        package var line: Int
        /// The byte in the line, from 1.
        package var column: Int
        /// What was found, what was expected, how to go on.
        package var reason: String

        /// `line 7, column 3: reason`.
        package var description: String { "line \(line), column \(column): \(reason)" }
    }

    /// At least one, in the order of the lines; the first of each line.
    package var problems: [Problem]

    /// A line for each problem.
    package var description: String { "policy:\n  " + problems.map(\.description).joined(separator: "\n  ") }
}
