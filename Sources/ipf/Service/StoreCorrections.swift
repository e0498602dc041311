#if Service && Master
    import CatalogServer
    import Essentials
    import Logging
    import MasterStore
    import Scanning

    /// Enters corrections by persons with tokens into a followed master.
    struct StoreCorrections: CorrectionDesk {
        /// The address of the primary server, with a role that may override fields.
        let address: MasterAddress
        /// The path of the file with persons and their tokens. The file is read for each request, so that changes apply
        /// at once.
        let path: String
        let logger: Logger

        /// - Throws: `Failure` if the file can't be read or is malformed.
        init(_ address: MasterAddress, persons path: String, logger: Logger) throws {
            (self.address, self.path, self.logger) = (address, path, logger)
            _ = try Self.persons(in: path)
        }

        func correctors() throws -> [Corrector] {
            do { return try Self.persons(in: path) } catch {
                // Only the log names the file, because the client may be anyone.
                logger.error("can't read the persons of --correctors", metadata: ["reason": "\(error)"])
                throw CorrectionFault.unavailable("the persons can't be read now; see the service's log")
            }
        }

        func write(of symbol: String?, includesEnded: Bool, to json: inout JSONWriter) throws {
            let found = try named { try $0.overrideStandings(of: symbol, includesEnded: includesEnded) }
            json.object { json in
                json.array("overrides") { json in
                    for standing in found { json.object { MasterOverridesCommand.write(standing, to: &$0) } }
                }
            }
        }

        func make(
            _ correction: Correction, because reason: String?, by person: String, to json: inout JSONWriter
        ) throws {
            var unchanged = 0
            let (done, state): (OverrideOutcome, StaticString) = try named { connection in
                connection.author = BatchAuthor(person: person, reason: reason)
                switch correction {
                case .override(let fields, let proposes):
                    var named: Set<String> = []
                    let checked = try fields.map { field in
                        guard named.insert("\(field.symbol)\n\(field.field)").inserted else {
                            throw CorrectionFault.invalid("\(field.field) of \(field.symbol) is named twice")
                        }
                        func time(_ name: StaticString, _ text: String?, _ read: (String) -> Int?) throws -> Int? {
                            guard let text else { return nil }
                            guard let time = read(text) else {
                                throw CorrectionFault.invalid(
                                    "'\(name)' is \"\(text)\", expected \(OverrideFile.endForms)")
                            }
                            return time
                        }
                        return try connection.checked(
                            OverrideRequest(
                                symbol: field.symbol, field: field.field, value: field.value, reason: reason ?? "",
                                until: try time("until", field.until, OverrideFile.end),
                                validFrom: try time("validFrom", field.validFrom, OverrideFile.start)))
                    }
                    let done = try connection.override(checked, proposes: proposes)
                    unchanged = checked.count - done.ids.count
                    return (done, try OverrideReport.state(of: done, proposes: proposes, connection))
                case .approve(let ids):
                    let done = try connection.approveOverrides(ids)
                    return (done, try OverrideReport.state(of: done, proposes: false, connection))
                case .withdraw(let ids): return (try connection.withdrawOverrides(ids), "ended")
                }
            }
            json.object { OverrideReport.members(done, state, unchanged: unchanged, to: &$0) }
        }

        /// Connects to the store and runs `work`.
        ///
        /// - Throws: `CorrectionFault`.
        private func named<Value>(_ work: (MasterConnection) throws -> Value) throws -> Value {
            do {
                let connection = try MasterConnection(address)
                try MasterSchema.check(connection)
                // Limit the wait for locks, so that a client does not wait for a first load or a new policy to finish.
                try connection.executeScript("SET lock_timeout = '5s'")
                return try work(connection)
            } catch let error as MasterStoreError {
                switch error.kind {
                case .invalidValue: throw CorrectionFault.invalid(error.reason)
                case .permissionDenied: throw CorrectionFault.notAllowed(error.reason)
                default: throw CorrectionFault.unavailable("the master can't be written now: \(error.reason)")
                }
            }
        }

        /// Reads persons from a file of lines `NAME TOKEN`.
        private static func persons(in path: String) throws -> [Corrector] {
            var persons: [Corrector] = []
            let lines = try SmallFile.text(path).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            for (index, line) in lines.enumerated() {
                let parts = line.split(whereSeparator: \.isWhitespace)
                if parts.isEmpty || parts[0].hasPrefix("#") { continue }
                guard parts.count == 2 else {
                    throw Failure(.badInput, "\(path), line \(index + 1): expected NAME TOKEN")
                }
                if persons.contains(where: { $0.token == parts[1] }) {
                    throw Failure(.badInput, "\(path), line \(index + 1): the token is already that of another person")
                }
                persons.append(Corrector(name: String(parts[0]), token: String(parts[1])))
            }
            if persons.isEmpty { throw Failure(.badInput, "\(path): has no person; write one a line, as NAME TOKEN") }
            return persons
        }
    }
#endif
