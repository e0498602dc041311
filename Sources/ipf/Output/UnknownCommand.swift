import ArgumentParser
import Scanning

/// Adds suggestions for unknown commands and options, if the parser itself has none.
struct UnknownCommand {
    private let root: any ParsableCommand.Type
    /// The commands in the arguments, starting with the root.
    private var path: [any ParsableCommand.Type]
    /// The unknown subcommand of the last command; `nil` for other errors.
    private var unknown: String?
    /// Whether the arguments start with `help`.
    private var asksForHelp = false

    /// - Parameter arguments: The arguments of the command line, without the program.
    init(_ arguments: [String], of root: any ParsableCommand.Type) {
        self.root = root
        path = [root]
        for argument in arguments {
            // Stop at an option: options before a subcommand mean that the command is used without one.
            let subcommands = path.last!.configuration.subcommands
            if subcommands.isEmpty || argument.hasPrefix("-") { return }
            // `ipf help search` means `ipf search --help`.
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

    /// Whether the help of an unknown subcommand is requested. The parser prints the help of the root instead.
    var isHelpOfNone: Bool { asksForHelp && unknown != nil }

    /// Returns the message of the parser, with suggestions.
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

    /// Adds suggestions of options. The parser only suggests options that differ by a typo; this function also suggests
    /// options with the same prefix.
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

    /// Returns the suggestion as a question, in the style of the parser.
    private static func question(_ names: [String]) -> String {
        let question = NearestNames.list(names.map { "'\($0)'" })
        return question.isEmpty ? "" : " Did you mean \(question)?"
    }
}
