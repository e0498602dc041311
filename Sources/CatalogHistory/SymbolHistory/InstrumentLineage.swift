/// The origin of each field of a master's instrument.
package struct InstrumentLineage: Hashable, Sendable {
    /// A field of the golden record, or one that an override removes.
    package struct Field: Hashable, Sendable {
        package var name: String
        /// The source of the text; `nil` if an override decides the field.
        package var source: String?
        /// The start of the field's present text in the stored history, in microseconds since 1970 UTC.
        package var since: Int
        /// The rule that chose the source, in the notation of the policy.
        package var rule: String
        /// The override that decides the field; `nil` if a source decides it.
        package var override: Override?

        package init(name: String, source: String?, since: Int, rule: String, override: Override?) {
            self.name = name
            self.source = source
            self.since = since
            self.rule = rule
            self.override = override
        }
    }

    /// A correction by a person.
    package struct Override: Hashable, Sendable {
        package var id: Int
        package var author: String
        package var reason: String
        /// The end, in microseconds since 1970 UTC; `nil` for an unlimited override.
        package var until: Int?
        /// The time since which the override is true, in microseconds since 1970 UTC; `nil` for that of its batch.
        package var validFrom: Int?

        package init(id: Int, author: String, reason: String, until: Int?, validFrom: Int? = nil) {
            self.id = id
            self.author = author
            self.reason = reason
            self.until = until
            self.validFrom = validFrom
        }
    }

    /// The last batch of the master.
    package var batch: BatchID
    /// The fields in the order of a profile; empty if no source has the instrument now.
    package var fields: [Field]

    package init(batch: BatchID, fields: [Field]) {
        self.batch = batch
        self.fields = fields
    }
}
