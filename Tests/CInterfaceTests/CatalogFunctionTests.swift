import CIPF
import CatalogHistory
import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// Catalogs through `ipf.h`, compared with the library.
@Suite struct CatalogFunctionTests {
    let sample: Sample
    var catalog: Catalog { sample.catalog }
    var handle: OpaquePointer { unsafe sample.handle }

    init() throws { sample = try Sample() }

    @Test func catalogPropertiesEqualThoseOfTheLibrary() throws {
        #expect(unsafe ipf_catalog_count(handle) == Int64(catalog.count))
        #expect(unsafe ipf_catalog_version(handle) == catalog.version)
        #expect(unsafe ipf_catalog_is_complete(handle))
        #expect(try unsafe names(make { unsafe ipf_catalog_fields(handle, $0, $1) }) == catalog.fieldNames)
        try unsafe call { unsafe ipf_catalog_verify(handle, $0) }
        #expect(ipf_abi_version() == 1)
        #expect(unsafe String(cString: ipf_version()) == "0.1.0")
    }

    @Test func symbolsAreLookedUpSinglyAndInBatches() throws {
        #expect(unsafe ipf_catalog_row(handle, "AAPL", terminated) == Int64(catalog.row(forSymbol: "AAPL")!.number))
        #expect(unsafe ipf_catalog_row(handle, "AAPLX", 4) == Int64(catalog.row(forSymbol: "AAPL")!.number))
        #expect(unsafe ipf_catalog_row(handle, "NONE", terminated) == -1)
        let symbols = (0..<catalog.count).map { catalog.symbol(at: Row($0)) } + ["NONE", ""]
        var found = [Int64](repeating: -2, count: symbols.count)
        try unsafe withTexts(symbols) { texts in
            try unsafe call { unsafe ipf_catalog_rows(handle, texts, symbols.count, &found, $0) }
        }
        #expect(found == (0..<Int64(catalog.count)) + [-1, -1])
    }

    @Test func fieldsAndRecordsEqualTheProfile() throws {
        for row in 0..<catalog.count {
            let record = try unsafe make { unsafe ipf_catalog_record(handle, Int64(row), $0, $1) }
            defer { unsafe ipf_record_free(record) }
            let fields = unsafe (0..<Int(ipf_record_count(record))).map { index in
                unsafe (string(ipf_record_name(record, index))!, string(ipf_record_value(record, index))!)
            }
            #expect(unsafe string(ipf_record_name(record, fields.count)) == nil)
            let known = Dictionary(uniqueKeysWithValues: fields)
            for name in catalog.fieldNames {
                let text = catalog.withField(named: name, at: Row(row)) { String(decoding: $0) }
                #expect(known[name] ?? "" == text)
                var (buffer, size) = ([CChar](repeating: 0, count: 8), 0)
                try unsafe call {
                    unsafe ipf_catalog_field(handle, Int64(row), name, terminated, &buffer, buffer.count, &size, $0)
                }
                #expect(size == text.utf8.count)
                #expect(buffer.prefix(size).map { UInt8(bitPattern: $0) } == Array(text.utf8.prefix(8)))
            }
        }
    }

    @Test func identifiersAndNearSymbolsAreFound() throws {
        let handle = unsafe handle
        let isin = catalog.string(.isin, at: catalog.row(forSymbol: "AAPL")!)
        let fields = try unsafe names(make { unsafe ipf_catalog_identifier_fields(handle, $0, $1) })
        #expect(fields == catalog.identifierFields)
        let isins =
            (0..<catalog.count).map { catalog.string(.isin, at: Row($0)) } + ["US0000000000", isin.lowercased()]
        var best = [Int64](repeating: -2, count: isins.count)
        try unsafe withTexts(isins) { texts in
            try unsafe call {
                unsafe ipf_catalog_rows_of_identifiers(handle, "ISIN", terminated, texts, isins.count, &best, $0)
            }
        }
        #expect(best == isins.map { catalog.rows(of: .isin($0)).first.map { Int64($0.number) } ?? -1 })
        #expect(best.last == best[catalog.row(forSymbol: "AAPL")!.number])
        let found = try unsafe make {
            unsafe ipf_catalog_rows_of_identifier(handle, "ISIN", terminated, isin, terminated, $0, $1)
        }
        #expect(unsafe rows(found) == catalog.rows(of: .isin(isin)))
        let near = try unsafe make { unsafe ipf_catalog_near(handle, "APPL", terminated, 3, $0, $1) }
        #expect(unsafe rows(near) == catalog.suggestions(for: "APPL", limit: 3))
    }

    @Test func searchesHaveTiersReasonsHighlightsAndPages() throws {
        for text in ["apple", "AAPL", "turk hav", "big blue", "AAPL US Equity", "micorsoft", "apple london", ""] {
            var cursor: String?
            var expected: CatalogCursor?
            repeat {
                let page = try catalog.search(text, limit: 3, after: expected)
                let hits = try unsafe make { out, error in
                    unsafe ipf_catalog_search(
                        handle, text, terminated, nil, .min, 3, cursor, terminated, out, error)
                }
                defer { unsafe ipf_hits_free(hits) }
                #expect(unsafe Int(ipf_hits_count(hits)) == page.hits.count)
                for (index, hit) in page.hits.enumerated() {
                    #expect(unsafe Int(ipf_hits_rows(hits)[index]) == hit.row.number)
                    #expect(unsafe Int(ipf_hits_tier(hits, index)) == hit.tier.rawValue)
                    #expect(unsafe string(ipf_hits_reason(hits, index)) == hit.reason)
                    var highlights: [String] = []
                    for place in unsafe 0..<Int(ipf_hits_highlight_count(hits, index)) {
                        let one = unsafe ipf_hits_highlight(hits, index, place)
                        highlights.append(unsafe "\(string(one.field)!) \(one.start)..<\(one.end)")
                    }
                    let known = hit.highlights.flatMap { field, ranges in
                        ranges.map { "\(field.name) \($0.lowerBound)..<\($0.upperBound)" }
                    }
                    #expect(highlights.sorted() == known.sorted())
                }
                #expect(unsafe ipf_hits_tier(hits, page.hits.count) == -1)
                #expect(unsafe string(ipf_hits_relaxation(hits)) == page.relaxation)
                cursor = unsafe string(ipf_hits_next(hits))
                #expect(cursor == page.next?.description)
                expected = page.next
            } while cursor != nil
        }
    }

    @Test func textsInAnyNotationAreWrittenInOne() throws {
        // More texts than a batch has, so that several threads work on the call.
        let known = ["AAPL", "US0378331005", "THYAO.IS", " AAPL US Equity", "no such text", ""]
        let texts = (0..<20_000).map { known[$0 % known.count] }
        let day = CalendarDate(year: 2026, month: 11, day: 21)!
        for notation in ["ipf", "ric", "occ"] {
            let found = try unsafe withTexts(texts) { texts in
                try unsafe table { out, error in
                    unsafe ipf_catalog_symbols(
                        handle, texts, 20_000, notation, terminated, Int32(day.dayNumber), out, error)
                }
            }
            #expect(found.names == ["symbol", "text", "reason"])
            #expect(found.batches == 2 && found.rows.count == texts.count)
            for (number, row) in found.rows.enumerated() {
                let best = catalog.instruments(written: texts[number], on: day).first
                #expect(row[0] == best.map { catalog.symbol(at: $0.row) })
                let text = best.flatMap { try? catalog.text(of: $0.row, as: Notation(rawValue: notation)!, on: day) }
                #expect(row[1] == text)
                #expect((row[1] == nil) == (row[2] != nil))
                if number >= known.count { #expect(row == found.rows[number - known.count]) }
                if number == 2 * known.count { break }
            }
        }
        let failed = #expect(throws: Failed.self) {
            try unsafe table { unsafe ipf_catalog_symbols(handle, nil, 0, "cusip", terminated, .min, $0, $1) }
        }
        #expect(failed?.text == "notation \"cusip\": expected one of ipf, occ, terminal, ric, chart, yahoo-like")
    }

    @Test func aTableRemainsReadableAfterItsCatalogIsFreed() throws {
        let catalog = try unsafe make { unsafe ipf_catalog_open(sample.catalog.path, terminated, $0, $1) }
        let rows = try unsafe make { unsafe ipf_catalog_select(catalog, nil, 0, 0, .max, $0, $1) }
        var stream = unsafe ArrowArrayStream()
        try unsafe call { unsafe ipf_catalog_columns(catalog, rows, nil, 0, &stream, $0) }
        unsafe ipf_rows_free(rows)
        unsafe ipf_catalog_free(catalog)
        let table = unsafe ArrowText(&stream)
        #expect(
            table.rows.map { $0[table.names.firstIndex(of: "SYMBOL")!] }
                == (0..<self.catalog.count).map { self.catalog.symbol(at: Row($0)) })
    }

    @Test func anEarlierStateOpensAsASeparateCatalog() throws {
        let path = sample.folder.path("past.ipfc")
        let old = sample.folder.path("old.ipf"), new = sample.folder.path("new.ipf")
        let head = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n"
        try Data("\(head)STOCK,GONE,first\nSTOCK,STAYS,first\n##COMPLETE\n".utf8).write(to: URL(filePath: old))
        try Data("\(head)STOCK,STAYS,second\nSTOCK,CAME,second\n##COMPLETE\n".utf8).write(to: URL(filePath: new))
        for source in [old, new] {
            // SAFETY: Freed immediately.
            let importer = try unsafe make {
                unsafe ipf_import_create(path, terminated, UInt32(IPF_IMPORT_KEEP_HISTORY), $0, $1)
            }
            defer { unsafe ipf_import_free(importer) }
            try unsafe call { unsafe ipf_import_add_source(importer, source, terminated, $0) }
            try unsafe call { unsafe ipf_import_run(importer, nil, $0) }
        }
        let now = try unsafe make { unsafe ipf_catalog_open(path, terminated, $0, $1) }
        defer { unsafe ipf_catalog_free(now) }
        let since = try #require(try Catalog.open(path).history()).since
        let then = try unsafe make { unsafe ipf_catalog_as_of(now, "\(since)", terminated, $0, $1) }
        defer { unsafe ipf_catalog_free(then) }
        let gone = try unsafe make { unsafe ipf_catalog_removed(now, $0, $1) }
        defer { unsafe ipf_catalog_free(gone) }
        for unsafe(handle, expected) in unsafe [
            (now, ["CAME second", "STAYS second"]), (then, ["GONE first", "STAYS first"]), (gone, ["GONE first"]),
        ] {
            #expect(unsafe ipf_catalog_count(handle) == Int64(expected.count))
            let rows = try unsafe make {
                unsafe ipf_catalog_select(handle, nil, ipf_order(IPF_BY_SYMBOL), 0, .max, $0, $1)
            }
            defer { unsafe ipf_rows_free(rows) }
            try unsafe withTexts(["SYMBOL", "DESCRIPTION"]) { fields in
                let read = try unsafe table { unsafe ipf_catalog_columns(handle, rows, fields, 2, $0, $1) }
                // The file and the overlay both have the field TYPE, but it must be listed only once.
                _ = try unsafe table { unsafe ipf_catalog_columns(handle, rows, nil, 0, $0, $1) }
                #expect(read.rows.map { $0.map { $0! }.joined(separator: " ") } == expected)
            }
            #expect(unsafe ipf_catalog_row(handle, "GONE", terminated) == -1 || expected[0] == "GONE first")
        }
        #expect(
            throws: Failed(
                status: IPF_INVALID_ARGUMENT, text: "\"soon\" is not a point in time, expected \(PointInTime.forms)")
        ) {
            _ = try unsafe make { unsafe ipf_catalog_as_of(now, "soon", terminated, $0, $1) }
        }
        for moment in ["2001-01-01", "2999-01-01"] {
            let failed = #expect(throws: Failed.self) {
                _ = try unsafe make { unsafe ipf_catalog_as_of(now, moment, terminated, $0, $1) }
            }
            #expect(failed?.status == IPF_OUT_OF_RANGE)
        }
        let failed = #expect(throws: Failed.self) {
            _ = try unsafe make { unsafe ipf_catalog_removed(handle, $0, $1) }
        }
        #expect(failed?.status == IPF_OUT_OF_RANGE)
    }

    @Test func filtersSelectTheSameRowsAsTheLibrary() throws {
        let handle = unsafe handle
        let filter = unsafe ipf_filter_create()
        defer { unsafe ipf_filter_free(filter) }
        try unsafe call { unsafe ipf_filter_require(filter, "TYPE", terminated, "OPT*", terminated, $0) }
        try unsafe call { unsafe ipf_filter_require_exactly(filter, "TYPE", terminated, "FUTURE", terminated, $0) }
        let day = CalendarDate(year: 2026, month: 12, day: 20)!
        try unsafe call { unsafe ipf_filter_require_active_on(filter, Int32(day.dayNumber), $0) }
        try unsafe call { unsafe ipf_filter_require_expiration(filter, .min, Int32(day.dayNumber) + 100, $0) }
        try unsafe call { unsafe ipf_filter_require_strike(filter, .nan, 300, $0) }
        var same = CatalogFilter()
        same.require(.type, anyOf: ["OPT*", FieldPattern(exactly: "FUTURE")])
        same.activeOn = day
        same.expiration.through = CalendarDate(dayNumber: day.dayNumber + 100)
        same.strike.through = 300
        let known = catalog.select(same)
        #expect(known.count > 10)
        for (order, number) in [(CatalogOrder.rank, IPF_BY_RANK), (.symbol, IPF_BY_SYMBOL), (.type, IPF_BY_TYPE)] {
            let found = try unsafe make {
                unsafe ipf_catalog_select(handle, filter, ipf_order(number), 2, 5, $0, $1)
            }
            #expect(unsafe rows(found) == known.rows(in: order, offset: 2, limit: 5))
        }
        var count: Int64 = 0
        try unsafe call { unsafe ipf_catalog_count_matches(handle, filter, &count, $0) }
        #expect(count == Int64(known.count))
        let counts = try unsafe table { unsafe ipf_catalog_counts(handle, filter, "TYPE", terminated, $0, $1) }
        #expect(counts.rows == known.facets.types.map { [$0.name, "\($0.count)"] })
        // Each row has its own symbol, so the file has no dictionary of symbols.
        let symbols = try unsafe table { unsafe ipf_catalog_counts(handle, filter, "SYMBOL", terminated, $0, $1) }
        #expect(Set(symbols.rows.map { $0[0] }) == Set(known.rows().map { catalog.symbol(at: $0) }))
        #expect(symbols.rows.allSatisfy { $0[1] == "1" })
        try unsafe call { unsafe ipf_filter_require(filter, "TYPE", terminated, "stock", terminated, $0) }
        let misses = try unsafe names(make { unsafe ipf_catalog_misses(handle, filter, $0, $1) })
        #expect(misses == ["no instrument of type stock; did you mean STOCK?"])
    }

    @Test func columnsContainTheFieldsOfEachRow() throws {
        let handle = unsafe handle
        let all = try unsafe table { unsafe ipf_catalog_columns(handle, nil, nil, 0, $0, $1) }
        #expect(all.names == catalog.fieldNames)
        #expect(all.rows.count == catalog.count)
        for (row, values) in all.rows.enumerated() {
            for (name, value) in zip(all.names, values) {
                #expect(value ?? "" == catalog.withField(named: name, at: Row(row)) { String(decoding: $0) })
            }
        }
        let formats = Dictionary(uniqueKeysWithValues: zip(all.names, all.formats))
        #expect(formats["SYMBOL"] == "u")
        #expect(formats["TYPE"] == "c")
        #expect(formats["STRIKE"] == "g")
        #expect(formats["EXPIRATION"] == "tdD")
        let list: [Int64] = [5, 0, 5, 17]
        let chosen = try unsafe make { unsafe ipf_rows_create(list, list.count, $0, $1) }
        defer { unsafe ipf_rows_free(chosen) }
        let some = try unsafe withTexts(["TYPE", "SYMBOL"]) { fields in
            try unsafe table { unsafe ipf_catalog_columns(handle, chosen, fields, 2, $0, $1) }
        }
        #expect(some.names == ["TYPE", "SYMBOL"])
        #expect(some.rows == list.map { [catalog.string(.type, at: Row(Int($0))), catalog.symbol(at: Row(Int($0)))] })
    }

    @Test func chainsAreReturnedAsTables() throws {
        let handle = unsafe handle
        let all = try unsafe table { unsafe ipf_catalog_chain(handle, "AAPL", terminated, nil, $0, $1) }
        let chain = try #require(catalog.optionChain(named: "AAPL"))
        #expect(
            all.names == [
                "expiration", "last_trade", "strike", "multiplier", "spc", "call", "put", "call_row", "put_row",
            ])
        let options = all.rows.flatMap { [$0[5], $0[6]] }.compactMap(\.self)
        #expect(
            options.count
                == chain.series.reduce(0) { $0 + $1.strikes.reduce(0) { $0 + $1.calls.count + $1.puts.count } })
        for row in all.rows {
            let call = catalog[try #require(row[5])]
            #expect(call?.expiration?.description == row[0])
            #expect(row[7] == catalog.row(forSymbol: row[5]!).map { "\($0.number)" })
        }
        var near = unsafe ipf_chain_options_default()
        unsafe near.nearest_count = 2
        unsafe near.nearest_price = 265
        unsafe near.expiration_from = Int32(chain.series[1].expiration.dayNumber)
        unsafe near.expiration_through = near.expiration_from
        let some = try unsafe table { unsafe ipf_catalog_chain(handle, "AAPL", terminated, &near, $0, $1) }
        #expect(
            some.rows.map { $0[2]! } == chain.series[1].strikes(2, around: 265).map { DecimalNumber.format($0.strike) })
        let futures = try unsafe make { unsafe ipf_catalog_futures(handle, "/ES", terminated, $0, $1) }
        #expect(unsafe rows(futures) == catalog.futures(ofProduct: "/ES").map(\.row))
    }
}

/// Calls `body` with texts as C passes them.
///
/// SAFETY: The bytes are valid during the call.
func withTexts<Result>(_ texts: [String], _ body: (UnsafePointer<ipf_text>) throws -> Result) rethrows -> Result {
    // All texts are in one block of bytes, each at its own offset.
    let bytes: [CChar] = texts.flatMap { $0.utf8.map { CChar(bitPattern: $0) } } + [0]
    return try unsafe bytes.withUnsafeBufferPointer { bytes in
        var list: [ipf_text] = unsafe []
        var start = bytes.baseAddress!
        for text in texts {
            unsafe list.append(ipf_text(data: start, size: text.utf8.count))
            unsafe start += text.utf8.count
        }
        return try unsafe list.withUnsafeBufferPointer { unsafe try body($0.baseAddress!) }
    }
}
