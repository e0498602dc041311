/// Why a study can't be set like that.
public struct StudyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter's id; empty where the study as a whole is concerned.
    public var parameter: String
    /// What was found, what was expected: one sentence, for people.
    package var reason: String

    /// An error of a study's parameter, or of the study as a whole.
    package init(parameter: String = "", reason: String) {
        self.parameter = parameter
        self.reason = reason
    }

    /// `Length: found “0”, expected a whole number from 1 to 500`
    public var description: String { reason }
}
