#if Master
    import MasterStore

    /// Checks of an instrument master: connection, schema, rights of the role, and age of the batches.
    enum MasterChecks {
        /// The age in seconds from which a source is reported as old. A source with daily updates stays below this age
        /// even on long weekends.
        private static let oldAge = 5 * 86_400
        /// The lag from which a replica is reported, because its readers then see an old state without knowing it.
        private static let longLag = Duration.seconds(60)

        static func run(_ address: MasterAddress) -> [Diagnosis] {
            do throws(MasterStoreError) {
                let connection = try MasterConnection(address)
                let reached = Diagnosis.ok("master", "\(connection.store) answers")
                do throws(MasterStoreError) {
                    try MasterSchema.check(connection)
                    let schema = Diagnosis.ok("schema", "version \(MasterSchema.version), which this program needs")
                    return [reached, schema] + findings(try connection.state())
                } catch {
                    return [reached, .problem("schema", "\(error)")]
                }
            } catch {
                return [.problem("master", "\(error)")]
            }
        }

        static func findings(_ state: StoreState) -> [Diagnosis] {
            var findings = [rights(state), head(state)]
            findings += state.sources.map { source($0) }
            guard let lag = state.lag else { return findings }
            let seconds = lag.components.seconds
            if lag <= longLag {
                return findings + [.ok("replica", "it is \(seconds) s behind its primary")]
            }
            let remedy = "check pg_stat_wal_receiver and pg_wal_replay_pause"
            return findings + [.warning("replica", "it is \(seconds) s behind its primary; \(remedy)")]
        }

        private static func rights(_ state: StoreState) -> Diagnosis {
            let override = state.mayOverride ? ", and override fields" : ""
            return switch state.rights {
            case .owns: .ok("rights", "the role owns the store and may do everything")
            case .loads(nil): .ok("rights", "the role may load every source and set policies\(override)")
            case .loads(let sources?) where sources.isEmpty:
                .problem(
                    "rights",
                    "the role may not load any source; ask the owner to run `ipf master grant ROLE --source NAME`")
            case .loads(let sources?):
                .ok("rights", "the role may load \(sources.joined(separator: ", "))\(override)")
            case .reads: .ok("rights", "the role may read\(override), but not load")
            }
        }

        private static func head(_ state: StoreState) -> Diagnosis {
            if state.seq == 0 { return .warning("head", "the store has no batch yet; load a source: ipf master load") }
            return .ok("head", "batch \(state.seq), \(age(state.age))")
        }

        private static func source(_ source: StoreState.Source) -> Diagnosis {
            guard source.seq > 0, let seconds = source.age else {
                return .warning("source \(source.name)", "it was never loaded; load it: ipf master load")
            }
            let found = "batch \(source.seq), \(age(seconds))"
            if seconds <= oldAge { return .ok("source \(source.name)", found) }
            return .warning("source \(source.name)", "\(found); load it nightly by a timer, or follow it")
        }

        private static func age(_ seconds: Int) -> String {
            let days = seconds / 86_400
            return days <= 0 ? "less than a day ago" : days == 1 ? "1 day ago" : "\(days) days ago"
        }
    }
#endif
