import CatalogAnswers
import InstrumentCatalog
import Scanning

/// Formats the readings of texts.
enum SymbolTable {
    /// Returns a block for each candidate: its reading of the text, and the instrument in every notation that can write
    /// it.
    static func blocks(_ found: [(text: String, candidate: SymbolAnswer.Candidate)]) -> TerminalText {
        var blocks: [TerminalText] = []
        for (text, candidate) in found {
            var table = TextTable([.left, .left])
            for (notation, text) in candidate.written { table.add(notation.rawValue, text) }
            blocks.append("\(Style.bold("\(text)")): \(candidate.understood)\n\(table.text(width: nil, indent: 2))")
        }
        return blocks.joined(separator: "\n")
    }

    /// Returns a line for each candidate, written in one notation.
    static func lines(
        _ found: [(text: String, candidate: SymbolAnswer.Candidate)], _ notation: Notation
    ) -> TerminalText {
        if found.isEmpty { return "" }
        var table = TextTable(header: ["TEXT", notation.rawValue.uppercased(), "UNDERSTOOD"])
        for (text, candidate) in found {
            let reason = candidate.unwritten.first.map { "; \($0.reason)" } ?? ""
            table.add(text, candidate.written.first?.text ?? "!", candidate.understood + reason)
        }
        return table.text()
    }

    /// Returns a text and its candidates as one JSON object.
    static func json(_ text: Span<UInt8>, _ answer: SymbolAnswer) -> [UInt8] {
        var json = JSONWriter(.spaced)
        json.object { json in
            json.key("text")
            json.string(text)
            json.key("candidates")
            json.array { json in
                for candidate in answer.candidates {
                    json.object { json in
                        if let symbol = candidate.symbol { json.member("symbol", symbol) }
                        candidate.writeMembers(to: &json)
                    }
                }
            }
            if answer.candidates.isEmpty { json.member("error", answer.reason) }
        }
        return json.bytes
    }
}
