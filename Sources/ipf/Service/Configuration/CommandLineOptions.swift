#if Service
    /// The options on a command line, before it is parsed.
    struct CommandLineOptions {
        /// The values of the given options by name; an empty array for a flag and for an option without a value.
        private(set) var values: [String: [String]] = [:]
        /// The file of `--config`; `nil` for none.
        private(set) var config: String?
        /// Whether the help is requested, which overrides all other arguments.
        private(set) var asksForHelp = false

        /// - Parameters:
        ///   - arguments: The arguments after the name of the command.
        ///   - options: The options of the command.
        init(_ arguments: [String], _ options: [ConfigurableOption]) {
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                guard argument.hasPrefix("-"), argument != "-" else {
                    add(argument, options)
                    continue
                }
                if argument == "--" {
                    for argument in rest { add(argument, options) }
                    return
                }
                if ["-h", "--help", "--version"].contains(argument) { asksForHelp = true }
                let parts = argument.drop { $0 == "-" }.split(separator: "=", maxSplits: 1).map(String.init)
                guard let name = parts.first else { continue }
                let isOption = name == "config" || options.contains { $0.name == name && $0.kind == .option }
                var value = parts.count > 1 ? parts[1] : nil
                if isOption, value == nil { value = rest.popFirst() }
                if name == "config" { config = value } else { values[name, default: []] += value.map { [$0] } ?? [] }
            }
        }

        private mutating func add(_ argument: String, _ options: [ConfigurableOption]) {
            guard let name = options.first(where: { $0.kind == .argument })?.name else { return }
            values[name, default: []].append(argument)
        }
    }
#endif
