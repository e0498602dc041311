#if Master
    import ArgumentParser
    import InstrumentCatalog
    import MasterStore

    /// What the commands have in common that read a store.
    enum MasterReading {
        /// Connects, and does something with the store.
        ///
        /// - Throws: `MasterStoreError`; what `body` throws.
        static func run<Result>(_ options: MasterOptions, _ body: (MasterConnection) throws -> Result) throws -> Result
        {
            let connection = try MasterConnection(try options.address)
            try MasterSchema.check(connection)
            return try body(connection)
        }

        /// `batch 5123 (2026-11-22T06:00:00.250Z)`
        static func words(_ point: StorePoint) -> String { "batch \(point.seq) (\(Instant(microseconds: point.time)))" }

        /// The members of an object that say which batch is meant.
        static func members(_ point: StorePoint) -> [(key: String, value: JSON)] {
            [
                (key: "epoch", value: .integer(point.epoch)), (key: "seq", value: .integer(point.seq)),
                (key: "time", value: .string(Instant(microseconds: point.time).description)),
            ]
        }
    }

    /// A moment of a store's past.
    struct MomentArgument: ExpressibleByArgument {
        let moment: StoreMoment

        init(_ moment: StoreMoment) { self.moment = moment }

        init?(argument: String) {
            guard let moment = try? StoreMoment(parsing: argument) else { return nil }
            self.moment = moment
        }

        var defaultValueDescription: String { "now" }

        /// What the help says about moments.
        static let help = "A moment is \(StoreMoment.forms)."
    }
#endif
