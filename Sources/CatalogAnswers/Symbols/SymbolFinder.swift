package import InstrumentCatalog
internal import MarketRules
package import Scanning
package import Symbology

/// The instruments that a text denotes, and how it was read.
package struct SymbolAnswer {
    /// An instrument of the catalog or, without a catalog, a reading of the text.
    package struct Candidate {
        /// The row in the catalog; `nil` without a catalog.
        package let row: Row?
        /// The symbol in the catalog; `nil` without a catalog.
        package let symbol: String?
        package let notation: Notation
        /// A description of the reading, for people.
        package let understood: String
        /// The texts of the instrument in those of the requested notations that can express it, in their order.
        package let written: [(notation: Notation, text: String)]
        /// The remaining requested notations, each with the reason why it has no text for the instrument.
        package let unwritten: [(notation: Notation, reason: UnwrittenNotation)]

        /// Writes the members `notation`, `understood`, `written` and, if it is not empty, `unwritten`.
        package func writeMembers(to json: inout JSONWriter) {
            json.member("notation", notation.rawValue)
            json.member("understood", understood)
            json.object("written") { json in
                for (notation, text) in written {
                    json.key(named: notation.rawValue)
                    json.string(text)
                }
            }
            if unwritten.isEmpty { return }
            json.object("unwritten") { json in
                for (notation, reason) in unwritten {
                    json.key(named: notation.rawValue)
                    json.string(reason.description)
                }
            }
        }
    }

    /// The candidates, best first.
    package var candidates: [Candidate]
    /// Descriptions of the readings, best first, if the catalog has no instrument for any of them; otherwise empty.
    package var readings: [String] = []

    /// The reason why there are no candidates.
    package var reason: String {
        guard let first = readings.first else { return "not understood as a notation of an instrument" }
        return "understood as \(first); the catalog has no such instrument"
    }
}

/// The translation of a text into another notation.
package struct SymbolTranslation {
    /// The symbol of the best candidate; `nil` if there is no candidate.
    package let symbol: String?
    /// The best candidate in the requested notation; `nil` if there is no such text.
    package let text: String?
    /// The reason why there is no text; `nil` if there is one.
    package let reason: String?
}

/// Finds the instruments that texts in any notation denote. Each thread needs its own finder.
package struct SymbolFinder {
    private let catalog: Catalog?
    private let reader: SymbolReader
    private let writer: SymbolWriter
    private let notations: [Notation]
    private var resolver: NotationResolver?
    private var references: ReferenceReader?
    /// The readings of the last text. The array is kept so that its memory is reused.
    private var readings: [SymbolReading] = []

    /// Creates a finder.
    ///
    /// - Parameters:
    ///   - catalog: The catalog of the instruments; `nil` to read texts without a look-up.
    ///   - notations: The notations in which candidates are written.
    package init(_ catalog: Catalog?, _ reader: SymbolReader, notations: [Notation] = Notation.writable) {
        (self.catalog, self.reader, self.notations) = (catalog, reader, notations)
        writer = SymbolWriter(places: reader.places, on: reader.day)
        resolver = catalog.map { NotationResolver($0, reader) }
        references = catalog.map { ReferenceReader($0, places: reader.places) }
    }

    /// Returns at most `limit` candidates for a text.
    package mutating func answer(to text: Span<UInt8>, limit: Int = .max) -> SymbolAnswer {
        guard let catalog else {
            reader.read(text, into: &readings)
            let found = readings.prefix(limit)
            return SymbolAnswer(candidates: found.map { candidate($0, $0.reference) })
        }
        let found = resolver!.candidates(of: text)
        if found.isEmpty {
            reader.read(text, into: &readings)
            return SymbolAnswer(candidates: [], readings: readings.map(\.description))
        }
        return SymbolAnswer(
            candidates: found.prefix(limit).map { found in
                let symbol = catalog.symbol(at: found.row)
                return candidate(
                    found.reading, references!.reference(at: found.row, symbol: symbol), row: found.row, symbol: symbol)
            })
    }

    /// Prefetches what ``translation(of:)`` reads first.
    package func prefetch(_ text: Span<UInt8>) { resolver?.prefetch(text) }

    /// Returns the best candidate for a text in the first of the requested notations.
    ///
    /// - Precondition: The finder has a catalog.
    package mutating func translation(of text: Span<UInt8>) -> SymbolTranslation {
        guard let catalog, let row = resolver!.firstRow(of: text) else {
            reader.read(text, into: &readings)
            let answer = SymbolAnswer(candidates: [], readings: readings.map(\.description))
            return SymbolTranslation(symbol: nil, text: nil, reason: answer.reason)
        }
        let symbol = catalog.symbol(at: row)
        let notation = notations[0]
        if notation == .ipf { return SymbolTranslation(symbol: symbol, text: symbol, reason: nil) }
        do throws(UnwrittenNotation) {
            let reference = references!.reference(at: row, symbol: symbol)
            let text = try resolver!.text(of: row, reference, as: notation)
            return SymbolTranslation(symbol: symbol, text: text, reason: nil)
        } catch {
            return SymbolTranslation(symbol: symbol, text: nil, reason: error.description)
        }
    }

    private mutating func candidate(
        _ reading: SymbolReading, _ reference: InstrumentReference, row: Row? = nil, symbol: String? = nil
    ) -> SymbolAnswer.Candidate {
        var written: [(notation: Notation, text: String)] = []
        var unwritten: [(notation: Notation, reason: UnwrittenNotation)] = []
        for notation in notations {
            do throws(UnwrittenNotation) {
                let text =
                    if let row { try resolver!.text(of: row, reference, as: notation) } else {
                        try writer.text(of: reference, as: notation)
                    }
                written.append((notation, text))
            } catch {
                unwritten.append((notation, error))
            }
        }
        return SymbolAnswer.Candidate(
            row: row, symbol: symbol, notation: reading.notation, understood: understood(reading), written: written,
            unwritten: unwritten)
    }

    /// Returns the description of a reading. For a continuous future, appends the contract that it denotes on
    /// `reader.day` by the rules of the product: `future ES, front month: ESZ26 until 2026-12-18`.
    private func understood(_ reading: SymbolReading) -> String {
        guard case .future(let future) = reading.reference, case .continuous(let number) = future.contract,
            let product = ContractProduct.future(future.root), future.place?.mics.contains(product.market) ?? true,
            let contract = try? product.frontContract(on: reader.day, position: number)
        else { return reading.description }
        return "\(reading.description): \(contract.name) until \(contract.lastTradingDay)"
    }

    /// Appends a line of tab-separated output: the text, the candidates, and the reading of the best candidate. If
    /// exactly one notation is requested, candidates are written in it, otherwise as symbols.
    ///
    /// - Returns: Whether there is a candidate with a text.
    package mutating func appendLine(_ text: Span<UInt8>, to line: inout [UInt8]) -> Bool {
        line.append(text)
        line.append(0x09)
        let wanted = notations.count == 1 ? notations[0] : .ipf
        guard let catalog, wanted == .ipf else {
            let answer = answer(to: text)
            // Also list candidates without a text. Otherwise, the first text might not be that of the best candidate.
            let texts = answer.candidates.map { $0.written.first { $0.notation == wanted }?.text }
            let isWritten = texts.contains { $0 != nil }
            line += (isWritten ? texts.map { $0 ?? "!" }.joined(separator: "|") : "!").utf8
            line.append(0x09)
            line += (answer.candidates.first?.understood ?? answer.reason).utf8
            if texts.first == .some(nil), let reason = answer.candidates.first?.unwritten.first?.reason {
                line += "; \(reason)".utf8
            }
            return isWritten
        }
        // Symbols are the only requested texts, so look up the candidates without writing them in notations.
        let found = resolver!.candidates(of: text)
        guard let first = found.first else {
            reader.read(text, into: &readings)
            line += ("!\t" + SymbolAnswer(candidates: [], readings: readings.map(\.description)).reason).utf8
            return false
        }
        for (index, candidate) in found.enumerated() {
            if index > 0 { line.append(0x7C) }
            catalog.withField(.symbol, at: candidate.row) { line.append($0) }
        }
        line.append(0x09)
        line += understood(first.reading).utf8
        return true
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        for index in bytes.indices { append(bytes[index]) }
    }
}
