import Foundation
import PersistenceSettings
import TestSupport
import Testing

/// Values in user defaults are exact for all types. Values that other programs stored can be read.
@Suite struct UserDefaultsTests {
    private let folder: TemporaryFolder
    private let defaults: UserDefaults
    private let storage: UserDefaultsStorage

    init() throws {
        folder = try TemporaryFolder()
        defaults = try #require(UserDefaults(suiteName: "swift-ipf-tests-\(folder.url.lastPathComponent)"))
        storage = UserDefaultsStorage(defaults)
    }

    private func remove() { StorageTests.removeSuite(folder) }

    /// Checks that values are read back unchanged: from the store, and from the property list as text and as binary,
    /// which the next run reads.
    private func check<Value: Codable & Equatable>(_ values: [Value]) throws {
        for value in values {
            try storage.setObject(value, forKey: "k")
            #expect(try storage.getObject(forKey: "k", castTo: Value.self) == value)
            let found = try #require(defaults.object(forKey: "k"))
            for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
                let list = try PropertyListSerialization.data(
                    fromPropertyList: ["k": found], format: format, options: 0)
                // SAFETY: the pointer for the detected format is `nil`.
                let read = try unsafe PropertyListSerialization.propertyList(from: list, format: nil) as? [String: Any]
                defaults.set(try #require(read?["k"]), forKey: "k")
                #expect(try storage.getObject(forKey: "k", castTo: Value.self) == value, "\(value) as \(format)")
            }
        }
    }

    @Test func numbersAreStoredExactly() throws {
        defer { remove() }
        let edge: Int64 = 1 << 53
        let signed: [Int64] = [0, 1, -1, edge - 1, edge, edge + 1, -edge - 1, .max, .max - 1, .min, .min + 1]
        try check(signed)
        try check([0, 1, Int.max, Int.min, Int(edge) + 1])
        let unsigned: [UInt64] = [0, 1, UInt64(edge) + 1, 1 << 63, (1 << 63) + 1, .max, .max - 1]
        try check(unsigned)
        let fractions: [Double] = [
            0, 0.1, 1.0 / 3, .pi, 1e300, -1e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
            9_007_199_254_740_994, 0.1 + 0.2, 123_456.789,
        ]
        try check(fractions)
        try check([Float.pi, 0.1, .greatestFiniteMagnitude])
        try check(
            ["0", "0.1", "-12345678901234567890.123456789", "99999999999999999999999999999999999999"]
                .compactMap { Decimal(string: $0) })
        try check([
            Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSince1970: 1_700_000_000.123_456),
            Date(timeIntervalSinceReferenceDate: .pi), .distantPast, .distantFuture,
        ])
        try check([true, false])
    }

    /// Foundation on Linux isn't thread-safe at its first use in a process, so each of these runs in a new process.
    @Test(.timeLimit(.minutes(60))) func severalThreadsMayUseUserDefaultsFirst() throws {
        let binary = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "StorageSteps")
        for number in 0..<30 {
            let process = Process()
            process.executableURL = binary
            process.arguments = ["first-use"]
            process.environment = ProcessInfo.processInfo.environment.merging([
                "XDG_CONFIG_HOME": folder.path("\(number)")
            ]) {
                $1
            }
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    private enum Theme: String, Codable { case dark, light }
    private enum Level: Int, Codable { case low = 1, high = 9_007_199_254_740_993 }

    /// Values that other programs stored, none of them in this store's own form.
    @Test func valuesOfOtherProgramsAreRead() throws {
        defer { remove() }
        func read<Value: Decodable>(_ value: Any, as type: Value.Type) throws -> Value {
            defaults.set(value, forKey: "k")
            return try storage.getObject(forKey: "k", castTo: type)
        }
        #expect(try read("light", as: Theme.self) == .light)
        #expect(try read(1, as: Level.self) == .low)
        #expect(try read(9_007_199_254_740_993, as: Level.self) == .high)
        #expect(try read(7, as: UInt8.self) == 7)
        #expect(try read(7, as: Double.self) == 7)
        #expect(try read(2.0, as: Int.self) == 2)
        #expect(try read(Data([1, 2, 255]), as: Data.self) == Data([1, 2, 255]))
        #expect(try read(["a", "b"], as: [String].self) == ["a", "b"])
        #expect(try read(["light", "dark"], as: [Theme].self) == [.light, .dark])
        #expect(try read(["a": 1], as: [String: Int].self) == ["a": 1])
        #expect(try read(Date(timeIntervalSinceReferenceDate: 5), as: Date.self).timeIntervalSinceReferenceDate == 5)
        // Command-line arguments are stored as strings.
        #expect(try read("15", as: Int.self) == 15)
        let setting = UserDefaultsSetting(key: "theme", defaultValue: Theme.dark, userDefaults: defaults)
        defaults.set("light", forKey: "theme")
        setting.reload()
        #expect(setting.value == .light)
    }

    @Test(arguments: [2.5, 300, -1]) func numbersOutOfRangeAreErrors(_ number: Double) throws {
        defer { remove() }
        defaults.set(number, forKey: "k")
        do {
            let cut = try storage.getObject(forKey: "k", castTo: UInt8.self)
            Issue.record("\(number) was read as \(cut)")
        } catch let error as StorageError {
            #expect(error.kind == .corrupt)
        }
    }

    @Test func twoOwnersRetainBothChanges() throws {
        defer { remove() }
        let first = UserDefaultsSetting(key: "lengths", defaultValue: [String: Int](), userDefaults: defaults)
        let second = StoredSetting(
            key: "lengths", defaultValue: [String: Int](), storage: UserDefaultsStorage(defaults))
        first.update { $0.merging(["SMA": 77]) { $1 } }
        second.update { $0.merging(["RSI": 33]) { $1 } }
        #expect(first.value == ["SMA": 77, "RSI": 33] && second.value == first.value)
    }

    @Test func keysAreRenamedAndRemoved() throws {
        defer { remove() }
        defaults.set("light", forKey: "old")
        #expect(try defaults.migrate(from: "old", to: "new"))
        #expect(defaults.object(forKey: "old") == nil && defaults.string(forKey: "new") == "light")
        #expect(try storage.migrate(from: "new", to: nil))
        #expect(try !storage.migrate(from: "new", to: nil))
        #expect(defaults.object(forKey: "new") == nil)
    }
}
