import Foundation
import SystemFiles
import TestSupport
import Testing

/// Open files: creation, complete writes, reads at an offset, closing.
@Suite struct OpenFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: folder.path(name))))
    }

    @Test func openingCreatesOrPreservesFiles() throws {
        let path = folder.path("file")
        for access in [OpenFile.Access.reading, .changing] {
            let fault = #expect(throws: FileFault.self) { try OpenFile(path, for: access) }
            #expect(fault == .system(action: "open", .noSuchFile))
            #expect(fault?.reason == "can't open it: No such file or directory")
        }
        try OpenFile(path, for: .new, permissions: 0o600).write([1, 2, 3].span)
        #expect(
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(throws: FileFault.system(action: "create", .fileExists)) { try OpenFile(path, for: .new) }
        // Existing bytes remain, except with `emptied`.
        #expect(try OpenFile(path, for: .changingOrMaking).bytes(at: 0, limit: 9) == [1, 2, 3])
        #expect(try OpenFile(path, for: .changing).status().size == 3)
        #expect(try OpenFile(path, for: .emptied).status().size == 0)
        #expect(throws: FileFault.system(action: "create", .isAFolder)) {
            try OpenFile(folder.url.path, for: .emptied)
        }
    }

    @Test func bytesAreWrittenAndReadAtAnOffset() throws {
        let file = try OpenFile(folder.path("file"), for: .new)
        #expect(file.isAtStart && !file.isTerminal)
        let first = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try file.write(first.span)
        try file.write([7, 8].span, at: 1)
        // The offset is the end of the first write.
        try file.write([9].span)
        #expect(!file.isAtStart)
        var expected = first + [9]
        expected.replaceSubrange(1...2, with: [7, 8])
        #expect(try bytes("file") == expected)
        #expect(try file.bytes(at: 199_999, limit: 100) == Array(expected[199_999...]))
        #expect(try file.bytes(at: 300_000, limit: 100) == [])
        try file.truncate(to: 3)
        try file.seekToStart()
        try file.write([5].span)
        try file.sync()
        #expect(try bytes("file") == [5, 7, 8])
    }

    /// A write that exceeds a pipe's capacity needs several calls while the pipe is read.
    @Test func writesToPipesContinueWhileTheyAreRead() throws {
        try folder.makePipe("pipe")
        let reader = try OpenFile(folder.path("pipe"), for: .reading)
        let writer = try #require(try FileTarget(folder.path("pipe")).openInPlace(patience: 0))
        let text = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let writing = try WorkerThread {
            try? writer.write(text.span)
            try? writer.close()
        }
        let waker = try PollWaker()
        var read: [UInt8] = []
        while waker.wait(for: reader) {
            var count: Int? = 0
            let piece = try [UInt8](capacity: 1000) { (output) throws(FileFault) in
                count = try reader.read(into: &output)
            }
            if count == 0 { break }
            read += piece
        }
        writing.join()
        #expect(read == text)
        // After a wake-up, later waits return without polling.
        waker.wake()
        #expect(!waker.wait(for: reader))
        try writer.close()
    }

    /// If a device is full, a write fails with the system's message.
    @Test func fullDevicesAreErrors() throws {
        let full = try #require(try FileTarget("/dev/full").openInPlace())
        let fault = #expect(throws: FileFault.self) { try full.write([1].span) }
        #expect(fault?.reason == "can't write it: No space left on device")
        #expect(fault?.error != nil && fault?.words == "No space left on device")
    }

    @Test func namelessFilesAreInNoFolder() throws {
        let file = try OpenFile.nameless()
        try file.write([1, 2].span)
        #expect(try file.bytes(at: 0, limit: 10) == [1, 2])
        let status = try file.status()
        #expect(status.kind == .file && status.size == 2)
    }

    /// Small files are read completely. Anything else is an error, and a pipe never blocks.
    @Test func smallFilesAreReadCompletely() throws {
        func read(_ name: String, limit: Int = 4) throws -> [UInt8]? {
            switch try WholeFile.read(folder.path(name), limit: limit) {
            case .bytes(let bytes): bytes
            case .tooLarge: [0xFF]
            case nil: nil
            }
        }
        for count in 0...5 {
            try OpenFile(folder.path("\(count)"), for: .new).write([UInt8](repeating: 1, count: count).span)
            #expect(try read("\(count)") == (count > 4 ? [0xFF] : [UInt8](repeating: 1, count: count)))
        }
        #expect(try read("none") == nil)
        // Files of `/proc` report a size of 0.
        guard case .bytes(let limits) = try WholeFile.read("/proc/self/limits", limit: 1 << 20) else {
            Issue.record("no limits")
            return
        }
        #expect(!limits.isEmpty)
        try folder.makePipe("pipe")
        try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
        for (name, kind) in [("pipe", "a named pipe"), ("folder", "a folder")] {
            let fault = #expect(throws: FileFault.self) { try read(name) }
            #expect(fault?.reason == "is \(kind); expected a file")
        }
    }
}
