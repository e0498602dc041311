#if Service
    import Configuration
    import Scanning

    /// The options of a configuration file, checked for known names and valid types.
    struct ConfiguredFile {
        private let path: String
        private(set) var values: [AbsoluteConfigKey: ConfigValue] = [:]
        private var lines: [String: Int] = [:]

        /// Reads and checks the file.
        ///
        /// - Throws: the error of reading the file; a `Failure` with the line of an unknown option or an invalid value.
        init(_ path: String, _ options: [ConfigurableOption]) throws {
            self.path = path
            let text = try SmallFile.text(path)
            let file: ConfigurationFile
            do throws(ConfigurationFile.Fault) {
                file = try ConfigurationFile(parsing: text)
            } catch {
                throw Failure(.usage, "\(path): line \(error.line): \(error.reason)")
            }
            for entry in file.entries {
                guard let option = options.first(where: { $0.name == entry.key }) else {
                    let near = NearestNames.find(entry.key, among: options.map(\.name))
                    throw Failure(
                        .usage,
                        "\(path): line \(entry.line): unknown option \(entry.key)\(NearestNames.question(near))")
                }
                guard let content = try content(of: entry, option) else { continue }
                values[AbsoluteConfigKey(ServeConfiguration.key(option))] = ConfigValue(content, isSecret: false)
                lines[option.name] = entry.line
            }
        }

        /// Returns the position of an option, such as `ipf.yaml:3`.
        func place(of name: String) -> String { "\(path):\(lines[name] ?? 0)" }

        private func content(of entry: ConfigurationFile.Entry, _ option: ConfigurableOption) throws -> ConfigContent? {
            switch (entry.value, option.kind) {
            case (.none, _): return nil
            case (.one("true"), .flag): return .bool(true)
            case (.one("false"), .flag): return .bool(false)
            case (_, .flag):
                throw Failure(.usage, "\(path): line \(entry.line): expected true or false for \(option.name)")
            case (.one(let value), _): return option.isRepeating ? .stringArray([value]) : .string(value)
            case (.several(let values), _):
                guard option.isRepeating else {
                    throw Failure(
                        .usage, "\(path): line \(entry.line): \(option.name) accepts one value, found a list")
                }
                return .stringArray(values)
            }
        }
    }
#endif
