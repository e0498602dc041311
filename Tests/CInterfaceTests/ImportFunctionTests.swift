import CIPF
import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// Imports through `ipf.h`.
@Suite struct ImportFunctionTests {
    @Test func aSourceIsImportedOnceAndRefusedIfItRemovesTooMuch() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.ipfc")
        let summary = try Sample.importSample(to: path)
        #expect(summary.written && summary.complete)
        #expect(try summary.instruments == Int64(Catalog.open(path).count))
        let few = folder.path("few.ipf")
        try Data("#STOCK::=TYPE,SYMBOL\nSTOCK,A\n##COMPLETE\n".utf8).write(to: URL(filePath: few))
        let importer = try unsafe make { unsafe ipf_import_create(path, terminated, 0, $0, $1) }
        defer { unsafe ipf_import_free(importer) }
        try unsafe call { unsafe ipf_import_add_source(importer, few, terminated, $0) }
        var untouched = ipf_import_summary()
        #expect(throws: Failed.self) { try unsafe call { unsafe ipf_import_run(importer, &untouched, $0) } }
        #expect(try Catalog.open(path).count == Int(summary.instruments))
        // An importer runs only once.
        #expect(
            throws: Failed(
                status: IPF_INVALID_ARGUMENT,
                text: "the import has already started; create a new "
                    + "ipf_import")
        ) {
            try unsafe call { unsafe ipf_import_run(importer, nil, $0) }
        }
        let flags = UInt32(IPF_IMPORT_ALLOW_SHRINK)
        let shrinking = try unsafe make { unsafe ipf_import_create(path, terminated, flags, $0, $1) }
        defer { unsafe ipf_import_free(shrinking) }
        try unsafe call { unsafe ipf_import_add_source(shrinking, few, terminated, $0) }
        try unsafe call { unsafe ipf_import_run(shrinking, nil, $0) }
        let progress = unsafe ipf_import_get_progress(shrinking)
        #expect(progress.source == 1)
        #expect(progress.lines == 3)
        #expect(try Catalog.open(path).count == 1)
    }

    @Test func malformedRecordsEndAnImportUnlessTheyAreSkipped() throws {
        let folder = try TemporaryFolder()
        let source = folder.path("bad.ipf")
        try Data("#STOCK::=TYPE,SYMBOL\nSTOCK,A\nSTOCK\n##COMPLETE\n".utf8).write(to: URL(filePath: source))
        for (flags, expected) in [(0, IPF_SOURCE), (IPF_IMPORT_SKIP_MALFORMED, IPF_OK)] {
            let importer = try unsafe make {
                unsafe ipf_import_create(folder.path("\(flags).ipfc"), terminated, UInt32(flags), $0, $1)
            }
            defer { unsafe ipf_import_free(importer) }
            try unsafe call { unsafe ipf_import_add_source(importer, source, terminated, $0) }
            var summary = ipf_import_summary()
            #expect(unsafe Int(ipf_import_run(importer, &summary, nil)) == expected)
            if expected == IPF_OK { #expect(summary.rejected == 1 && summary.instruments == 1) }
            let rejections = try unsafe names(make { unsafe ipf_import_rejections(importer, $0, $1) })
            #expect(rejections.count == 1)
            #expect(rejections[0].hasPrefix("\(source): line 3"))
        }
    }

    @Test func listsAreImportedWithAMapping() throws {
        let folder = try TemporaryFolder()
        let (path, list) = (folder.path("all.ipfc"), folder.path("list.csv"))
        try Data("ticker;name\nA2A.MI;A2A\n".utf8).write(to: URL(filePath: list))
        for (flags, symbol) in [(0, "A2A:IT"), (IPF_IMPORT_NO_DERIVE | IPF_IMPORT_ALLOW_SHRINK, "A2A.MI")] {
            let importer = try unsafe make { unsafe ipf_import_create(path, terminated, UInt32(flags), $0, $1) }
            defer { unsafe ipf_import_free(importer) }
            try unsafe call { unsafe ipf_import_add_source(importer, list, terminated, $0) }
            #expect(unsafe ipf_import_set_map(importer, "ISIN=x", terminated, nil) == ipf_status(IPF_INVALID_ARGUMENT))
            try unsafe call {
                unsafe ipf_import_set_map(importer, "SYMBOL=yahoo:ticker,DESCRIPTION=name", terminated, $0)
            }
            try unsafe call { unsafe ipf_import_run(importer, nil, $0) }
            #expect(try Catalog.open(path)[symbol]?.description == "A2A")
        }
    }

    @Test func aCanceledImportWritesNoFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.ipfc")
        let importer = try unsafe make { unsafe ipf_import_create(path, terminated, 0, $0, $1) }
        defer { unsafe ipf_import_free(importer) }
        try unsafe call { unsafe ipf_import_add_source(importer, Sample.source, terminated, $0) }
        unsafe ipf_import_cancel(importer)
        #expect(unsafe ipf_import_run(importer, nil, nil) == ipf_status(IPF_CANCELLED))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func invalidOptionsAreRefused() throws {
        var object: OpaquePointer?
        #expect(unsafe ipf_import_create("x", 1, 128, &object, nil) == ipf_status(IPF_INVALID_ARGUMENT))
        let importer = try unsafe make { unsafe ipf_import_create("x", 1, 0, $0, $1) }
        defer { unsafe ipf_import_free(importer) }
        #expect(
            throws: Failed(
                status: IPF_INVALID_ARGUMENT, text: "the import has no source; call ipf_import_add_source")
        ) {
            try unsafe call { unsafe ipf_import_run(importer, nil, $0) }
        }
        #expect(throws: Failed(status: IPF_INVALID_ARGUMENT, text: "field is empty, expected the name of a field")) {
            try unsafe call { unsafe ipf_import_add_identifier(importer, "", 0, $0) }
        }
        // The importer remains usable after an invalid argument.
        try unsafe call { unsafe ipf_import_add_source(importer, "/there/is/none.ipf", terminated, $0) }
        #expect(unsafe ipf_import_run(importer, nil, nil) == ipf_status(IPF_SOURCE))
    }
}
