import ArgumentParser
import Scanning

/// Commands and options that don't exist, with those that may have been meant, where the parser itself doesn't name
/// any.
struct UnknownCommand {
    private let root: any ParsableCommand.Type
    /// The commands that the arguments name, from the root on.
    private var path: [any ParsableCommand.Type]
    /// The subcommand that the last of them doesn't have; `nil` if the fault is another one.
    private var unknown: String?
    /// `ipf help …`
    private var asksForHelp = false

    /// - Parameter arguments: those of the command line, without the program.
    init(_ arguments: [String], of root: any ParsableCommand.Type) {
        self.root = root
        path = [root]
        for argument in arguments {
            // Options come before a subcommand only where the command can do without one.
            let subcommands = path.last!.configuration.subcommands
            if subcommands.isEmpty || argument.hasPrefix("-") { return }
            // `ipf help search` is `ipf search --help`.
            if argument == "help", path.count == 1, !asksForHelp {
                asksForHelp = true
                continue
            }
            guard let next = subcommands.first(where: { $0.configuration.commandName == argument }) else {
                unknown = argument
                return
            }
            path.append(next)
        }
    }

    /// The help of a subcommand that isn't there was asked for, in whose place the parser gives that of the root.
    var isHelpOfNone: Bool { asksForHelp && unknown != nil }

    /// The parser's message, or a better one.
    func message(_ message: String) -> String {
        guard let unknown else { return withNearOption(message) }
        let near = NearestNames.find(
            unknown, among: path.last!.configuration.subcommands.compactMap { $0.configuration.commandName })
        let name = path.compactMap { $0.configuration.commandName }.joined(separator: " ")
        return """
            Error: Unknown command '\(unknown)'.\(Self.question(near))
            Usage: \(root.usageString(for: path.last!))
              See '\(name) --help' for more information.
            """
    }

    /// The parser names an option that is a typo away; this one also what begins so.
    private func withNearOption(_ message: String) -> String {
        let begin = "Error: Unknown option '"
        guard message.hasPrefix(begin), let end = message.firstIndex(of: "\n"),
            message[..<end].hasSuffix("'"), !message[..<end].contains("Did you mean")
        else { return message }
        let option = message[..<end].dropFirst(begin.count).dropLast()
        let help = root.helpMessage(for: path.last!)
        let options = help.split { $0.isWhitespace || ",()[]|".contains($0) }.filter { $0.hasPrefix("--") }
            .map(String.init)
        var known: [String] = []
        for option in options where !known.contains(option) { known.append(option) }
        let near = NearestNames.find(String(option), among: known)
        return near.isEmpty ? message : message[..<end] + "." + Self.question(near) + message[end...]
    }

    /// In the parser's words.
    private static func question(_ names: [String]) -> String {
        let question = NearestNames.list(names.map { "'\($0)'" })
        return question.isEmpty ? "" : " Did you mean \(question)?"
    }
}
