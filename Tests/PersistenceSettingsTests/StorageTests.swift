import Foundation
import PersistenceSettings
import TestSupport
import Testing

/// The common behavior of all stores.
@Suite struct StorageTests {
    struct Custom: Codable, Hashable {
        var name: String
        var numbers: [Double]
        var nested: [String: Bool]?
    }

    /// A store, and a second store at the same location.
    struct Place: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let open: @Sendable (TemporaryFolder) throws -> any StorageManager & Sendable
    }

    static let places = [
        Place(testDescription: "files") { try FileStorage(folder: $0.path("store")) },
        Place(testDescription: "user defaults") { folder in
            try UserDefaultsStorage(suite: "swift-ipf-tests-\(folder.url.lastPathComponent)")
        },
    ]

    @Test(arguments: places) func storedValuesAreAvailableInTheNextRun(_ place: Place) throws {
        let folder = try TemporaryFolder()
        defer { Self.removeSuite(folder) }
        try check(try place.open(folder), again: { try place.open(folder) })
    }

    @Test func memoryRetainsItsValues() throws {
        let storage = InMemoryStorage()
        try check(storage, again: { storage })
    }

    private func check(_ storage: any StorageManager & Sendable, again: () throws -> any StorageManager & Sendable)
        throws
    {
        let custom = Custom(name: "ä\n\"", numbers: [1.5, -0.1, 1e300], nested: ["a": true])
        try storage.setObject(custom, forKey: "a custom/one")
        try storage.setObject(42, forKey: "int")
        try storage.setObject(0.1, forKey: "double")
        try storage.setObject(Float(2.5), forKey: "float")
        try storage.setObject("text", forKey: "string")
        try storage.setObject(true, forKey: "flag")
        try storage.setObject(false, forKey: "no flag")
        try storage.setObject(["x", "y"], forKey: "list")
        try storage.setObject(String?.none, forKey: "nothing")
        try storage.setObject("second", forKey: "string")
        let other = try again()
        #expect(try other.getObject(forKey: "a custom/one", castTo: Custom.self) == custom)
        #expect(try other.getObject(forKey: "int", castTo: Int.self) == 42)
        #expect(try other.getObject(forKey: "int", castTo: UInt8.self) == 42)
        #expect(try other.getObject(forKey: "double", castTo: Double.self) == 0.1)
        #expect(try other.getObject(forKey: "float", castTo: Float.self) == 2.5)
        #expect(try other.getObject(forKey: "string", castTo: String.self) == "second")
        #expect(try other.getObject(forKey: "flag", castTo: Bool.self) == true)
        #expect(try other.getObject(forKey: "no flag", castTo: Bool.self) == false)
        #expect(try other.getObject(forKey: "list", castTo: [String].self) == ["x", "y"])
        #expect(try other.getObject(forKey: "nothing", castTo: String?.self) == nil)
        #expect(try other.object(forKey: "missing", castTo: Int.self) == nil)
        #expect(
            throws: StorageError(
                .noValue, key: "missing", reason: "found no value; set a value first, or use a default")
        ) {
            try other.getObject(forKey: "missing", castTo: Int.self)
        }
        #expect(kind { try other.getObject(forKey: "string", castTo: Int.self) } == .corrupt)
        #expect(kind { try other.getObject(forKey: "a custom/one", castTo: [Int].self) } == .corrupt)
        // A failed write leaves the old value.
        #expect(kind { try other.setObject(Double.nan, forKey: "double") } == .unencodable)
        #expect(try other.getObject(forKey: "double", castTo: Double.self) == 0.1)
        // Setting a value aside removes it; the result is `nil` if there is no value.
        #expect(try other.setAsideObject(forKey: "missing") == nil)
        #expect(try other.setAsideObject(forKey: "list")?.isEmpty == false)
        #expect(try other.object(forKey: "list", castTo: [String].self) == nil)
    }

    @Test func filesAreReadableAndNamedAfterTheirKeys() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.path("a/b"))
        try storage.setObject(["b": 1, "a": 2], forKey: "../Sneaky key")
        let file = folder.url.appending(path: "a/b/%2E.%2FSneaky%20key.json")
        #expect(try String(contentsOf: file, encoding: .utf8) == "{\n  \"a\" : 2,\n  \"b\" : 1\n}")
        #expect(try storage.file(forKey: "../Sneaky key").path == file.path)
        // No temporary file remains, and only the owner can read the file.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a/b")) == [file.lastPathComponent])
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: ["", String(repeating: "k", count: 201), String(repeating: "é", count: 34)])
    func keysThatAreNotFileNamesAreRefused(_ key: String) throws {
        let storage = try FileStorage(folder: try TemporaryFolder().url)
        #expect(kind { try storage.setObject(1, forKey: key) } == .invalidKey)
        #expect(kind { try storage.getObject(forKey: key, castTo: Int.self) } == .invalidKey)
    }

    @Test func aDamagedFileIsReportedAndSetAside() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.url)
        for (round, text) in ["{\"a\": ", "{\"a\": 1, ", "{\"a\": 1, "].enumerated() {
            try Data(text.utf8).write(to: folder.url.appending(path: "k.json"))
            #expect(throws: StorageError.self) { try storage.getObject(forKey: "k", castTo: [String: Int].self) }
            let aside = try #require(try storage.setAsideObject(forKey: "k"))
            // Setting aside an identical text again needs no new file.
            #expect(aside == folder.path(["k.json.corrupt", "k.json.corrupt-2", "k.json.corrupt-2"][round]))
            #expect(try String(contentsOf: URL(filePath: aside), encoding: .utf8) == text)
        }
        #expect(try storage.object(forKey: "k", castTo: Int.self) == nil)
    }

    /// A symbolic link is followed and remains. A pipe or folder is an error, and never blocks.
    @Test func onlyRegularFilesAreReplaced() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.path("store"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("store/link.json"), withDestinationPath: folder.path("elsewhere"))
        try storage.setObject(7, forKey: "link")
        #expect(try String(contentsOf: folder.url.appending(path: "elsewhere"), encoding: .utf8) == "7")
        #expect(try storage.getObject(forKey: "link", castTo: Int.self) == 7)
        try folder.makePipe("store/pipe.json")
        do {
            try storage.setObject(1, forKey: "pipe")
            Issue.record("a pipe was replaced")
        } catch let error as StorageError {
            #expect(
                error.reason
                    == "\(folder.path("store/pipe.json")) is a named pipe, and only a file can be replaced; name a file"
            )
        }
        #expect(kind { try storage.getObject(forKey: "pipe", castTo: Int.self) } == .corrupt)
    }

    @Test func anUnwritableFolderIsAnError() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "file"))
        #expect(throws: StorageError.self) { try FileStorage(folder: folder.path("file/store")) }
        let storage = try FileStorage(folder: folder.path("store"))
        try FileManager.default.removeItem(atPath: folder.path("store"))
        do {
            try storage.setObject(1, forKey: "k")
            Issue.record("a store without a folder stored a value")
        } catch let error as StorageError {
            #expect(error.kind == .io && error.key == "k")
            #expect(
                error.description
                    == "stored value “k”: can't create a file beside \(folder.path("store/k.json")): No such file or directory"
            )
        }
    }

    /// Readers always see one complete written value.
    @Test func replacingIsAtomic() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.url)
        let values = (0..<4).map { [String](repeating: "value \($0)", count: 500 * ($0 + 1)) }
        try storage.setObject(values[0], forKey: "k")
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<25 {
                if thread < 2 {
                    #expect(throws: Never.self) { try storage.setObject(values[(thread + round) % 4], forKey: "k") }
                } else {
                    let found = try? storage.getObject(forKey: "k", castTo: [String].self)
                    #expect(found.map(values.contains) == true)
                }
            }
        }
    }

    #if !canImport(Darwin)
        @Test func applicationsOnLinuxStoreFilesInTheConfigurationFolder() throws {
            let folder = try TemporaryFolder()
            let environment = ["XDG_CONFIG_HOME": folder.url.path]
            let storage = try ApplicationStorage.standard(for: "org.example.charts", environment: environment)
            try storage.setObject(1, forKey: "k")
            #expect(FileManager.default.fileExists(atPath: folder.path("org.example.charts/k.json")))
            #expect(throws: StorageError.self) { try ApplicationStorage.standard(for: "a/b", environment: environment) }
        }
    #endif

    private func kind(_ body: () throws -> some Any) -> StorageError.Kind? {
        do {
            _ = try body()
            return nil
        } catch { return (error as? StorageError)?.kind }
    }

    /// Removes the suite's file, at its location on this system.
    static func removeSuite(_ folder: TemporaryFolder) {
        let suite = "swift-ipf-tests-\(folder.url.lastPathComponent)"
        UserDefaults.standard.removePersistentDomain(forName: suite)
        let environment = ProcessInfo.processInfo.environment
        let configuration = environment["XDG_CONFIG_HOME"] ?? NSHomeDirectory() + "/.config"
        try? FileManager.default.removeItem(atPath: configuration + "/" + suite + ".plist")
    }
}
