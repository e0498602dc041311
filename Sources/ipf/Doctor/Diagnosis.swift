import Scanning

/// The result of one check of `ipf doctor`.
struct Diagnosis: Sendable {
    enum State: String, Sendable {
        case ok
        /// The subject works, but may soon fail.
        case warning
        /// The subject does not work.
        case problem
    }

    let state: State
    /// The subject of the check, such as `clock`.
    let check: String
    /// The finding and, if something is wrong, the advice.
    let message: String

    static func ok(_ check: String, _ message: String) -> Diagnosis {
        Diagnosis(state: .ok, check: check, message: message)
    }

    static func warning(_ check: String, _ message: String) -> Diagnosis {
        Diagnosis(state: .warning, check: check, message: message)
    }

    static func problem(_ check: String, _ message: String) -> Diagnosis {
        Diagnosis(state: .problem, check: check, message: message)
    }

    /// The result as a line of text for users.
    var line: TerminalText {
        let padding = String(repeating: " ", count: "problem".count - state.rawValue.count)
        return "\(state.rawValue)\(padding)  \(check): \(message)\n"
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("check", check)
        json.member("state", state.rawValue)
        json.member("message", message)
    }
}
