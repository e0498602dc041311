import Ingest
import ProfileFormat
import Scanning

/// Reads the files that the text of a transform names, during compilation.
struct TransformFiles {
    /// The folder to which addresses without a scheme are relative.
    let folder: String

    /// Returns the symbols of the profiles at an address. The text is `A`, or `A,user=U,password=P`, where A is the
    /// address.
    func symbols(_ text: String) throws(Fault) -> Set<TextBytes> {
        var collector = SymbolCollector()
        do {
            _ = try readSnapshot(from: try address(text), into: &collector, startingOver: { $0 = SymbolCollector() })
            return collector.symbols
        } catch {
            throw Fault("\(error)")
        }
    }

    /// Returns the values in column `Symbol` or `Issue_Sym_Id` of a table whose columns are separated by `|`; empty if
    /// the table has neither column.
    func listedSymbols(_ text: String) throws(Fault) -> Set<TextBytes> {
        let bytes: [UInt8]
        do {
            bytes = try readBytes(from: try address(text))
        } catch {
            throw Fault("\(error)")
        }
        guard let table = String(validating: bytes, as: UTF8.self) else {
            throw Fault("the table of fixopol is not UTF-8 text")
        }
        var column: Int?
        var symbols: Set<TextBytes> = []
        for (number, line) in table.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(Self.trimmed)
            if number == 0 {
                column = cells.firstIndex { ["symbol", "issue_sym_id"].contains($0.lowercased()) }
            } else if let column, column < cells.count, !cells[column].isEmpty {
                symbols.insert(TextBytes(text: cells[column]))
            }
        }
        return symbols
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.trimmed { $0.unicodeScalars.allSatisfy { $0.value <= 0x20 } })
    }

    private func address(_ text: String) throws -> SourceAddress {
        var parts = text.split(separator: ",", omittingEmptySubsequences: false)[...]
        var user: Substring?
        var password: Substring?
        while parts.count > 1, let part = parts.last {
            if part.hasPrefix("user="), user == nil {
                user = part.dropFirst(5)
            } else if part.hasPrefix("password="), password == nil {
                password = part.dropFirst(9)
            } else {
                break
            }
            parts.removeLast()
        }
        var address = try SourceAddress(parsing: parts.joined(separator: ","))
        if let path = address.path, !path.hasPrefix("/"), !text.hasPrefix("file:") {
            address = SourceAddress(path: folder.isEmpty ? path : folder + "/" + path)
        }
        if user != nil || password != nil {
            address.credentials = .basic(user: String(user ?? ""), password: String(password ?? ""))
        }
        return address
    }
}

/// A consumer that collects the symbols of records.
private struct SymbolCollector: RecordConsumer {
    var symbols: Set<TextBytes> = []

    mutating func consume(_ record: borrowing ProfileRecord) {
        let columns = record.format.columns
        // If SYMBOL occurs several times, use the last column that is not empty.
        for index in columns.indices.reversed() where columns[index].field == .symbol {
            let symbol = record.string(index)
            if symbol.isEmpty { continue }
            symbols.insert(TextBytes(text: symbol))
            return
        }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
    mutating func flush() {}
    mutating func complete() {}
}
