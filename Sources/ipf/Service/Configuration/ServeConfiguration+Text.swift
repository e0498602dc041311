#if Service
    import Ingest
    #if Master
        import MasterStore
    #endif
    import SystemFiles

    extension ServeConfiguration {
        /// A table of all options, with their values and the origins of these values.
        var text: TerminalText {
            var table = TextTable(header: ["OPTION", "VALUE", "FROM"])
            for setting in settings {
                // The default values of these two options come from environment variables, which other commands also
                // read.
                let variable = ["defaults": "IPF_DEFAULTS", "overlay": "IPF_OVERLAY"][setting.option.name]
                if setting.origin == "default", let variable, let value = Environment[variable], !value.isEmpty {
                    table.add(setting.option.name, Self.shown(value, setting.option), variable)
                    continue
                }
                let values = (setting.values ?? []).map { Self.shown($0, setting.option) }
                table.add(setting.option.name, values.isEmpty ? "–" : values.joined(separator: ", "), setting.origin)
            }
            return table.text(width: nil)
        }

        /// Returns the value of an option, without secrets in addresses.
        private static func shown(_ value: String, _ option: ConfigurableOption) -> String {
            #if Master
                if ["master", "corrections"].contains(option.name) {
                    return (try? MasterAddress(parsing: value))?.description ?? "…"
                }
            #endif
            // Origins and hosts contain no secrets, so they are shown as given.
            if !value.contains("://") || ["allow-origin", "allow-host"].contains(option.name) { return value }
            return (try? SourceAddress(parsing: value))?.description ?? "…"
        }
    }
#endif
