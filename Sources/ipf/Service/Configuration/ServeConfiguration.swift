#if Service
    import ArgumentParser
    import Configuration
    import Essentials
    import Scanning
    import Synchronization

    /// The options of `ipf serve`, read from a file, the environment and the command line. The environment overrides
    /// the file, and the command line overrides both.
    ///
    /// Values from the file and the environment are inserted before the command line's arguments, unless these
    /// arguments set the same option. So the parser checks all values and applies defaults.
    struct ServeConfiguration {
        /// The value of an option, and its origin.
        struct Setting {
            let option: ConfigurableOption
            /// The value, or all values of an option that can be given more than once. `true` or `false` for a flag.
            /// `nil` if the option is not set.
            let values: [String]?
            /// The origin of the value: `ipf.yaml:3`, `IPF_SERVE_PORT`, `command line` or `default`.
            let origin: String
        }

        let settings: [Setting]
        /// The arguments of the command line.
        private let given: [String]

        private static let fileVariable = "IPF_SERVE_CONFIG"

        /// Reads the options.
        ///
        /// - Parameters:
        ///   - arguments: The arguments after `ipf serve`.
        ///   - environment: The environment variables by name.
        /// - Throws: `Failure` for an unknown option or an invalid value, with the file and line, or the variable.
        init(_ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment) throws {
            given = arguments
            let options = ConfigurableOption.all(of: ServeCommand.self)
            let commandLine = CommandLineOptions(arguments, options)
            if commandLine.asksForHelp {
                settings = []
                return
            }
            let variables = environment.filter {
                $0.key.hasPrefix(ConfigurableOption.variablePrefix) && !$0.value.isEmpty
            }
            try Self.check(variables.keys.sorted(), options)
            let path = commandLine.config ?? variables[Self.fileVariable]
            let file = try path.map { try ConfiguredFile($0, options) }
            let origins = Origins()
            let reader = ConfigReader(
                providers: [
                    InMemoryProvider(name: "command line", values: Self.values(of: commandLine, options)),
                    EnvironmentVariablesProvider(environmentVariables: variables),
                    InMemoryProvider(name: path, values: file?.values ?? [:]),
                ], accessReporter: origins)
            settings = try options.map { try Self.read($0, by: reader, origins, from: file) }
            for value in settings.flatMap({ $0.values ?? [] }) { AddressSecrets.add(value) }
        }

        /// The arguments of the command line, preceded by the values of the file and the environment.
        var completed: [String] {
            var all: [String] = []
            for setting in configured {
                for value in setting.values ?? [] {
                    switch setting.option.kind {
                    case .option: all.append("--\(setting.option.name)=\(value)")
                    case .flag: if value == "true" { all.append("--\(setting.option.name)") }
                    case .argument: all.append(value)
                    }
                }
            }
            return all + given
        }

        /// The settings of the file and the environment.
        private var configured: [Setting] { settings.filter { !["command line", "default"].contains($0.origin) } }

        /// Adds the line or the variable that sets an option to the message of a parser error about the option.
        func placed(_ error: any Error) -> any Error {
            guard RootCommand.exitCode(for: error) == .validationFailure else { return error }
            let message = RootCommand.message(for: error)
            // The first option in the message is the invalid one; the others are suggestions.
            let named = message.split { !($0.isLetter || $0.isNumber || $0 == "-") }.first { $0.hasPrefix("--") }
            guard let named, let setting = configured.first(where: { "--\($0.option.name)" == named }) else {
                return error
            }
            return Failure(.usage, "\(setting.origin): \(lines: message)")
        }

        // MARK: Reading

        static func key(_ option: ConfigurableOption) -> ConfigKey { ConfigKey(["ipf", "serve", option.name]) }

        private static func values(
            of commandLine: CommandLineOptions, _ options: [ConfigurableOption]
        ) -> [AbsoluteConfigKey: ConfigValue] {
            var values: [AbsoluteConfigKey: ConfigValue] = [:]
            for option in options {
                guard let given = commandLine.values[option.name] else { continue }
                let content: ConfigContent =
                    switch option.kind {
                    case .flag: .bool(true)
                    case _ where option.isRepeating: .stringArray(given)
                    case .option, .argument: .string(given.last ?? "")
                    }
                values[AbsoluteConfigKey(key(option))] = ConfigValue(content, isSecret: false)
            }
            return values
        }

        private static func check(_ variables: [String], _ options: [ConfigurableOption]) throws {
            let known = options.map(\.variable) + [fileVariable]
            guard let unknown = variables.first(where: { !known.contains($0) }) else { return }
            let prefix = ConfigurableOption.variablePrefix
            let near = NearestNames.find(
                String(unknown.dropFirst(prefix.count)), among: known.map { String($0.dropFirst(prefix.count)) })
            let question = NearestNames.question(near.map { prefix + $0 })
            throw Failure(.usage, "the variable \(unknown) is not an option of ipf serve\(question)")
        }

        private static func read(
            _ option: ConfigurableOption, by reader: ConfigReader, _ origins: Origins, from file: ConfiguredFile?
        ) throws -> Setting {
            let key = Self.key(option)
            // Mark values as secret, because an address may contain a password and the configuration package can log
            // access to values.
            let values: [String]? =
                switch option.kind {
                case .flag: reader.bool(forKey: key).map { ["\($0)"] }
                case _ where option.isRepeating: reader.stringArray(forKey: key, isSecret: true)
                case .option, .argument: reader.string(forKey: key, isSecret: true).map { [$0] }
                }
            let results = origins.last
            if case .failure = results.last?.result {
                throw Failure(.usage, "expected true or false in the variable \(option.variable)")
            }
            guard let values else {
                return Setting(option: option, values: option.defaultValue.map { [$0] }, origin: "default")
            }
            let places = ["command line", option.variable, file?.place(of: option.name) ?? ""]
            return Setting(option: option, values: values, origin: places[results.count - 1])
        }

        /// Records the providers that were queried for a value. The provider queried last had the value.
        private final class Origins: AccessReporter {
            private let results = Mutex<[AccessEvent.ProviderResult]>([])

            var last: [AccessEvent.ProviderResult] { results.withLock { $0 } }

            func report(_ event: AccessEvent) { results.withLock { $0 = event.providerResults } }
        }
    }
#endif
