@testable import Symbology

/// Reads arbitrary bytes as a notation of an instrument, or, after a T, as lines of a table of places.
///
/// Each reading is written in every notation. Nothing may trap, and readings and errors must have descriptions.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNotations(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // SAFETY: the fuzzer's bytes do not change during the call.
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    if count > 0, bytes[0] == UInt8(ascii: "T") {
        checkTable(text(bytes.extracting(1..<count)), bytes)
    } else {
        check(bytes, .bundled)
    }
    return 0
}

private let day = CalendarDate(dayNumber: 20_779)

private func text(_ bytes: Span<UInt8>) -> String {
    String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
}

private func checkTable(_ lines: String, _ bytes: Span<UInt8>) {
    do {
        check(bytes, try SymbolPlaces(parsing: lines))
    } catch {
        precondition(!error.description.isEmpty)
    }
}

private func check(_ bytes: Span<UInt8>, _ places: SymbolPlaces) {
    let writer = SymbolWriter(places: places)
    for country in ["US", "GB"] {
        let reader = SymbolReader(places: places, on: day, country: country)
        var readings: [SymbolReading] = []
        reader.read(bytes, into: &readings)
        for reading in readings {
            precondition(!reading.description.isEmpty)
            for notation in Notation.writable {
                guard let written = writer.write(reading.reference, as: notation) else { continue }
                precondition(!written.isEmpty)
                _ = reader.read(written)
            }
        }
    }
}
