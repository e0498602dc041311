#if Master
    import ArgumentParser
    import InstrumentCatalog
    import MasterStore

    /// The common parts of commands that read a store.
    enum MasterReading {
        /// Connects to the store and runs `body`.
        ///
        /// - Throws: `MasterStoreError`, or the error of `body`.
        static func run<Result>(_ options: MasterOptions, _ body: (MasterConnection) throws -> Result) throws -> Result
        {
            let connection = try MasterConnection(try options.address)
            try MasterSchema.check(connection)
            return try body(connection)
        }
    }

    /// An argument that names a moment in a store's history.
    struct MomentArgument: ExpressibleByArgument {
        let moment: BatchSelector

        init(_ moment: BatchSelector) { self.moment = moment }

        init?(argument: String) {
            guard let moment = try? BatchSelector(parsing: argument) else { return nil }
            self.moment = moment
        }

        var defaultValueDescription: String { "now" }

        /// The help text about moments.
        static let help = """
            A moment is \(BatchSelector.forms). A batch means what it published. A time means what was true then, by \
            what is known now: loads and overrides may say since when they are true (--valid-from). With --known-at K, \
            only the batches up to the moment K count.
            """
    }
#endif
