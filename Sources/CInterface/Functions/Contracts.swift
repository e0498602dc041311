package import CIPF
internal import CatalogAnswers
internal import InstrumentCatalog
internal import MarketRules
internal import Scanning

/// SAFETY: see `CText`; `out` is NULL or can be written.
@c @implementation
package func ipf_contracts(
    _ root: UnsafePointer<CChar>?, _ rootSize: Int, _ year: Int32, _ day: Int32,
    _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let root = try unsafe CText.string(root, rootSize, "root")
        let product: ContractProduct
        do throws(ContractAnswer.UnknownProduct) {
            product = try ContractAnswer.product(root, kind: nil)
        } catch {
            throw CFailure(IPF_NOT_FOUND, "\(GrammarError.excerpt(error.root)): \(error.reason)")
        }
        guard year == 0 || 3...9997 ~= year else {
            throw CFailure(IPF_INVALID_ARGUMENT, "year \(year): expected 0 or 3 to 9997")
        }
        guard Trading.RangeError.answeredDays.contains(Int(day)) else {
            throw Trading.RangeError(dayNumber: Int(day))
        }
        let contracts = try ContractAnswer(
            product, year: year == 0 ? nil : Int(year), on: CalendarDate(dayNumber: Int(day)), rollDays: nil,
            defaults: .bundled
        ).contracts
        return ArrowTable(
            [
                ArrowField("name", "u"), ArrowField("year", "l"), ArrowField("month", "l"),
                ArrowField("last_trading_day", "tdD"), ArrowField("expiration", "tdD"),
                ArrowField("settlement", "tdD"), ArrowField("first_notice", "tdD"),
                ArrowField("is_beyond_coverage", "b"),
            ],
            ArrowBatch(
                count: contracts.count,
                columns: [
                    .texts(contracts.map(\.name)), .numbers(contracts.map { Int64($0.year) }),
                    .numbers(contracts.map { Int64($0.month) }),
                    .numbers(contracts.map { Int32($0.lastTradingDay.dayNumber) }),
                    .numbers(contracts.map { Int32($0.expiration.dayNumber) }),
                    .numbers(contracts.map { $0.settlement.map { Int32($0.dayNumber) } }),
                    .numbers(contracts.map { $0.firstNotice.map { Int32($0.dayNumber) } }),
                    .flags(contracts.map(\.isBeyondCoverage)),
                ]))
    }
}
