import Foundation
import Synchronization
import SystemFiles
import TestSupport
import Testing

/// The notifications of a folder watch about files in the folder.
@Suite struct FolderWatchTests {
    /// The reported names, and a way to wait for one.
    private final class Names: Sendable {
        private let monitor = Monitor()
        private let names = Mutex<[String]>([])

        func add(_ name: String?) {
            monitor.withLock {
                names.withLock { $0.append(name ?? "?") }
                monitor.signal()
            }
        }

        /// Whether the name was reported within a minute.
        func wait(for name: String) -> Bool {
            let deadline = MonotonicTime.now + .seconds(60)
            return monitor.withLock {
                while !names.withLock({ $0.contains(name) }) {
                    guard MonotonicTime.now < deadline else { return false }
                    monitor.wait(until: deadline)
                }
                return true
            }
        }

        var all: [String] { names.withLock { $0 } }
    }

    @Test func writingReplacingAndRemovingAreReported() throws {
        let folder = try TemporaryFolder()
        let names = Names()
        let watch = try #require(FolderWatch(folder.url.path) { names.add($0) })
        try Data("1".utf8).write(to: folder.url.appending(path: "written"))
        #expect(names.wait(for: "written"))
        try FileManager.default.moveItem(atPath: folder.path("written"), toPath: folder.path("moved"))
        #expect(names.wait(for: "moved"))
        try FileManager.default.removeItem(atPath: folder.path("moved"))
        try Data().write(to: folder.url.appending(path: "end"))
        #expect(names.wait(for: "end"))
        #expect(names.all.filter { $0 == "moved" }.count == 2)
        withExtendedLifetime(watch) {}
    }

    /// Two watches of one folder are independent: after one has ended, the other still reports.
    @Test func watchesAreIndependent() throws {
        let folder = try TemporaryFolder()
        let (first, second) = (Names(), Names())
        var gone = FolderWatch(folder.url.path) { first.add($0) }
        let stays = FolderWatch(folder.path("../\(folder.url.lastPathComponent)")) { second.add($0) }
        #expect(gone != nil && stays != nil)
        try Data().write(to: folder.url.appending(path: "a"))
        #expect(first.wait(for: "a") && second.wait(for: "a"))
        gone = nil
        try Data().write(to: folder.url.appending(path: "b"))
        #expect(second.wait(for: "b") && !first.all.contains("b"))
        withExtendedLifetime(stays) {}
    }

    @Test func onlyFoldersCanBeWatched() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "file"))
        #expect(FolderWatch(folder.path("file")) { _ in } == nil)
        #expect(FolderWatch(folder.path("nothing")) { _ in } == nil)
    }
}
