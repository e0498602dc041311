// Changes settings in a folder that other processes also change. The tests start two of these processes.
//
//     StorageSteps FOLDER NAME COUNT
//
// Increments the setting NAME, the entry NAME of the setting `entries`, and the setting `shared` COUNT times.
//
//     StorageSteps first-use
//
// Eight threads use user defaults concurrently, before any other code of the process. Each reads the value that it
// set. The folder of user defaults must be empty.
import Dispatch
import Foundation
import PersistenceSettings

let arguments = CommandLine.arguments
if arguments.dropFirst().elementsEqual(["first-use"]) {
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
        let storage = UserDefaultsStorage()
        let key = "first-use.\(thread)"
        do {
            // Some threads read first, others write first.
            if thread % 2 == 0, try storage.object(forKey: key, castTo: Int.self) != nil { fatalError("found a value") }
            try storage.setObject(thread, forKey: key)
            guard try storage.getObject(forKey: key, castTo: Int.self) == thread else { fatalError("another value") }
        } catch {
            fatalError("\(error)")
        }
    }
    exit(0)
}
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
