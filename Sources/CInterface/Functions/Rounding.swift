package import CIPF
internal import Dispatch
internal import InstrumentCatalog
internal import MarketRules

/// The price increments of rows, each distinct text parsed once.
private struct RowIncrements: Sendable {
    private static let field = "PRICE_INCREMENTS"

    private let catalog: Catalog
    /// The increments by code; empty if the catalog does not code the field.
    private let coded: [PriceIncrements?]
    /// The increments of rows without the field.
    private let none = try? PriceIncrements("")

    init(_ catalog: Catalog) {
        self.catalog = catalog
        let reader = catalog.columnReader(rows: [], fields: [Self.field])
        guard reader.columns[0].listCount != nil else { coded = []; return }
        let list = reader.values(of: 0)
        coded = Self.texts(list.offsets.array, list.bytes.array).map { try? PriceIncrements($0) }
    }

    /// Calls `body` with the index of each row and its increments; `nil` for increments that cannot be read.
    func forEach(_ rows: [Row], _ body: (Int, PriceIncrements?) -> Void) {
        let reader = catalog.columnReader(rows: rows, fields: [Self.field])
        var first = 0
        while let batch = reader.next() {
            let values = batch.columns[0]
            let bits = values.validity?.array
            let isSet = { (index: Int) in bits.map { $0[index / 8] >> UInt8(index % 8) & 1 == 1 } ?? true }
            switch values.storage {
            case .codes8(let codes):
                for (index, code) in codes.array.enumerated() {
                    body(first + index, isSet(index) ? coded[Int(code)] : none)
                }
            case .codes16(let codes):
                for (index, code) in codes.array.enumerated() {
                    body(first + index, isSet(index) ? coded[Int(code)] : none)
                }
            case .texts(let offsets, let bytes):
                var known: [String: PriceIncrements?] = [:]
                for (index, text) in Self.texts(offsets.array, bytes.array).enumerated() {
                    let increments = known[text] ?? (try? PriceIncrements(text))
                    known[text] = .some(increments)
                    body(first + index, increments)
                }
            case .integers, .numbers, .days: preconditionFailure("\(Self.field) is a text")
            }
            first += batch.count
        }
    }

    private static func texts(_ offsets: [Int32], _ bytes: [UInt8]) -> [String] {
        zip(offsets, offsets.dropFirst()).map { String(decoding: bytes[Int($0)..<Int($1)], as: UTF8.self) }
    }
}

/// SAFETY: See `Handle` and `Numbers`. `result` may be `prices`, since each price is read before its result is written.
@c @implementation
package func ipf_catalog_round(
    _ catalog: OpaquePointer?, _ rows: UnsafePointer<Int64>?, _ prices: UnsafePointer<Double>?, _ count: Int,
    _ rounding: ipf_rounding, _ result: UnsafeMutablePointer<Double>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let mode = try PriceRoundingMode(checking: rounding)
        // SAFETY: the numbers stay where they are until this function returns, and each thread writes its own results.
        nonisolated(unsafe) let result = try unsafe Numbers.mutable(result, count, "result")
        try unsafe Numbers.span(rows, count, "rows") { rows in
            for index in rows.indices where unsafe rows[index] != -1 { _ = try unsafe catalog.check(rows[index]) }
            nonisolated(unsafe) let rows = unsafe rows
            try unsafe Numbers.span(prices, count, "prices") { prices in
                nonisolated(unsafe) let prices = unsafe prices
                let increments = RowIncrements(catalog)
                let size = ColumnReader.batchRows
                DispatchQueue.concurrentPerform(iterations: (count + size - 1) / size) { number in
                    var places: [Int] = []
                    for index in number * size..<min((number + 1) * size, count) {
                        if unsafe rows[index] == -1 { unsafe result[index] = .nan } else { places.append(index) }
                    }
                    increments.forEach(places.map { unsafe Row(Int(rows[$0])) }) { index, increments in
                        let place = places[index]
                        unsafe result[place] = increments?.round(prices[place], mode: mode) ?? .nan
                    }
                }
            }
        }
    }
}
