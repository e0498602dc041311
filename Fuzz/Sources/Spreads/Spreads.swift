import Symbology

/// Reads arbitrary bytes as a spread's symbol.
///
/// Nothing may trap, and an error must have a position. If the legs of the spread are unambiguous, reading its
/// canonical form must return the same legs.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSpreads(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // SAFETY: the fuzzer's bytes do not change during the call.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    do {
        check(try SpreadSymbol(text))
    } catch {
        precondition(error.description.contains("^"), "\(error)")
    }
    return 0
}

private func check(_ spread: SpreadSymbol) {
    precondition(spread.legs.allSatisfy { $0.ratio != 0 && $0.ratio.isFinite && !$0.symbol.isEmpty })
    let canonical = spread.canonical
    guard canonical.utf8.first == UInt8(ascii: "="), spread.legs.allSatisfy({ isPlain($0.symbol) }) else { return }
    do {
        let again = try SpreadSymbol(canonical)
        precondition(Set(again.legs) == Set(spread.legs) && again.suffix == spread.suffix, canonical)
        precondition(again.canonical == canonical, canonical)
    } catch {
        preconditionFailure("\(error)")
    }
}

/// Returns whether the leg is read as the same leg at every position of a spread. Exceptions are an option without a
/// strike before a ratio, a leg that ends like a complete symbol, and a leg that begins like a ratio.
private func isPlain(_ leg: String) -> Bool {
    if leg.utf8.first == UInt8(ascii: "."), leg.hasSuffix("C") || leg.hasSuffix("P") { return false }
    return !leg.contains("&") && !leg.utf8.first!.isDigit
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
