import Foundation
import SystemFiles
import TestSupport
import Testing

/// Locks and leases, and their lifetimes.
@Suite struct FileLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Each open descriptor has its own lock, even within one process.
    @Test func everyDescriptorHasItsOwnLock() throws {
        let path = folder.path("lock")
        let first = try OpenFile(path, for: .changingOrMaking)
        let second = try OpenFile(path, for: .reading)
        #expect(try first.lock(.shared) && second.lock(.shared))
        #expect(try !first.lock(.exclusive))
        try second.close()
        #expect(try first.lock(.exclusive))
        var third: OpenFile? = try OpenFile(path, for: .reading)
        #expect(try third?.lock(.shared) == false && third?.lock(.exclusive) == false)
        try first.close()
        #expect(try third?.lock(.exclusive, waits: true) == true)
        // Closing twice is harmless, and deinitializing the object also releases the lock.
        try first.close()
        third = nil
        #expect(try OpenFile(path, for: .reading).lock(.exclusive))
    }

    /// Deinitializing the object releases the lock, even if a process that is being started has a copy of the
    /// descriptor.
    @Test func copiesOfADescriptorDoNotRetainTheLock() throws {
        let path = folder.path("lock")
        let file = try OpenFile(path, for: .changingOrMaking)
        #expect(try file.lock(.exclusive))
        let copy = dup(file.descriptor)
        defer { Foundation.close(copy) }
        try file.close()
        var other: OpenFile? = try OpenFile(path, for: .reading)
        #expect(try other?.lock(.exclusive) == true)
        let second = dup(other!.descriptor)
        defer { Foundation.close(second) }
        other = nil
        #expect(try OpenFile(path, for: .reading).lock(.exclusive))
    }

    /// Starting a new file removes abandoned unfinished files. Files that are still being written remain.
    @Test func abandonedFilesAreRemoved() throws {
        let path = folder.path("all.catalog")
        let left = [".all.catalog.3999-1b7q.tmp", ".all.catalog.1-x.tmp"]
        let others = [
            ".all.catalog.tmp", ".all.catalog.x-1.tmp", ".all.catalog.1-.tmp", ".all.catalog.1-a-b.tmp",
            ".other.catalog.1-a.tmp", "all.catalog.1-a.tmp", ".all.catalog.1-a.tmp2",
        ]
        for name in left + others { try OpenFile(folder.path(name), for: .new).write([1].span) }
        try folder.makePipe(".all.catalog.1-pipe.tmp")
        let writer = try FileReplacement(FileTarget(path))
        let own = ".all.catalog.\(Processes.current)-"
        let unfinished = try Folder.names(in: folder.url.path).filter { $0.hasPrefix(own) }
        #expect(unfinished.count == 1)
        // The second writer does not remove the first writer's file.
        let second = try FileReplacement(FileTarget(path))
        let names = Set(try Folder.names(in: folder.url.path))
        #expect(names.isSuperset(of: others + unfinished + [".all.catalog.1-pipe.tmp"]))
        #expect(names.isDisjoint(with: left))
        try second.commit()
        try writer.commit()
        let kept = Set(others + [".", "..", ".all.catalog.1-pipe.tmp", "all.catalog"])
        #expect(Set(try Folder.names(in: folder.url.path)) == kept)
    }

    @Test func replacementsHaveTheRequestedPermissions() throws {
        let path = folder.path("settings")
        try OpenFile(path, for: .new, permissions: 0o644).write([1].span)
        let replacement = try FileReplacement(FileTarget(path), permissions: .ownerOnly)
        try replacement.file.write([2, 3].span)
        try replacement.commit()
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([2, 3]))
    }

    /// The holder of a lease is notified of a writer, which waits until the lease is returned.
    @Test func leaseHoldersAreNotifiedOfWriters() async throws {
        #if os(Linux)
            let path = folder.path("file")
            try OpenFile(path, for: .new).write([1].span)
            if case .taken = FileLease.take(folder.path("none")) { Issue.record("a lease of a missing file") }
            do {
                let writer = try OpenFile(path, for: .changing)
                if case .taken = FileLease.take(path) { Issue.record("a lease beside a writer") }
                try writer.close()
            }
            var lease = try #require(taken(path))
            #expect(!lease.isWantedBack)
            let writing = try WorkerThread { try? OpenFile(path, for: .changing).write([2].span) }
            while !lease.isWantedBack { await Task.yield() }
            // A new lease replaces the old one, which is thereby returned.
            try OpenFile(folder.path("other"), for: .new).write([1].span)
            lease = try #require(taken(folder.path("other")))
            writing.join()
            #expect(try OpenFile(path, for: .reading).bytes(at: 0, limit: 9) == [2])
        #endif
    }

    private func taken(_ path: String) -> FileLease? {
        if case .taken(let lease) = FileLease.take(path) { lease } else { nil }
    }
}
