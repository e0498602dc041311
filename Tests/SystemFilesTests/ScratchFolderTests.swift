import Foundation
import SystemFiles
import TestSupport
import Testing

/// Temporary folders, and their removal.
@Suite struct ScratchFolderTests {
    private let name = "ipf-test-\(UUID().uuidString)"

    @Test func aFolderIsRemovedWithItsObject() throws {
        var folder: ScratchFolder? = try ScratchFolder(name)
        let path = try #require(folder?.path)
        try Folder.make("\(path)/inner")
        try Data("text".utf8).write(to: URL(filePath: "\(path)/inner/file"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
        folder = nil
        #expect(try FileStatus.of(path) == nil)
    }

    @Test func foldersOfKilledProcessesAreRemoved() throws {
        let parent = Folder.forTemporaryFiles
        let (abandoned, linked, other) = ("\(parent)/\(name)-1-2", "\(parent)/\(name)-1-3", "\(parent)/\(name)-notes")
        let outside = try TemporaryFolder()
        try Data("text".utf8).write(to: URL(filePath: outside.path("file")))
        try Folder.make(abandoned)
        try Data("text".utf8).write(to: URL(filePath: "\(abandoned)/file"))
        try FileManager.default.createSymbolicLink(atPath: linked, withDestinationPath: outside.path("."))
        try Folder.make(other)
        defer { for path in [linked, other] { try? FileManager.default.removeItem(atPath: path) } }
        let first = try ScratchFolder(name)
        let second = try ScratchFolder(name)
        #expect(try FileStatus.of(abandoned) == nil)
        // Folders of running processes, links and folders with other names remain.
        #expect(try FileStatus.of(first.path) != nil && FileStatus.of(second.path) != nil)
        #expect(try FileStatus.of(outside.path("file")) != nil && FileStatus.of(other) != nil)
    }
}
