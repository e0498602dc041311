import ProfileTransforms

/// Compiles arbitrary bytes as a transform. Errors must have descriptions. Valid rules run on various profiles.
///
/// Nothing may trap. A syntax error must have a position. A run that fails must not change the profile. Repeated runs
/// must change equal profiles equally. Texts that name files are skipped, because the transform would read those files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTransforms(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // SAFETY: the fuzzer's bytes do not change during the call.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    if text.contains("ipf") || text.contains("fixopol") { return 0 }
    do {
        check(try ProfileTransform(text))
    } catch {
        precondition(error.position != nil && error.description.contains("^"), "\(error)")
    }
    return 0
}

private let day = CalendarDate(year: 2026, month: 11, day: 20)!

private func check(_ transform: ProfileTransform) {
    for profile in profiles() {
        var (first, second) = (transform.run(today: day), transform.run(today: day))
        var (one, other) = (profile, profile)
        do {
            let isKept = try first.apply(&one)
            let isKeptAgain = try second.apply(&other)
            precondition(isKeptAgain == isKept && first.counts == second.counts)
            for field in ProfileChange.changes(from: profile, to: one) { precondition(field.before != field.after) }
            precondition(ProfileChange.changes(from: one, to: other).isEmpty)
        } catch {
            precondition(one == profile && !"\(error)".isEmpty)
        }
    }
}

private func profiles() -> [InstrumentProfile] {
    var stock = InstrumentProfile()
    stock.type = "STOCK"
    stock.symbol = "AAPL"
    stock.description = "Apple Inc. \u{1F34E}"
    stock.country = "US"
    stock.exchanges = "ARCX;BATS;XNAS"
    stock.currency = "USD"
    stock.tradingHours = "NYSE()"
    var option = InstrumentProfile()
    option.type = "OPTION"
    option.symbol = ".AAPL270115C260"
    option.cfi = "OCASPS"
    option.underlying = "AAPL"
    option.strike = 260
    option.multiplier = 100
    option.expiration = CalendarDate(year: 2027, month: 1, day: 15)!
    return [InstrumentProfile(), stock, option]
}
