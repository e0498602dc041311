import Foundation
import SystemFiles
import TestSupport
import Testing

/// Mapped files keep their bytes when another file replaces the path.
@Suite struct MappedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ bytes: [UInt8], _ name: String = "file") throws -> OpenFile {
        let file = try OpenFile(folder.path(name), for: .emptied)
        try file.write(bytes.span)
        return file
    }

    private func all(_ mapped: MappedFile) -> [UInt8] {
        let span = mapped.bytes(0..<mapped.count)
        return span.indices.map { span[$0] }
    }

    @Test func mappedBytesEqualTheFile() throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let mapped = try MappedFile(file(bytes))
        #expect(mapped.count == bytes.count && all(mapped) == bytes)
        mapped.willBeReadOnce()
        mapped.release(0..<MappedFile.pageBytes)
        mapped.release(MappedFile.pageBytes..<mapped.count)
        // Released pages are loaded again when they are read.
        #expect(all(mapped) == bytes)
        let part = mapped.bytes(100_000..<100_003)
        let (count, first) = (part.count, part[0])
        #expect(count == 3 && first == bytes[100_000])
    }

    @Test func emptyFilesAndMemoryCanBeMapped() throws {
        let empty = try MappedFile(file([]))
        empty.willBeReadOnce()
        empty.release(0..<0)
        try empty.detach()
        #expect(empty.count == 0 && all(empty) == [])
        for bytes in [[], [1, 2, 3]] as [[UInt8]] {
            let memory = MappedFile(copying: bytes.span)
            try memory.detach()
            memory.release(0..<0)
            #expect(all(memory) == bytes)
        }
    }

    @Test func onlyRegularFilesAreMapped() throws {
        let fault = #expect(throws: FileFault.self) { try MappedFile(OpenFile("/dev/null", for: .reading)) }
        #expect(fault?.reason == "is a device; expected a file")
    }

    @Test func aReplacedFileRemainsReadable() throws {
        let mapped = try MappedFile(file([1, 2, 3]))
        let replacement = try FileReplacement(FileTarget(folder.path("file")))
        try replacement.file.write([9].span)
        try replacement.commit()
        #expect(all(mapped) == [1, 2, 3])
    }

    /// After `detach`, the file may be overwritten and truncated.
    @Test func aDetachedFileRemainsReadable() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let open = try file(bytes)
        let mapped = try MappedFile(open)
        try mapped.detach()
        try open.write([UInt8](repeating: 0, count: bytes.count).span, at: 0)
        try open.truncate(to: 0)
        #expect(all(mapped) == bytes)
    }

    @Test func memoryBlocksRetainTheirBytesWhenResized() {
        var block = unsafe RawMemory.resize(nil, to: 16)
        // SAFETY: the block has 16 bytes, then a million.
        unsafe block?.storeBytes(of: 0x0123_4567_89AB_CDEF, as: UInt64.self)
        unsafe block = RawMemory.resize(block, to: 1 << 20)
        let kept = unsafe block?.load(as: UInt64.self)
        #expect(kept == 0x0123_4567_89AB_CDEF)
        unsafe RawMemory.free(block)
    }

    #if os(Linux)
        /// A writer of a guarded file waits for a copy of the mapping, and then changes only the file.
        @Test func aGuardedFileRemainsReadable() throws {
            let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 5) }
            try file(bytes).close()
            let open = try OpenFile(folder.path("file"), for: .reading)
            let mapped = try MappedFile(open)
            let guarded = try #require(MappingGuard(mapped, of: open))
            let writer = try OpenFile(folder.path("file"), for: .emptied)
            try writer.write([7].span)
            #expect(all(mapped) == bytes)
            // A file that is open for writing can't be guarded.
            #expect(MappingGuard(mapped, of: open) == nil)
            try writer.close()
            // A file whose size differs from that of the mapping can't be guarded, either.
            #expect(MappingGuard(mapped, of: open) == nil)
            let again = try MappedFile(open)
            #expect(MappingGuard(again, of: open) != nil)
            withExtendedLifetime(guarded) {}
        }

        /// After the end of a guard, writers don't wait.
        @Test func aGuardEndsWhenItIsDeinitialized() throws {
            try file([1, 2, 3]).close()
            let open = try OpenFile(folder.path("file"), for: .reading)
            let mapped = try MappedFile(open)
            do { withExtendedLifetime(try #require(MappingGuard(mapped, of: open))) {} }
            let start = MonotonicTime.now
            try OpenFile(folder.path("file"), for: .changing).close()
            #expect(start.secondsSince < 5)
        }
    #endif
}
