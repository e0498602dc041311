import Foundation
import Testing

@testable import CatalogServer

@Suite struct ServiceFilesTests {
    @Test func embedsEveryFileOfThePage() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/CatalogServer/Page")
        let names = try FileManager.default.contentsOfDirectory(atPath: page.path)
        #expect(!names.isEmpty)
        for name in names {
            #expect(try ServiceFiles.all[name] == [UInt8](Data(contentsOf: page.appending(path: name))), "\(name)")
        }
    }
}
