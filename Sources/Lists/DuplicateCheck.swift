import ProfileFormat
import Scanning

/// Finds rows that seem to be one instrument under several symbols. These have the same ISIN and OPOL, the same ISIN
/// and country but different tickers, or the same FIGI.
struct DuplicateCheck {
    /// The first row of an instrument.
    private struct Row {
        let name: UInt64
        let line: Int
    }

    private var rows: [UInt64: Row] = [:]
    private(set) var warnings: [ProfileWarning] = []

    /// Notes a row.
    mutating func note(
        symbol: Span<UInt8>, isin: Span<UInt8>, figi: Span<UInt8>, country: Span<UInt8>, opol: Span<UInt8>, line: Int
    ) {
        if !isin.isEmpty {
            let hash = ByteHash.hash(isin)
            if !opol.isEmpty, let other = other(hash, ByteHash.hash(opol), ByteHash.hash(symbol), line) {
                return warn(symbol, "ISIN \(text(isin)) and OPOL \(text(opol))", other, line)
            }
            // Listings of one instrument at several venues have the same ticker, followed by different places.
            let ticker = symbol.extracting(0..<(symbol.indices.first { symbol[$0] == ASCII.colon } ?? symbol.count))
            if !country.isEmpty, let other = other(hash, ByteHash.hash(country), ByteHash.hash(ticker), line) {
                return warn(symbol, "ISIN \(text(isin)) and COUNTRY \(text(country))", other, line)
            }
        }
        if !figi.isEmpty, let other = other(ByteHash.hash(figi), 0, ByteHash.hash(symbol), line) {
            warn(symbol, "FIGI \(text(figi))", other, line)
        }
    }

    /// Returns the line of an earlier row with these keys and another name. Stores the row if its keys are new.
    private mutating func other(_ first: UInt64, _ second: UInt64, _ name: UInt64, _ line: Int) -> Int? {
        let key = ByteHash.hash(first, second)
        if let row = rows[key] { return row.name == name ? nil : row.line }
        rows[key] = Row(name: name, line: line)
        return nil
    }

    private func text(_ bytes: Span<UInt8>) -> String { String(decoding: bytes) }

    private mutating func warn(_ symbol: Span<UInt8>, _ same: String, _ other: Int, _ line: Int) {
        if warnings.isEmpty {
            warnings = [
                ProfileWarning(
                    kind: .sameInstrument,
                    reason: "\(text(symbol)) has the same \(same) as line \(other); "
                        + "--merge-by ISIN+OPOL+CURRENCY joins the rows of one instrument",
                    position: SourcePosition(byteOffset: 0, line: line, column: 1), count: 0)
            ]
        }
        warnings[0].count += 1
    }
}
