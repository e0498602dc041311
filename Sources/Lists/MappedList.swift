package import Ingest
package import Scanning

/// A mapping that is applied to the rows of a list while they are read (`IngestOptions.list`).
package struct MappedList: ListMapper {
    let map: ListMap
    package let encoding: ListEncoding
    let derives: Bool
    let reportsDuplicates: Bool
    let today: CalendarDate

    /// Creates a mapper.
    ///
    /// - Parameters:
    ///   - derives: Whether missing values are derived: symbols in other notations become symbols of this format, and
    ///     places, currencies, types, trading hours, price increments and check digits are added. The custom field
    ///     DERIVED then lists the fields whose values were derived.
    ///   - reportsDuplicates: Whether rows that seem to be the same instrument cause a warning.
    ///   - today: The day relative to which incomplete dates in symbols are resolved.
    package init(
        _ map: ListMap, encoding: ListEncoding = .automatic, derives: Bool = true, reportsDuplicates: Bool = true,
        today: CalendarDate
    ) {
        self.map = map
        self.encoding = encoding
        self.derives = derives
        self.reportsDuplicates = reportsDuplicates
        self.today = today
    }

    package var hasNumbersOnly: Bool { map.hasNumbersOnly }
    package var elements: ListElements { map.elements }

    package var fingerprint: String {
        let text = "\(map) \(encoding.rawValue) \(derives)"
        return String(ByteHash.hash(text.utf8Span.span), radix: 16)
    }

    package func begin() -> any ListMapping { RowMapping(self) }
}
