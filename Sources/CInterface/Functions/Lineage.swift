public import CIPF
internal import CatalogHistory
internal import Ingest
internal import MarketRules

/// A field of an instrument in a table of lineages.
private struct LineageRow {
    var symbol = ""
    let field: String
    /// The members of the field, and those of its override with the prefix `override.`.
    var texts: [String: String] = [:]
    /// The times among the members, in microseconds since 1970 UTC.
    var times: [String: Int64] = [:]

    /// Returns the rows of a service's answer; `nil` if the text is not such an answer.
    static func rows(_ answer: Span<UInt8>) -> [LineageRow]? {
        var (symbol, hasFields) = (String?.none, false)
        var rows: [LineageRow] = []
        JSONObject(answer)?.forEachMember { name, value in
            if name == "symbol" { symbol = JSONObject.text(value) }
            guard name == "lineage" else { return }
            JSONObject(value)?.forEachMember { name, value in
                guard name == "fields", let fields = JSONObject(value) else { return }
                hasFields = true
                fields.forEachMember { name, value in
                    var row = LineageRow(field: name)
                    row.add(value, prefix: "")
                    rows.append(row)
                }
            }
        }
        guard let symbol, hasFields, rows.allSatisfy({ $0.times["since"] != nil }) else { return nil }
        for index in rows.indices { rows[index].symbol = symbol }
        return rows
    }

    private mutating func add(_ object: Span<UInt8>, prefix: String) {
        JSONObject(object)?.forEachMember { name, value in
            let text = JSONObject.text(value)
            texts[prefix + name] = text
            times[prefix + name] = PointInTime(text)?.instant?.microseconds
            if name == "override" { add(value, prefix: "override.") }
        }
    }
}

/// SAFETY: see `CText`; `out` is NULL or can be written.
@c @implementation
public func ipf_lineage(
    _ answers: UnsafePointer<ipf_text>?, _ count: Int, _ out: UnsafeMutablePointer<ArrowArrayStream>?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        var rows: [LineageRow] = []
        try unsafe Numbers.span(answers, count, "answers") { answers in
            for index in answers.indices {
                let answer = unsafe answers[index]
                guard let found = unsafe CText.withBytes(answer.data, Int(answer.size), { LineageRow.rows($0) }) else {
                    throw CFailure.missing("answer \(index)")
                }
                guard let found else {
                    throw CFailure(
                        IPF_SOURCE,
                        "answer \(index) has no lineage, expected the answer of a service to "
                            + "GET /v1/instruments/SYMBOL?lineage=true")
                }
                rows += found
            }
        }
        func texts(_ member: String) -> ArrowValues { .texts(rows.map { $0.texts[member] }) }
        func times(_ member: String) -> ArrowValues { .numbers(rows.map { $0.times[member] }) }
        return ArrowTable(
            [
                ArrowField("symbol", "u"), ArrowField("field", "u"), ArrowField("value", "u"),
                ArrowField("source", "u"), ArrowField("since", "tsu:UTC"), ArrowField("rule", "u"),
                ArrowField("override_id", "l"), ArrowField("author", "u"), ArrowField("reason", "u"),
                ArrowField("until", "tsu:UTC"), ArrowField("valid_from", "tsu:UTC"),
            ],
            ArrowBatch(
                count: rows.count,
                columns: [
                    .texts(rows.map(\.symbol)), .texts(rows.map(\.field)), texts("value"), texts("source"),
                    times("since"), texts("rule"),
                    .numbers(rows.map { $0.texts["override.id"].flatMap { Int64($0) } }), texts("override.by"),
                    texts("override.reason"), times("override.until"), times("override.validFrom"),
                ]))
    }
}
