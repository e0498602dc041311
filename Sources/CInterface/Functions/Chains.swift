public import CIPF
internal import InstrumentCatalog

/// SAFETY: the lists in the default options are empty.
@c @implementation
public func ipf_chain_options_default() -> ipf_chain_options {
    unsafe ipf_chain_options(
        size: MemoryLayout<ipf_chain_options>.size, role: ipf_chain_role(IPF_CHAIN_ANY), expiration_from: .min,
        expiration_through: .min, strike_from: .nan, strike_through: .nan, expirations: nil, expiration_count: 0,
        strikes: nil, strike_count: 0, nearest_count: 0, nearest_price: 0)
}

/// SAFETY: `ipf.h` requires that the expirations and strikes can be read.
extension ipf_chain_options {
    fileprivate func read() throws -> (OptionChain.Roles, OptionChainFilter) {
        guard unsafe size == MemoryLayout<Self>.size else {
            throw CFailure(
                IPF_INVALID_ARGUMENT,
                unsafe "options.size is \(size), expected sizeof(ipf_chain_options), \(MemoryLayout<Self>.size); initialize "
                    + "it with ipf_chain_options_default()")
        }
        let roles: OptionChain.Roles
        switch unsafe Int(role) {
        case IPF_CHAIN_ANY: roles = .any
        case IPF_CHAIN_UNDERLYING: roles = .underlying
        case IPF_CHAIN_PRODUCT: roles = .product
        default:
            throw CFailure(
                IPF_INVALID_ARGUMENT,
                unsafe "role \(role): expected IPF_CHAIN_ANY, IPF_CHAIN_UNDERLYING or IPF_CHAIN_PRODUCT")
        }
        var filter = OptionChainFilter()
        let expirations = try unsafe CatalogFilter.Bounds<CalendarDate>(
            days: expiration_from, through: expiration_through)
        if !expirations.isOpen, unsafe expiration_count == 0 { filter.expirations = [expirations] }
        try unsafe Numbers.span(self.expirations, expiration_count, "expirations") { days in
            for index in days.indices {
                let day = unsafe days[index]
                filter.expirations.append(try .init(days: day, through: day))
            }
        }
        try unsafe Numbers.span(strikes, strike_count, "strikes") { filter.strikes = unsafe Set($0) }
        filter.strike = unsafe .init(numbers: strike_from, through: strike_through)
        if unsafe nearest_count != 0 { filter.nearest = unsafe (Limit.count(nearest_count), nearest_price) }
        return (roles, filter)
    }
}

/// SAFETY: see `Handle` and `CText`; `options` is NULL or can be read, `out` is NULL or can be written.
@c @implementation
public func ipf_catalog_chain(
    _ catalog: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ options: UnsafePointer<ipf_chain_options>?,
    _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        return ArrowTable(try unsafe OptionChain.read(name, nameSize, options, in: catalog), catalog)
    }
}

extension OptionChain {
    /// Returns the option chain for arguments from C.
    ///
    /// - Throws: `CFailure` for invalid arguments, and if there are no options for the name.
    ///
    /// SAFETY: see `CText`; `options` is NULL or can be read.
    static func read(
        _ name: UnsafePointer<CChar>?, _ nameSize: Int, _ options: UnsafePointer<ipf_chain_options>?,
        in catalog: Catalog
    ) throws -> OptionChain {
        let name = try unsafe CText.string(name, nameSize, "name")
        let (roles, filter) = try unsafe (options?.pointee ?? ipf_chain_options_default()).read()
        guard let chain = catalog.optionChain(named: name, as: roles, filter) else {
            throw CFailure(IPF_NOT_FOUND, "\(name): neither an underlying nor a product of an option")
        }
        return chain
    }
}

extension ArrowTable {
    /// Creates a table with one row for each strike, or several rows if a strike has several calls or puts.
    fileprivate convenience init(_ chain: OptionChain, _ catalog: Catalog) {
        var (expirations, lastTrades): ([Int32?], [Int32?]) = ([], [])
        var (strikes, multipliers, spcs): ([Double?], [Double?], [Double?]) = ([], [], [])
        var (calls, puts): ([Int64?], [Int64?]) = ([], [])
        for series in chain.series {
            for strike in series.strikes {
                let (ofCall, ofPut) = (strike.calls, strike.puts)
                for place in 0..<max(ofCall.count, ofPut.count) {
                    expirations.append(Int32(series.expiration.dayNumber))
                    lastTrades.append(series.lastTrade.map { Int32($0.dayNumber) })
                    strikes.append(strike.strike)
                    multipliers.append(series.multiplier)
                    spcs.append(series.spc)
                    calls.append(place < ofCall.count ? Int64(ofCall[place].number) : nil)
                    puts.append(place < ofPut.count ? Int64(ofPut[place].number) : nil)
                }
            }
        }
        let symbol = { (row: Int64?) in row.map { catalog.symbol(at: Row(Int($0))) } }
        self.init(
            [
                ArrowField("expiration", "tdD"), ArrowField("last_trade", "tdD"), ArrowField("strike", "g"),
                ArrowField("multiplier", "g"), ArrowField("spc", "g"), ArrowField("call", "u"), ArrowField("put", "u"),
                ArrowField("call_row", "l"), ArrowField("put_row", "l"),
            ],
            ArrowBatch(
                count: strikes.count,
                columns: [
                    .numbers(expirations), .numbers(lastTrades), .numbers(strikes), .numbers(multipliers),
                    .numbers(spcs),
                    .texts(calls.map(symbol)), .texts(puts.map(symbol)), .numbers(calls), .numbers(puts),
                ]))
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_catalog_futures(
    _ catalog: OpaquePointer?, _ product: UnsafePointer<CChar>?, _ productSize: Int, _ out: HandlePlace?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let product = try unsafe CText.string(product, productSize, "product")
        return RowsObject(catalog.futures(ofProduct: product).map(\.row))
    }
}
