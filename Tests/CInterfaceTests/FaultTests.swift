import CIPF
import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// Invalid arguments give an error with a message and never trap.
@Suite struct FaultTests {
    private func fault(_ body: (UnsafeMutablePointer<OpaquePointer?>) -> ipf_status) -> Failed? {
        do {
            try unsafe call(body)
            return nil
        } catch {
            return error as? Failed
        }
    }

    private func made(
        _ body: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<OpaquePointer?>) -> ipf_status
    ) -> Failed? {
        // SAFETY: The pointer is never dereferenced.
        var out = unsafe OpaquePointer(bitPattern: 8)
        let failed = unsafe fault { unsafe body(&out, $0) }
        unsafe #expect(out == nil)
        return failed
    }

    @Test func nullIsAnError() {
        let noCatalog = Failed(status: IPF_INVALID_ARGUMENT, text: "catalog is NULL, expected a value")
        #expect(
            unsafe made { unsafe ipf_catalog_open(nil, terminated, $0, $1) }?.text == "path is NULL, expected a "
                + "value")
        #expect(
            unsafe fault { unsafe ipf_catalog_open("x", 1, nil, $0) }?.text
                == "out is NULL, expected a pointer for the result")
        #expect(unsafe made { unsafe ipf_catalog_fields(nil, $0, $1) } == noCatalog)
        #expect(unsafe made { unsafe ipf_catalog_record(nil, 0, $0, $1) } == noCatalog)
        #expect(unsafe made { unsafe ipf_catalog_near(nil, "A", 1, 1, $0, $1) } == noCatalog)
        #expect(unsafe made { unsafe ipf_catalog_select(nil, nil, 0, 0, 1, $0, $1) } == noCatalog)
        #expect(unsafe made { unsafe ipf_catalog_search(nil, "A", 1, nil, 0, 1, nil, 0, $0, $1) } == noCatalog)
        #expect(unsafe made { unsafe ipf_catalog_futures(nil, "A", 1, $0, $1) } == noCatalog)
        #expect(unsafe fault { unsafe ipf_catalog_verify(nil, $0) } == noCatalog)
        #expect(
            unsafe fault { unsafe ipf_filter_require(nil, "A", 1, "B", 1, $0) }?.text == "filter is NULL, expected a "
                + "value")
        var stream = unsafe ArrowArrayStream()
        #expect(unsafe fault { unsafe ipf_catalog_columns(nil, nil, nil, 0, &stream, $0) } == noCatalog)
        #expect(unsafe fault { unsafe ipf_catalog_chain(nil, "A", 1, nil, &stream, $0) } == noCatalog)
        #expect(
            unsafe fault { unsafe ipf_schedule_days(nil, 0, 1, &stream, $0) }?.text == "schedule is NULL, expected a "
                + "value")
        #expect(unsafe fault { unsafe ipf_schedule_days(nil, 0, 1, nil, $0) }?.status == IPF_INVALID_ARGUMENT)
        #expect(unsafe stream.release == nil)
        #expect(
            unsafe fault { unsafe ipf_price_round(nil, nil, 0, 0, nil, $0) }?.text == "price is NULL, expected a "
                + "value")
        #expect(unsafe fault { unsafe ipf_import_run(nil, nil, $0) }?.text == "import is NULL, expected a value")
        // The pointer for the error may be NULL.
        #expect(ipf_catalog_verify(nil, nil) == ipf_status(IPF_INVALID_ARGUMENT))
    }

    @Test func functionsWithoutAnErrorReturnNothingForNull() {
        #expect(unsafe ipf_catalog_row(nil, "A", 1) == -1)
        #expect(ipf_catalog_count(nil) == 0)
        #expect(unsafe ipf_names_count(nil) == 0 && ipf_names_at(nil, 0).data == nil)
        #expect(unsafe ipf_rows_count(nil) == 0 && ipf_rows_data(nil) == nil)
        #expect(unsafe ipf_record_count(nil) == 0 && ipf_record_value(nil, 0).data == nil)
        #expect(unsafe ipf_hits_count(nil) == 0 && ipf_hits_tier(nil, 0) == -1 && ipf_hits_next(nil).data == nil)
        #expect(unsafe ipf_hits_highlight(nil, 0, 0).field.data == nil)
        #expect(unsafe ipf_schedule_name(nil).data == nil && ipf_schedule_coverage_end(nil) == .min)
        #expect(unsafe ipf_error_code(nil) == 0 && ipf_error_text(nil).data == nil)
        #expect(ipf_import_get_progress(nil).total_bytes == -1)
        ipf_import_cancel(nil)
        ipf_error_free(nil)
        ipf_names_free(nil)
        ipf_rows_free(nil)
        ipf_filter_free(nil)
        ipf_catalog_free(nil)
        ipf_record_free(nil)
        ipf_hits_free(nil)
        ipf_schedule_free(nil)
        ipf_price_free(nil)
        ipf_import_free(nil)
    }

    @Test func textsThatAreNotUTF8AreErrors() throws {
        let bytes: [CChar] = [0x41, -1, 0x42, 0]
        let failed = unsafe made { unsafe ipf_catalog_open(bytes, terminated, $0, $1) }
        #expect(
            failed == Failed(status: IPF_INVALID_TEXT, text: "path is not UTF-8: found invalid bytes at offset 1"))
        let cut: [CChar] = [0x41, 0, 0x42]
        #expect(
            unsafe made { unsafe ipf_catalog_open(cut, 3, $0, $1) }?.text
                == "path contains a zero byte; remove it")
        // A length that has underflowed is larger than any text, but differs from IPF_TERMINATED.
        #expect(
            unsafe made { unsafe ipf_catalog_open("x", -2, $0, $1) }?.text
                == "path: the size is 18446744073709551614, which exceeds the address space")
        let sample = try Sample()
        #expect(unsafe ipf_catalog_row(sample.handle, "AAPL", -2) == -1)
        #expect(unsafe ipf_catalog_row(sample.handle, bytes, terminated) == -1)
        #expect(
            unsafe made { unsafe ipf_catalog_search(sample.handle, bytes, 3, nil, 0, 1, nil, 0, $0, $1) }?.status
                == IPF_INVALID_TEXT)
    }

    @Test func rowsAndFieldsThatDoNotExistAreErrors() throws {
        let sample = try Sample()
        let handle = unsafe sample.handle
        let count = sample.catalog.count
        let far = Failed(
            status: IPF_INVALID_ARGUMENT,
            text:
                "row \(count): the catalog has \(count) rows; expected a row that this catalog returned")
        #expect(unsafe made { unsafe ipf_catalog_record(handle, Int64(count), $0, $1) } == far)
        let list: [Int64] = [0, Int64(count)]
        let rows = try unsafe make { unsafe ipf_rows_create(list, 2, $0, $1) }
        defer { unsafe ipf_rows_free(rows) }
        var stream = unsafe ArrowArrayStream()
        #expect(unsafe fault { unsafe ipf_catalog_columns(handle, rows, nil, 0, &stream, $0) } == far)
        let unknown = Failed(status: IPF_UNKNOWN_FIELD, text: "there is no field CURENCY; did you mean CURRENCY?")
        unsafe withTexts(["CURENCY"]) { fields in
            #expect(unsafe fault { unsafe ipf_catalog_columns(handle, nil, fields, 1, &stream, $0) } == unknown)
        }
        let filter = unsafe ipf_filter_create()
        defer { unsafe ipf_filter_free(filter) }
        try unsafe call { unsafe ipf_filter_require(filter, "CURENCY", terminated, "USD", terminated, $0) }
        #expect(unsafe made { unsafe ipf_catalog_select(handle, filter, 0, 0, 1, $0, $1) } == unknown)
        #expect(
            unsafe made { unsafe ipf_catalog_select(handle, nil, 7, 0, 1, $0, $1) }?.text
                == "order 7: expected IPF_BY_RANK, IPF_BY_SYMBOL or IPF_BY_TYPE")
        #expect(
            unsafe fault { unsafe ipf_catalog_chain(handle, "NONE", terminated, nil, &stream, $0) }
                == Failed(status: IPF_NOT_FOUND, text: "NONE: neither an underlying nor a product of an option"))
        let typo = unsafe made {
            unsafe ipf_catalog_rows_of_identifier(handle, "ISIN", terminated, "US0378331006", terminated, $0, $1)
        }
        #expect(typo?.status == IPF_NOT_FOUND)
        #expect(typo?.text.contains("the check digit is 6, expected 5") == true)
        let notIndexed = unsafe made {
            unsafe ipf_catalog_rows_of_identifier(handle, "TYPE", terminated, "STOCK", terminated, $0, $1)
        }
        #expect(notIndexed?.status == IPF_INVALID_ARGUMENT)
        var best: Int64 = -2
        unsafe withTexts(["STOCK"]) { texts in
            let failed = unsafe fault {
                unsafe ipf_catalog_rows_of_identifiers(handle, "TYPE", terminated, texts, 1, &best, $0)
            }
            #expect(failed?.status == IPF_INVALID_ARGUMENT)
        }
        #expect(best == -2)
        var options = unsafe ipf_chain_options_default()
        unsafe options.size = 4
        #expect(
            unsafe fault { unsafe ipf_catalog_chain(handle, "AAPL", terminated, &options, &stream, $0) }?.status
                == IPF_INVALID_ARGUMENT)
        #expect(
            unsafe made { unsafe ipf_catalog_search(handle, "a", 1, nil, .min, 1, "nonsense", terminated, $0, $1) }?
                .status
                == IPF_INVALID_CURSOR)
    }

    @Test func filesThatAreNotCatalogsAreErrors() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("text")
        try Data("no catalog, but long enough to be one: \(String(repeating: "x", count: 100))".utf8)
            .write(to: URL(filePath: path))
        #expect(unsafe made { unsafe ipf_catalog_open(path, terminated, $0, $1) }?.status == IPF_NOT_A_CATALOG)
        #expect(unsafe made { unsafe ipf_catalog_open(folder.path("none"), terminated, $0, $1) }?.status == IPF_IO)
    }

    @Test func answersWithoutALineageAreErrors() throws {
        let field = #""TYPE":{"since":"2026-01-01T00:00:00Z","rule":"prefer"}"#
        func lineages(_ answers: [String]) throws -> ArrowText {
            try unsafe withTexts(answers) { texts in
                try unsafe table { unsafe ipf_lineage(texts, answers.count, $0, $1) }
            }
        }
        func answer(_ fields: String) -> String { #"{"symbol":"A","lineage":{"fields":{\#(fields)}}}"# }
        let found = try lineages([answer(field), answer("")])
        #expect(found.rows.map { $0[0] } == ["A"] && found.rows[0][5] == "prefer" && found.rows[0][6] == nil)
        for text in [
            "", "[]", "{}", #"{"symbol":"A"}"#, #"{"lineage":{"fields":{\#(field)}}}"#,
            answer(#""TYPE":{"since":"soon"}"#), answer(#""TYPE":5"#), answer(field) + "}",
            String(answer(field).dropLast()), #"{"symbol":"A","lineage":{"fields":[\#(field)]}}"#,
        ] {
            let failed = #expect(throws: Failed.self, "\(text)") { try lineages([answer(field), text]) }
            #expect(
                failed?.text
                    == "answer 1 has no lineage, expected the answer of a service to "
                    + "GET /v1/instruments/SYMBOL?lineage=true")
        }
    }

    @Test func invalidRulesAndTimesAreErrors() throws {
        #expect(
            unsafe made { unsafe ipf_price_open("0.01 x", terminated, $0, $1) }?.status == IPF_INVALID_RULES)
        #expect(
            unsafe made { unsafe ipf_schedule_open("BIST(0=", terminated, nil, nil, 0, $0, $1) }?.status
                == IPF_INVALID_RULES)
        let none = unsafe made { unsafe ipf_schedule_open("XNYZ", terminated, nil, nil, 0, $0, $1) }
        #expect(none?.status == IPF_NOT_FOUND)
        #expect(none?.text.hasPrefix("XNYZ: no such venue; did you mean XNYS") == true)
        let schedule = try unsafe make { unsafe ipf_schedule_open("XNYS", terminated, nil, nil, 0, $0, $1) }
        defer { unsafe ipf_schedule_free(schedule) }
        var open: [UInt8] = [0, 0]
        let times: [Int64] = [0, .max]
        let far = unsafe fault { unsafe ipf_schedule_is_open(schedule, times, 2, 0, 14, &open, $0) }
        #expect(far?.status == IPF_OUT_OF_RANGE)
        #expect(far?.text.hasPrefix("time 1: day ") == true)
        #expect(
            unsafe fault { unsafe ipf_schedule_is_open(schedule, times, 1, 4, 14, &open, $0) }?.status
                == IPF_INVALID_ARGUMENT)
        #expect(
            unsafe fault { unsafe ipf_schedule_is_open(schedule, times, 1, 0, 32, &open, $0) }?.status
                == IPF_INVALID_ARGUMENT)
        #expect(
            unsafe fault { unsafe ipf_schedule_is_open(schedule, times, -5, 0, 14, &open, $0) }?.status
                == IPF_INVALID_ARGUMENT)
        var stream = unsafe ArrowArrayStream()
        #expect(unsafe fault { unsafe ipf_schedule_days(schedule, 5, 4, &stream, $0) }?.status == IPF_INVALID_ARGUMENT)
        #expect(unsafe fault { unsafe ipf_schedule_days(schedule, 0, .max, &stream, $0) }?.status == IPF_OUT_OF_RANGE)
    }
}
