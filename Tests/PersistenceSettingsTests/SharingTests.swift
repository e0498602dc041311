import Foundation
import PersistenceSettings
import Synchronization
import SystemFiles
import TestSupport
import Testing

/// Several settings with the same key: in one process, in two processes, and beside other writers.
@Suite struct SharingTests {
    /// A minimal store as an application would write it: two functions.
    private final class OwnStore: StorageManager, Sendable {
        let memory = InMemoryStorage()

        func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
            try memory.getObject(forKey: key, castTo: type)
        }

        func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws {
            try memory.setObject(object, forKey: key)
        }
    }

    /// A store as an application would write it for several processes.
    private struct OwnSharedStore: SharedStorage {
        let files: FileStorage

        func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
            try files.getObject(forKey: key, castTo: type)
        }

        func write<Object: Encodable>(_ object: Object, forKey key: String) throws {
            try files.write(object, forKey: key)
        }

        func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try files.exclusively(body) }

        func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? {
            files.watch(key, changed)
        }
    }

    static let stores: [@Sendable (TemporaryFolder) throws -> any StorageManager & Sendable] = [
        { try FileStorage(folder: $0.path("store")) }, { _ in InMemoryStorage() }, { _ in OwnStore() },
        { OwnSharedStore(files: try FileStorage(folder: $0.path("store"))) },
    ]

    @Test(arguments: stores.indices) func twoOwnersRetainBothChanges(_ store: Int) throws {
        let folder = try TemporaryFolder()
        let storage = try Self.stores[store](folder)
        let first = StoredSetting(key: "lengths", defaultValue: [String: Int](), storage: storage)
        let second = StoredSetting(key: "lengths", defaultValue: [String: Int](), storage: storage)
        let received = Received(second.valueChanged)
        first.update { $0.merging(["SMA": 77]) { $1 } }
        #expect(second.value == ["SMA": 77])
        second.update { $0.merging(["RSI": 33]) { $1 } }
        #expect(first.value == ["SMA": 77, "RSI": 33])
        #expect(received.values == [[:], ["SMA": 77], ["SMA": 77, "RSI": 33]])
        #expect(try storage.getObject(forKey: "lengths", castTo: [String: Int].self) == ["SMA": 77, "RSI": 33])
    }

    /// The stored value changes without a notification, as if the system has not yet reported another process's change.
    @Test func aChangeStartsFromTheStoredValue() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.url)
        let count = NumericStoredSetting(
            key: "count", defaultValue: 0, min: 0, max: 1000, step: 1, storage: storage)
        count.increase()
        try Data("41".utf8).write(to: folder.url.appending(path: "count.json"))
        count.increase()
        #expect(count.value == 42)
        // A damaged value is set aside, and no other value is lost.
        try Data("41,".utf8).write(to: folder.url.appending(path: "count.json"))
        count.increase()
        #expect(count.value == 43 && count.storageFault == nil)
        #expect(try String(contentsOf: folder.url.appending(path: "count.json.corrupt"), encoding: .utf8) == "41,")
    }

    /// Changes by another process appear only as changed files, without a call in this process.
    @Test(arguments: [false, true]) func changesOfFilesArePublishedOnce(_ isOwn: Bool) async throws {
        let folder = try TemporaryFolder()
        let files = try FileStorage(folder: folder.url)
        let storage: any StorageManager & Sendable = isOwn ? OwnSharedStore(files: files) : files
        let theme = StoredSetting(key: "theme", defaultValue: "dark", storage: storage)
        let received = Received(theme.valueChanged)
        let faults = Received(theme.storageFaultChanged)
        func write(_ text: String) throws {
            try Data(text.utf8).write(to: folder.url.appending(path: "theme.json"), options: .atomic)
        }
        try write("\"light\"")
        await received.wait { $0 == ["dark", "light"] }
        // Invalid text changes nothing, and is reported.
        try write("\"blue")
        await faults.wait { $0.last??.kind == .corrupt }
        #expect(theme.value == "light")
        try write("\"blue\"")
        await received.wait { $0 == ["dark", "light", "blue"] }
        try FileManager.default.removeItem(at: folder.url.appending(path: "theme.json"))
        await received.wait { $0 == ["dark", "light", "blue", "dark"] }
        #expect(theme.storageFault == nil)
    }

    /// A key whose file is a symbolic link: changes of the link's target are published.
    @Test func changesOfALinkTargetArePublished() async throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.path("store"))
        try FileManager.default.createDirectory(atPath: folder.path("shared"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("store/n.json"), withDestinationPath: folder.path("shared/n"))
        let number = StoredSetting(key: "n", defaultValue: 0, storage: storage)
        let received = Received(number.valueChanged)
        try Data("7".utf8).write(to: folder.url.appending(path: "shared/n"), options: .atomic)
        await received.wait { $0 == [0, 7] }
    }

    @Test func reloadReadsStoresThatCannotBeObserved() throws {
        let storage = OwnStore()
        let setting = StoredSetting(key: "k", defaultValue: 1, storage: storage)
        try storage.memory.setObject(5, forKey: "k")
        setting.reload()
        #expect(setting.value == 5)
    }

    /// If the store has refused a value, changes by others don't revert it. The value is stored with the next change.
    @Test func refusedValuesAreStoredWithTheNextChange() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.path("store"))
        let first = StoredSetting(key: "k", defaultValue: 0, storage: storage)
        let second = StoredSetting(key: "k", defaultValue: 0, storage: storage)
        try FileManager.default.removeItem(atPath: folder.path("store"))
        first.value = 1
        #expect(first.value == 1 && first.storageFault?.kind == .io)
        second.value = 2
        #expect(first.value == 1 && second.value == 2)
        try FileManager.default.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: true)
        first.value = 1
        #expect(first.storageFault == nil && second.value == 1)
    }

    /// A change nested in a change of another key of the same store.
    @Test func changesOfDifferentKeysCanBeNested() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.url)
        let outer = StoredSetting(key: "outer", defaultValue: 0, storage: storage)
        let inner = StoredSetting(key: "inner", defaultValue: 0, storage: storage)
        outer.update {
            inner.value = 5
            return $0 + inner.value
        }
        #expect(outer.value == 5 && inner.value == 5)
    }

    /// A subscriber may set the value while it receives one.
    @Test(.timeLimit(.minutes(60))) func subscribersMaySetTheValue() async throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.url)
        let count = StoredSetting(key: "count", defaultValue: 0, storage: storage)
        let other = StoredSetting(key: "count", defaultValue: 0, storage: storage)
        let others = Received(other.valueChanged)
        let received = Received(count.valueChanged) { if $0 < 5 { count.update { $0 + 1 } } }
        // The thread that watches the folder may send some of the values.
        await received.wait { $0.last == 5 }
        await others.wait { $0.last == 5 }
        #expect(other.value == 5 && received.values == [0, 1, 2, 3, 4, 5])
    }

    /// Real processes write different keys, different entries of one key, and the same number. This process observes.
    @Test(.timeLimit(.minutes(60))) func concurrentProcessesLoseNoChange() async throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.url)
        let shared = StoredSetting(key: "shared", defaultValue: 0, storage: storage)
        let received = Received(shared.valueChanged)
        let binary = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "StorageSteps")
        let processes = try ["first", "second"].map { name in
            let process = Process()
            process.executableURL = binary
            process.arguments = [folder.url.path, name, "200"]
            try process.run()
            return process
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        for name in ["first", "second"] { #expect(try storage.getObject(forKey: name, castTo: Int.self) == 200) }
        let entries = try storage.getObject(forKey: "entries", castTo: [String: Int].self)
        #expect(entries == ["first": 200, "second": 200])
        #expect(try storage.getObject(forKey: "shared", castTo: Int.self) == 400)
        await received.wait { $0.last == 400 }
        // Each value was sent once, and none after a later one.
        #expect(received.values == Array(Set(received.values)).sorted())
    }

    /// Another thread, such as the one that watches a folder, may read a value after it was stored and before it is
    /// sent. The thread that set the value still sends it.
    @Test func theSettingThreadSendsTheValue() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.path("store"))
        let setting = StoredSetting(key: "k", defaultValue: 0, storage: storage)
        // The store reports its recovery after storing the value and before sending it. The other thread reads at that
        // moment.
        try FileManager.default.removeItem(atPath: folder.path("store"))
        setting.value = 1
        try FileManager.default.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: true)
        let looks = setting.storageFaultChanged.dropFirst().sink { @Sendable _ in
            do { try WorkerThread { setting.reload() }.join() } catch { Issue.record(error) }
        }
        defer { looks.cancel() }
        let own = ObjectIdentifier(Thread.current)
        let senders = Mutex<[Bool]>([])
        let sent = setting.valueChanged.dropFirst().sink { @Sendable _ in
            senders.withLock { $0.append(ObjectIdentifier(Thread.current) == own) }
        }
        defer { sent.cancel() }
        setting.value = 2
        #expect(setting.storageFault == nil && senders.withLock(\.self) == [true])
    }

    private struct Counted: Codable, Equatable {
        static let readings = Mutex(0)
        var number = 1

        init() {}

        init(from decoder: any Decoder) throws {
            Self.readings.withLock { $0 += 1 }
            number = try Int(from: decoder)
        }

        func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
    }

    /// Settings with one key in two stores are independent.
    @Test func changesOfOtherStoresAreNotPublished() throws {
        let setting = StoredSetting(key: "k", defaultValue: Counted(), storage: InMemoryStorage(texts: ["k": "2"]))
        let before = Counted.readings.withLock(\.self)
        try InMemoryStorage().setObject(3, forKey: "k")
        let folder = try TemporaryFolder()
        try FileStorage(folder: folder.url).setObject(3, forKey: "k")
        #expect(Counted.readings.withLock(\.self) == before && setting.value.number == 2)
    }

    /// Simulates another program that holds the folder's lock, by a second descriptor of the folder.
    @Test func aPermanentlyLockedFolderIsAFault() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.url, longestWait: .milliseconds(20))
        let setting = StoredSetting(key: "k", defaultValue: 1, storage: storage)
        let path = folder.url.standardizedFileURL.resolvingSymlinksInPath().path
        do {
            let other = try OpenFile(path, for: .reading)
            #expect(try other.lock(.exclusive))
            setting.value = 2
        }
        let error = StorageError(
            .io, key: "k",
            reason:
                "another program has locked the folder \(path) for 0.02 seconds; end it, then set the value again")
        #expect(setting.storageFault == error)
        #expect(setting.value == 2 && (try? storage.getObject(forKey: "k", castTo: Int.self)) == nil)
        // The lock is free again.
        setting.value = 2
        #expect(setting.storageFault == nil)
        #expect(try storage.getObject(forKey: "k", castTo: Int.self) == 2)
    }

    // MARK: Keys

    @Test(arguments: stores.indices.prefix(2)) func keysAreRenamedAndRemoved(_ store: Int) throws {
        let folder = try TemporaryFolder()
        let storage = try Self.stores[store](folder)
        try storage.setObject(20, forKey: "smaLength")
        let renamed = StoredSetting(key: "sma.length", defaultValue: 9, storage: storage)
        #expect(try storage.migrate(from: "smaLength", to: "sma.length"))
        #expect(renamed.value == 20)
        #expect(try storage.object(forKey: "smaLength", castTo: Int.self) == nil)
        // At the next start, there is nothing to migrate.
        #expect(try !storage.migrate(from: "smaLength", to: "sma.length"))
        // A value under the new key takes precedence.
        try storage.setObject(30, forKey: "smaLength")
        #expect(try !storage.migrate(from: "smaLength", to: "sma.length"))
        #expect(renamed.value == 20)
        #expect(try storage.migrate(from: "smaLength", to: nil))
        #expect(try !storage.migrate(from: "smaLength", to: nil))
        #expect(try storage.object(forKey: "smaLength", castTo: Int.self) == nil)
    }

    /// An unreadable value is moved unchanged.
    @Test func unreadableValuesAreMovedUnchanged() throws {
        let storage = InMemoryStorage(texts: ["old": "{"])
        #expect(try storage.migrate(from: "old", to: "new"))
        #expect(storage.allTexts == ["new": "{"])
    }

    @Test func aMinimalStoreCannotRenameKeys() throws {
        #expect(
            throws: StorageError(
                .unsupported, key: "a",
                reason: "OwnStore can't rename keys; read the value, then set it under the new key")
        ) { try OwnStore().migrate(from: "a", to: "b") }
    }
}
