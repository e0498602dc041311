import CatalogHistory
import InstrumentCatalog

/// What a question names that its catalog doesn't have, said on standard error: nothing of a question is ignored in silence.
extension SegmentedCatalog {
    /// Says which fields and values of a question no instrument has. The question can still be answered.
    ///
    /// - Throws: a `Failure` for a field that isn't known.
    func check(_ filter: CatalogFilter, _ fields: FieldSelection = .all) throws {
        let misses = misses(of: filter, fields: fields.names ?? [])
        let unknown = misses.filter(\.isUnknownField)
        for miss in unknown.isEmpty ? misses : unknown.dropLast() {
            StandardError.write("ipf: \(live.sentence(of: miss))\n")
        }
        if let last = unknown.last { throw Failure(.usage, "\(live.sentence(of: last))") }
    }
}
