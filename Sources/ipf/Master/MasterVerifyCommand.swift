#if Master
    import ArgumentParser
    import MasterStore

    /// `ipf master verify`: compares the store with the records of its sources.
    struct MasterVerifyCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Find changes that no batch made, and repair them",
            discussion: """
                Reports golden records that do not follow from the sources and the policy, and records of a source \
                that differ from what its batches wrote. A superuser or a damaged disk can cause such changes. The \
                exit code is 1 if there are any.

                --repair writes the golden records again as one batch, which ipf master log shows. It requires the \
                owner or a role that may load every source. Records of a source can be restored only from the source: \
                --repair discards their digests, and the next complete load compares and restores all of them. Until \
                then, the exit code is 1.

                \(MasterOptions.help)

                Examples:
                  ipf master verify
                  ipf master verify --repair
                """)

        @Flag(help: "Repair the differences, as one batch.")
        var repair = false

        @Flag(help: "Print the findings as a JSON object.")
        var json = false

        @OptionGroup var author: AuthorOptions
        @OptionGroup var master: MasterOptions

        func run() throws {
            let (store, found) = try MasterReading.run(master) { connection in
                connection.author = author.author
                return (connection.store, try connection.verify(repairs: repair))
            }
            if json {
                try Answer.writeJSON { Self.write(store, found, to: &$0) }
            } else {
                try Answer.write(Self.text(store, found))
            }
            let isRight = found.batch == nil ? found.isRight : !found.sources.contains(where: \.needsLoad)
            if !isRight { throw ExitCode.negativeAnswer }
        }

        private static func text(_ store: String, _ found: StoreVerification) -> TerminalText {
            var lines: [TerminalText] = []
            for source in found.sources where !source.faults.isEmpty {
                let faults = source.faults.map { words($0) }.joined(separator: "; ")
                lines.append("source \(source.name): \(faults)\n")
            }
            if found.golden > 0 {
                let more = found.golden > found.symbols.count ? ", …" : ""
                lines.append(
                    "golden records: \(Numbers.grouped(found.golden)) differ from the values of their sources: \(found.symbols.joined(separator: ", "))\(more)\n"
                )
            }
            if found.listings > 0 {
                lines.append("listings: \(Numbers.grouped(found.listings)) do not match their records\n")
            }
            if found.times > 0 {
                lines.append(
                    "valid times: \(Numbers.grouped(found.times)) batches are valid before an earlier change; restore a backup\n"
                )
            }
            if let batch = found.batch {
                lines.append("\(store): repaired by batch \(batch.seq)\n")
                for source in found.sources where source.needsLoad {
                    lines.append("source \(source.name): load a complete snapshot to restore its records\n")
                }
            } else if lines.isEmpty {
                let records = found.sources.reduce(0) { $0 + $1.records }
                lines.append(
                    "\(store): no differences in \(Numbers.grouped(records)) records of \(Numbers.grouped(found.sources.count)) sources\n"
                )
            } else {
                lines.append("\(store): has differences; `ipf master verify --repair` repairs them\n")
            }
            return lines.joined()
        }

        private static func words(_ fault: StoreVerification.Fault) -> String {
            switch fault {
            case .records: "its records differ from those that its batches wrote"
            case .unloaded: "its records were repaired, but not loaded since; load a complete snapshot"
            case .digests: "its digests do not match its symbols"
            case .count: "its number of instruments is wrong"
            }
        }

        private static func write(_ store: String, _ found: StoreVerification, to json: inout JSONWriter) {
            json.object { json in
                json.member("store", store)
                json.member("right", found.isRight)
                json.member("sources", objects: found.sources) { json, source in
                    json.member("source", source.name)
                    json.member("records", source.records)
                    json.member("faults", strings: source.faults.map(\.rawValue))
                    json.member("needsLoad", source.needsLoad)
                }
                json.member("golden", found.golden)
                json.member("listings", found.listings)
                json.member("times", found.times)
                json.member("symbols", strings: found.symbols)
                json.member("batch", found.batch?.seq)
            }
        }
    }
#endif
