import Foundation
import TestSupport
import Testing

/// Commands that read compressed sources report the library that inflated them.
@Suite struct InflateLibraryTests {
    #if ISAL
        private static let name = "ISA-L"
    #else
        private static let name = "zlib"
    #endif

    @Test func scanAndImportUseTheInflateLibrary() throws {
        let folder = try TemporaryFolder()
        let sample = Command.root.appending(path: "Samples/Data/sample.ipf.gz").path
        let scan = try Command.run(["scan", sample])
        #expect(scan.output.contains("inflate (\(Self.name))"), "\(scan)")
        let catalog = folder.path("sample.ipfc")
        let new = try Command.run(["import", sample, "-o", catalog])
        #expect(new.output.contains("inflate (\(Self.name))"), "\(new)")
        try FileManager.default.removeItem(atPath: catalog)
        let json = try Command.run(["import", sample, "-o", catalog, "--json"])
        #expect(json.output.contains("\"inflatedBy\": \"\(Self.name) "), "\(json)")
    }
}
