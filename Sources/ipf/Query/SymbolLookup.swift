import InstrumentCatalog

/// What texts are asked against; the threads of a batch share it.
struct SymbolLookup: Sendable {
    let catalog: Catalog?
    let reader: SymbolReader
    /// The only notation that is written; `nil` for all.
    let to: Notation?

    /// What answers texts, for one thread.
    func finder() -> SymbolFinder { SymbolFinder(self) }
}

/// What a text may mean.
struct SymbolAnswer {
    /// An instrument, or without a catalog a reference.
    struct Candidate {
        /// Its symbol in the catalog; `nil` without one.
        var symbol: String?
        var notation: Notation
        /// How the text was understood.
        var understood: String
        /// In the notations that were asked for and can write it, in their order.
        var written: [(notation: Notation, text: String)]
    }

    /// Best first.
    var candidates: [Candidate]
    /// How the text was understood of which the catalog has nothing, best first.
    var readings: [String] = []

    /// Why there are no candidates.
    var reason: String {
        guard let first = readings.first else { return "not understood as a notation of an instrument" }
        return "understood as \(first); the catalog has nothing of it"
    }
}

/// Answers texts, one after the other.
struct SymbolFinder {
    private let lookup: SymbolLookup
    private let writer: SymbolWriter
    private let notations: [Notation]
    private var resolver: NotationResolver?
    /// Of the text that was read last.
    private var readings: [SymbolReading] = []

    init(_ lookup: SymbolLookup) {
        self.lookup = lookup
        writer = SymbolWriter(places: lookup.reader.places)
        notations = lookup.to.map { [$0] } ?? Notation.writable
        resolver = lookup.catalog.map { NotationResolver($0, lookup.reader) }
    }

    /// All that is known of a text.
    mutating func answer(to text: Span<UInt8>) -> SymbolAnswer {
        guard let catalog = lookup.catalog else {
            lookup.reader.read(text, into: &readings)
            return SymbolAnswer(candidates: readings.map { candidate($0, nil, $0.reference) })
        }
        let found = resolver!.candidates(of: text)
        if found.isEmpty {
            lookup.reader.read(text, into: &readings)
            return SymbolAnswer(candidates: [], readings: readings.map(\.description))
        }
        return SymbolAnswer(
            candidates: found.map { found in
                candidate(
                    found.reading, catalog.symbol(at: found.row),
                    catalog.reference(at: found.row, places: lookup.reader.places))
            })
    }

    private func candidate(
        _ reading: SymbolReading, _ symbol: String?, _ reference: InstrumentReference
    ) -> SymbolAnswer.Candidate {
        SymbolAnswer.Candidate(
            symbol: symbol, notation: reading.notation, understood: reading.description,
            written: notations.compactMap { notation in
                if notation == .ipf, let symbol { return (notation, symbol) }
                return writer.write(reference, as: notation).map { (notation, $0) }
            })
    }

    /// Appends the line of a batch for a text: the text, the candidates as they are asked for, how the best was understood. Whether there
    /// is a candidate.
    mutating func appendLine(_ text: Span<UInt8>, to line: inout [UInt8]) -> Bool {
        line.append(text)
        line.append(0x09)
        guard let catalog = lookup.catalog, lookup.to == nil || lookup.to == .ipf else {
            let answer = answer(to: text)
            let wanted = lookup.to ?? .ipf
            let written = answer.candidates.compactMap { $0.written.first { $0.notation == wanted }?.text }
            line += (written.isEmpty ? "!" : written.joined(separator: "|")).utf8
            line.append(0x09)
            line += (answer.candidates.first?.understood ?? answer.reason).utf8
            return !written.isEmpty
        }
        // The symbols alone, without what others write.
        let found = resolver!.candidates(of: text)
        guard let first = found.first else {
            lookup.reader.read(text, into: &readings)
            line += ("!\t" + SymbolAnswer(candidates: [], readings: readings.map(\.description)).reason).utf8
            return false
        }
        for (index, candidate) in found.enumerated() {
            if index > 0 { line.append(0x7C) }
            catalog.withField(.symbol, at: candidate.row) { line.append($0) }
        }
        line.append(0x09)
        line += first.reading.description.utf8
        return true
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        for index in bytes.indices { append(bytes[index]) }
    }
}
