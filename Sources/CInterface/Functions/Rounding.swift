public import CIPF
internal import InstrumentCatalog
internal import MarketRules

/// The price increments of rows. Each distinct text is parsed once.
private struct RowIncrements: Sendable {
    private static let field = "PRICE_INCREMENTS"

    private let catalog: Catalog
    /// The increments of each code, followed by an entry for rows without the field; empty if the catalog has no codes
    /// for the field.
    private let coded: [PriceIncrements?]

    init(_ catalog: Catalog) {
        self.catalog = catalog
        let reader = catalog.columnReader(rows: [], fields: [Self.field])
        guard reader.columns[0].listCount != nil else { coded = []; return }
        let list = reader.values(of: 0)
        coded = (Self.texts(list.offsets.array, list.bytes.array) + [""]).map { try? PriceIncrements($0) }
    }

    /// Calls `body` for each distinct value of the field, with the parsed increments and the indexes of the rows that
    /// have the value. The increments are `nil` if they cannot be parsed.
    ///
    /// Calling `body` for each row would copy the increments for each row. Each copy counts references, which is slow
    /// if several threads do so.
    func forEach(_ rows: [Row], _ body: (PriceIncrements?, [Int]) -> Void) {
        let reader = catalog.columnReader(rows: rows, fields: [Self.field])
        var first = 0
        while let batch = reader.next() {
            let values = batch.columns[0]
            switch values.storage {
            case .codes8(let codes): forEach(codes.array, values.validity?.array, after: first, body)
            case .codes16(let codes): forEach(codes.array, values.validity?.array, after: first, body)
            case .texts(let offsets, let bytes):
                var groups: [String: [Int]] = [:]
                for (index, text) in Self.texts(offsets.array, bytes.array).enumerated() {
                    groups[text, default: []].append(first + index)
                }
                for (text, indexes) in groups { body(try? PriceIncrements(text), indexes) }
            case .integers, .numbers, .days: preconditionFailure("\(Self.field) is a text")
            }
            first += batch.count
        }
    }

    private func forEach(
        _ codes: [some FixedWidthInteger], _ validity: [UInt8]?, after first: Int,
        _ body: (PriceIncrements?, [Int]) -> Void
    ) {
        var groups = [[Int]](repeating: [], count: coded.count)
        for index in codes.indices {
            let isSet = validity.map { $0[index / 8] >> UInt8(index % 8) & 1 == 1 } ?? true
            groups[isSet ? Int(codes[index]) : coded.count - 1].append(first + index)
        }
        for (increments, indexes) in zip(coded, groups) where !indexes.isEmpty { body(increments, indexes) }
    }

    private static func texts(_ offsets: [Int32], _ bytes: [UInt8]) -> [String] {
        zip(offsets, offsets.dropFirst()).map { String(decoding: bytes[Int($0)..<Int($1)], as: UTF8.self) }
    }
}

/// SAFETY: See `Handle` and `Numbers`. `result` may equal `prices`, because each price is read before its result is
/// written.
@c @implementation
public func ipf_catalog_round(
    _ catalog: OpaquePointer?, _ rows: UnsafePointer<Int64>?, _ prices: UnsafePointer<Double>?, _ count: Int,
    _ rounding: ipf_rounding, _ result: UnsafeMutablePointer<Double>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let mode = try PriceRoundingMode(checking: rounding)
        let result = try unsafe Numbers.mutable(result, count, "result")
        try unsafe Numbers.span(rows, count, "rows") { rows in
            try unsafe Numbers.span(prices, count, "prices") { prices in
                let increments = RowIncrements(catalog)
                try Parallel.forEachRange(of: count) { range in
                    var (places, known): ([Int], [Row]) = ([], [])
                    for place in range {
                        if unsafe rows[place] == -1 {
                            unsafe result[place] = .nan
                        } else {
                            known.append(try unsafe catalog.check(rows[place]))
                            places.append(place)
                        }
                    }
                    increments.forEach(known) { increments, indexes in
                        guard let increments else {
                            for index in indexes { unsafe result[places[index]] = .nan }
                            return
                        }
                        for index in indexes {
                            let place = places[index]
                            unsafe result[place] = increments.round(prices[place], mode: mode)
                        }
                    }
                }
            }
        }
    }
}
