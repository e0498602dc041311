extension MasterConnection {
    /// Lets a role load sources.
    ///
    /// - Parameter sources: these, beside those that it may load already; an empty array: all sources.
    /// - Throws: `MasterStoreError`.
    package func grant(to role: String, sources: [String]) throws {
        try MasterSchema.check(self)
        try MasterSchema.checkRoles([role], self)
        for source in sources { try SourceStanding.checkName(source, self) }
        // Names have no commas.
        try execute(
            "SELECT ipf.let_load($1::text::name, string_to_array($2, ','))",
            [.text(role), sources.isEmpty ? .text(nil) : .text(sources.joined(separator: ","))])
    }
}
