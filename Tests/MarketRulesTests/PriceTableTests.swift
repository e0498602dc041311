import Foundation
import MarketRules
import TestSupport
import Testing

/// Every row of the recorded behavior in `conformance/price/price.tsv`.
@Suite struct PriceTableTests {
    @Test(.enabled(if: Conformance.folder != nil, "no conformance tables; set IPF_CONFORMANCE"))
    func everyRowHasTheRecordedAnswer() throws {
        let file = try #require(Conformance.folder).appending(path: "price/price.tsv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 1367)
        for row in rows {
            let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let wanted = columns.last == "!" ? nil : columns.last?.split(separator: " ").compactMap { Double($0) }
            #expect(answer(Array(columns.dropLast())) == wanted, "\(row)")
        }
    }

    private func answer(_ columns: [String]) -> [Double]? {
        guard let rules = try? PriceIncrements(columns[0]) else { return nil }
        if columns[1] == "parse" { return rules.numbers }
        guard let price = Double(columns[2]) else { return nil }
        let direction = columns.count > 3 ? Int(columns[3]).flatMap(PriceDirection.init) : nil
        switch columns[1] {
        case "increment": return direction.map { [rules.increment(at: price, moving: $0)] }
        case "precision": return [Double(rules.precision(at: price))]
        case "round": return direction.map { [rules.round(price, $0)] }
        case "roundmode": return PriceRoundingMode(rawValue: columns[3]).map { [rules.round(price, mode: $0)] }
        default:
            guard let direction, let minimum = Double(columns[4]) else { return nil }
            return (try? rules.step(price, direction, minimum: minimum)).map { [$0] }
        }
    }
}
