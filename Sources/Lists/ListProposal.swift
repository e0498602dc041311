package import Ingest
import ProfileFormat
import Scanning
import Symbology

/// A mapping that the names of a list's columns, and its first rows, suggest.
package struct ListProposal {
    /// The mapping.
    package let map: ListMap
    /// The names of all columns, in order.
    package let columns: [String]
    /// The columns that the mapping does not use.
    package let unused: [String]

    /// The number of rows to judge.
    private static let judgedRows = 200

    /// Reads the beginning of a source.
    ///
    /// - Returns: `nil` if the source is IPF, or its columns have neither a symbol nor an ISIN.
    /// - Throws: `IngestError` if the source cannot be read.
    package static func read(
        from address: SourceAddress, options: IngestOptions, encoding: ListEncoding
    ) throws -> ListProposal? {
        var sample = Sample(limit: judgedRows)
        var reader = ListReader(encoding, limit: options.limits.records.recordBytes)
        var isList: Bool?
        do {
            _ = try readChunks(from: address, options: options, startingFile: { _ in }) { chunk in
                if isList == nil { isList = Self.mayBeList(chunk) }
                if isList == false { throw Sample.Full() }
                try reader.read(chunk, into: &sample)
            }
            if isList == true { try reader.finish(into: &sample) }
        } catch is Sample.Full {
        } catch is ProfileFormatError {
            return nil
        }
        return isList == true ? ListProposal(rows: sample.rows, names: sample.names) : nil
    }

    /// Returns whether a text may be a list: it begins neither as IPF nor as XML.
    private static func mayBeList(_ text: Span<UInt8>) -> Bool? {
        for index in text.indices {
            switch text[index] {
            case 0xEF, 0xBB, 0xBF, ASCII.lineFeed, ASCII.carriageReturn, ASCII.space, 0x09: continue
            case ASCII.hash, UInt8(ascii: "<"): return false
            case ASCII.quote: return index + 1 >= text.count || text[index + 1] != ASCII.hash
            default: return true
            }
        }
        return nil
    }

    /// Proposes a mapping.
    ///
    /// - Parameters:
    ///   - rows: The first rows, with the header among them if `names` is `nil`.
    ///   - names: The names of the fields; `nil` if a row has them.
    /// - Returns: `nil` if the columns have neither a symbol nor an ISIN.
    package init?(rows: [[String]], names: [String]?) {
        let headers = ListFacts.bundled.headers
        var (names, rows) = (names, rows)
        if names == nil {
            func known(_ row: [String]) -> Int { row.count { headers[$0.columnKey] != nil } }
            guard let best = rows.indices.prefix(20).max(by: { known(rows[$0]) < known(rows[$1]) }), known(rows[best]) > 0
            else { return nil }
            names = rows[best]
            rows.removeSubrange(...best)
        }
        guard let columns = names else { return nil }
        var judged = Columns(names: columns, rows: rows)
        judged.chooseByName()
        judged.chooseByContent()
        judged.checkVenues()
        guard let map = judged.map else { return nil }
        self.map = map
        self.columns = columns
        unused = columns.indices.filter { column in !judged.chosen.values.contains { $0.column == column } }.map { columns[$0] }
    }
}

/// The first rows of a list, as texts.
private struct Sample: ListRowConsumer {
    struct Full: Error {}

    let limit: Int
    var rows: [[String]] = []
    var names: [String]?

    init(limit: Int) { self.limit = limit }

    mutating func columns(_ names: [String]) { self.names = names }

    mutating func row(_ row: borrowing ListRow) throws {
        var fields: [String] = []
        for index in 0..<row.count { fields.append(String(String(decoding: row.field(index)).trimmed())) }
        rows.append(fields)
        if rows.count > limit { throw Full() }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {}
}

/// The columns of a list, and the fields that are chosen for them.
struct Columns {
    let names: [String]
    let rows: [[String]]
    var chosen: [String: (column: Int, form: ListMap.Form?)] = [:]

    init(names: [String], rows: [[String]]) {
        self.names = names
        self.rows = rows
    }

    /// Chooses for each field the column with its most specific name.
    mutating func chooseByName() {
        var places: [String: Int] = [:]
        for (column, name) in names.enumerated() {
            guard let header = ListFacts.bundled.headers[name.columnKey] else { continue }
            if let place = places[header.field], place <= header.place { continue }
            places[header.field] = header.place
            chosen[header.field] = (column, header.form)
        }
    }

    private func values(_ column: Int) -> [String] {
        rows.compactMap { $0.indices.contains(column) && !$0[column].isEmpty ? $0[column] : nil }
    }

    /// Returns whether most of a column's values pass a test.
    private func mostly(_ column: Int, atLeast share: Double = 0.6, _ test: (String) -> Bool) -> Bool {
        let values = values(column)
        return !values.isEmpty && Double(values.count(where: test)) >= share * Double(values.count)
    }

    /// Corrects the choice by the values: identifiers are recognized by their check digits, and names by their script.
    mutating func chooseByContent() {
        for column in names.indices {
            let field = chosen.first { $0.value.column == column }?.key
            if field == nil || field == "SYMBOL", chosen["ISIN"] == nil,
                mostly(column, { IdentifierCheck.isin($0.utf8Span.span) == .valid })
            {
                if let field { chosen[field] = nil }
                chosen["ISIN"] = (column, nil)
            }
        }
        if chosen["SYMBOL"] == nil, let isin = chosen["ISIN"] { chosen["SYMBOL"] = (isin.column, nil) }
        if let name = chosen["DESCRIPTION"], chosen["LOCAL_DESCRIPTION"] == nil, mostly(name.column, { !Self.isLatin($0) }) {
            chosen["LOCAL_DESCRIPTION"] = name
            chosen["DESCRIPTION"] = nil
        }
        if let symbol = chosen["SYMBOL"], symbol.form == nil { chosen["SYMBOL"] = (symbol.column, notation(of: symbol.column)) }
        if let type = chosen["TYPE"] {
            var table = TypeTable()
            if !mostly(type.column, atLeast: 0.3, { table.types(of: $0.utf8Span.span).first.flatMap(InstrumentType.init) != nil }) {
                chosen["TYPE"] = nil
            }
        }
    }

    private static func isLatin(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.value < 0x0370 || $0.value > 0xFFFF } }

    /// Returns the notation of most symbols of a column; `nil` if they are tickers.
    private func notation(of column: Int) -> ListMap.Form? {
        let places = SymbolPlaces.bundled
        if mostly(column, { Self.parts($0, ":").map { !places.places($0.0, in: .chart).isEmpty } ?? false }) { return .chart }
        let hasSuffix: (String) -> Bool = { text in
            if text.hasSuffix("=X") || text.hasSuffix("=F") { return true }
            return Self.parts(text, ".").map { !places.places($0.1, in: .yahooLike).isEmpty } ?? false
        }
        if mostly(column, hasSuffix) { return .yahoo }
        if mostly(column, { Self.parts($0, ".").map { !places.places($0.1, in: .ric).isEmpty } ?? false }) { return .ric }
        if mostly(column, { $0.hasSuffix(" Equity") || $0.hasSuffix(" Index") || $0.hasSuffix(" Comdty") || $0.hasSuffix(" Curncy") }) {
            return .terminal
        }
        return mostly(column, { Self.isOfClearingHouse(Array($0.utf8)) }) ? .occ : nil
    }

    /// Returns whether a text ends as `260116C00150000`.
    private static func isOfClearingHouse(_ text: [UInt8]) -> Bool {
        guard text.count > 15 else { return false }
        let tail = text.suffix(15)
        return tail.enumerated().allSatisfy { $0.offset == 6 ? $0.element == 0x43 || $0.element == 0x50 : $0.element.isASCIIDigit }
    }

    /// Returns the texts before and after the last mark; `nil` if one of them is empty.
    private static func parts(_ text: String, _ mark: Character) -> (String, String)? {
        guard let place = text.lastIndex(of: mark), place != text.startIndex else { return nil }
        let tail = String(text[text.index(after: place)...])
        return tail.isEmpty ? nil : (String(text[..<place]), tail)
    }

    /// Checks whether the columns of places have places, and whether the country is that of the listing.
    mutating func checkVenues() {
        var venues = VenueTable(.bundled)
        if let market = chosen["OPOL"], !mostly(market.column, atLeast: 0.3, { venues.market($0.utf8Span.span) != nil }) {
            chosen["OPOL"] = nil
        }
        guard let country = chosen["COUNTRY"] else { return }
        var (judged, other) = (0, 0)
        for row in rows where row.indices.contains(country.column) && !row[country.column].isEmpty {
            guard let known = listingPlace(row, &venues), !known.country.isEmpty,
                let named = venues.country(row[country.column].utf8Span.span)
            else { continue }
            judged += 1
            if known.country != named.country { other += 1 }
        }
        if judged > 0, other * 10 > judged {
            chosen["COUNTRY"] = nil
            if chosen["DOMICILE"] == nil { chosen["DOMICILE"] = country }
        }
    }

    /// Returns the place of a row by its symbol or its market; `nil` if it is unknown.
    private func listingPlace(_ row: [String], _ venues: inout VenueTable) -> VenueFacts? {
        if let symbol = chosen["SYMBOL"], symbol.form == .yahoo, row.indices.contains(symbol.column),
            let suffix = Self.parts(row[symbol.column], ".")?.1, let place = venues.place(suffix.utf8Span.span, .yahooLike)
        {
            return place
        }
        guard let market = chosen["OPOL"], row.indices.contains(market.column) else { return nil }
        return venues.market(row[market.column].utf8Span.span)
    }

    /// The mapping; `nil` without a symbol.
    var map: ListMap? {
        guard chosen["SYMBOL"] != nil else { return nil }
        let order = ["SYMBOL", "TYPE"] + ProfileField.allCases.map(\.name).filter { $0 != "SYMBOL" && $0 != "TYPE" }
        let custom = chosen.keys.filter { ProfileField(name: $0) == nil }.sorted()
        let entries = (order + custom).compactMap { field in
            chosen[field].map { choice in
                let name = names[choice.column]
                // A name that occurs twice, or reads as something else, is given by its number.
                let isPlain = !name.isEmpty && names.count { $0 == name } == 1 && !name.contains { "{}[]'#=,:".contains($0) }
                return ListMap.Entry(
                    field: field, form: choice.form, source: isPlain ? .column(name) : .number(choice.column))
            }
        }
        return ListMap(entries)
    }
}
