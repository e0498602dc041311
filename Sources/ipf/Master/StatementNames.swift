#if Master
    import MasterStore
    import Scanning

    /// Checks the names in a policy or in quality rules.
    enum StatementNames {
        /// Reports unknown names that resemble standard names. Other unknown names are not reported, because fields and
        /// types may be custom.
        static func note(fields: [String], types: [String]) {
            for (kind, names, known) in [
                ("field", fields, ProfileField.allNames),
                ("type", types, InstrumentType.standardOrder.map(\.rawValue)),
            ] {
                for name in names where !known.contains(name) {
                    let near = NearestNames.find(name, among: known)
                    if near.isEmpty { continue }
                    StandardError.write("ipf: \(kind) \(name) is not standard\(NearestNames.question(near))\n")
                }
            }
        }

        /// Reports sources that the store does not have yet.
        ///
        /// - Throws: `MasterStoreError`.
        static func note(sources: [String], _ connection: MasterConnection) throws {
            let known = try connection.sourceNames()
            for name in sources where !known.contains(name) {
                let question = NearestNames.question(NearestNames.find(name, among: known))
                StandardError.write("ipf: no source named \(name) has been loaded yet\(question)\n")
            }
        }
    }
#endif
