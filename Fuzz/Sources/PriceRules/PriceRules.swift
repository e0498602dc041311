import MarketRules

/// Reads arbitrary bytes as price increments and as additional underlyings. Errors must have descriptions. Valid rules
/// must answer every query at prices of all magnitudes.
///
/// Nothing may trap. A rounded price must be finite, and rounding it again must not change it. Ladders must ascend.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPriceRules(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // SAFETY: the fuzzer's bytes do not change during the call.
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    do {
        _ = try AdditionalUnderlyings(bytes).entries
    } catch {
        precondition(error.description.contains("^"))
    }
    do {
        check(try PriceIncrements(bytes))
    } catch {
        precondition(error.description.contains("^"))
    }
    return 0
}

private func check(_ rules: PriceIncrements) {
    var prices = [0, 1e-19, 0.1 + 0.2, 1e15 + 0.5, 9.007e15, 1e300, .greatestFiniteMagnitude, .infinity, .nan]
    prices += rules.numbers.flatMap { [$0, $0.nextUp, $0 * 1.5, $0 * 1000.25] }
    for magnitude in prices {
        for price in [magnitude, -magnitude] {
            for direction in PriceDirection.allCases {
                let rounded = rules.round(price, direction)
                precondition(rounded.isFinite == price.isFinite, "\(rules) \(price)")
                _ = rules.increment(at: price, moving: direction)
                _ = try? rules.step(price, direction, minimum: 0.5)
            }
            for mode in PriceRoundingMode.allCases { _ = rules.round(price, mode: mode) }
            precondition(0...18 ~= rules.precision(at: price))
            _ = rules.format(price)
            let ladder = rules.ladder(around: price, above: 3, below: 3)
            precondition(zip(ladder, ladder.dropFirst()).allSatisfy { $0 < $1 }, "\(rules) \(price)")
        }
    }
}
