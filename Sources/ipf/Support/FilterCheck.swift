import InstrumentCatalog

/// What a question names that its catalog doesn't have, said on standard error: nothing of a question is ignored in silence.
extension Catalog {
    /// Says which fields and values of a question no instrument has. The question can still be answered.
    ///
    /// - Throws: a `Failure` for a field that isn't known.
    func check(_ filter: CatalogFilter, _ fields: FieldSelection = .all) throws {
        let misses = misses(ofFields: fields.names ?? []) + misses(of: filter)
        let unknown = misses.filter(\.isUnknownField)
        for miss in unknown.isEmpty ? misses : unknown.dropLast() {
            StandardError.write("ipf: \(sentence(of: miss))\n")
        }
        if let last = unknown.last { throw Failure(.usage, "\(sentence(of: last))") }
    }
}
