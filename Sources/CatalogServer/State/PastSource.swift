package import CatalogHistory
package import InstrumentCatalog

/// Where a service takes the past from. Both are called beside the threads that answer requests, and may take their time.
package protocol PastSource: Sendable {
    /// What was true at a moment, as somebody named it; the present itself where that is it.
    ///
    /// - Throws: `PastError`, `CatalogError`.
    func catalog(asOf moment: String, now: Catalog) throws -> Catalog

    /// The instruments that a symbol stands and stood for, the last one first.
    ///
    /// - Throws: `PastError`, `CatalogError`.
    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain]
}

/// Why the past can't be told.
package enum PastError: Error {
    /// The text is no moment; what was expected.
    case notAMoment(String)
    /// The moment isn't known; why.
    case unknownMoment(String)
    /// What knows it doesn't answer; why.
    case away(String)
}

/// The history that the served catalog file keeps.
struct FilePast: PastSource {
    func catalog(asOf moment: String, now: Catalog) throws -> Catalog {
        guard let asked = PointInTime(moment) else { throw PastError.notAMoment(PointInTime.forms) }
        return try now.asOf(asked)
    }

    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain] { try now.lives(of: symbol) }
}
