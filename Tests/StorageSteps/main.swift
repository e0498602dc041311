// A process that changes settings in a folder beside others: the tests start two of them.
//
//     StorageSteps FOLDER NAME COUNT
//
// It counts the setting NAME, the entry NAME of the setting `entries`, and the setting `shared`, each COUNT times by one.
import PersistenceSettings

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[3]) else { fatalError("expected FOLDER NAME COUNT") }
let storage = try FileStorage(folder: arguments[1])
let own = StoredSetting(key: arguments[2], defaultValue: 0, storage: storage)
let entries = StoredSetting(key: "entries", defaultValue: [String: Int](), storage: storage)
let shared = NumericStoredSetting(key: "shared", defaultValue: 0, min: 0, max: .max, step: 1, storage: storage)
for _ in 0..<count {
    own.update { $0 + 1 }
    entries.update { $0.merging([arguments[2]: 1], uniquingKeysWith: +) }
    shared.increase()
}
for fault in [own.storageFault, entries.storageFault, shared.storageFault] {
    if let fault { fatalError("\(fault)") }
}
