#if Service
    import ArgumentParser
    import Essentials

    /// An option of a command. It is read from the command's help, so that configurable options need not be declared
    /// twice.
    struct ConfigurableOption {
        enum Kind {
            /// An option with a value: `--port 8080`.
            case option
            /// An option without a value: `--access-log`.
            case flag
            /// The catalog, which has no name on the command line.
            case argument
        }

        /// The key in a configuration file, such as `port`; for the argument, `catalog`.
        let name: String
        let kind: Kind
        /// Whether the option can be given more than once.
        let isRepeating: Bool
        /// The default value in the help; `nil` if the help has none.
        let defaultValue: String?

        /// The name of the environment variable, such as `IPF_SERVE_ALLOW_HOST`.
        var variable: String { Self.variablePrefix + name.uppercased().replacing("-", with: "_") }

        static let variablePrefix = "IPF_SERVE_"

        /// The options that are not configurable: they control how options are read, or print something and exit.
        private static let others = ["config", "print-config", "help", "version"]

        /// Returns the configurable options of a command.
        static func all(of command: any ParsableCommand.Type) -> [ConfigurableOption] {
            let help = try? JSONDecoder().decode(Help.self, from: Data(command._dumpHelp().utf8))
            return (help?.command.arguments ?? []).compactMap { argument in
                let long = argument.names?.first { $0.kind == "long" }?.name
                guard let name = long ?? argument.valueName, !others.contains(name) else { return nil }
                let kind: Kind = argument.kind == "flag" ? .flag : long == nil ? .argument : .option
                return ConfigurableOption(
                    name: name, kind: kind, isRepeating: argument.isRepeating,
                    defaultValue: kind == .flag ? "false" : argument.defaultValue)
            }
        }

        /// The parser's description of a command.
        private struct Help: Decodable {
            struct Command: Decodable { var arguments: [Argument]? }

            struct Argument: Decodable {
                var kind: String
                var names: [Name]?
                var isRepeating: Bool
                var valueName: String?
                var defaultValue: String?
            }

            struct Name: Decodable {
                var kind: String
                var name: String
            }

            var command: Command
        }
    }
#endif
