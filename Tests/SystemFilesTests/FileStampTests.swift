import Foundation
import SystemFiles
import TestSupport
import Testing

/// Stamps differ if and only if a file has changed.
@Suite struct FileStampTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, _ text: String, modified: Double = 1_700_000_000) throws {
        let path = folder.path(name)
        try OpenFile(path, for: .emptied).write(text.utf8Span.span)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: modified)], ofItemAtPath: path)
    }

    @Test func stampsChangeWithTheFile() throws {
        #expect(FileStamp(folder.path("file")) == nil)
        try write("file", "abc")
        let stamp = try #require(FileStamp(folder.path("file")))
        #expect(stamp.kind == .file && stamp.modified == 1_700_000_000)
        #expect(FileStamp(folder.path("file")) == stamp)
        // The size changes, then the time, then the file (with equal size and time).
        try write("file", "abcd")
        #expect(FileStamp(folder.path("file")) != stamp)
        try write("file", "abc", modified: 1_700_000_001)
        #expect(FileStamp(folder.path("file")) != stamp)
        try write("file", "abd")
        #expect(FileStamp(folder.path("file")) == stamp)
        try write("other", "abc")
        try Folder.rename(folder.path("other"), to: folder.path("file"))
        #expect(FileStamp(folder.path("file")) != stamp)
    }

    /// Stamps follow links, and report paths that are not files.
    @Test func stampsReportTheKind() throws {
        try write("file", "abc")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "file")
        try folder.makePipe("pipe")
        #expect(FileStamp(folder.path("link")) == FileStamp(folder.path("file")))
        #expect(FileStamp(folder.path("pipe"))?.kind == .namedPipe)
        #expect(FileStamp("/dev/null")?.kind == .characterDevice && FileStamp(folder.url.path)?.kind == .folder)
        #expect(try FileStatus.of(folder.path("link"), followsLinks: false)?.kind == .link)
        #expect(try FileStatus.of(folder.path("none")) == nil)
    }

    @Test func pathsAreSplitIntoFolderAndName() throws {
        for (path, folder, name) in [
            ("a", ".", "a"), ("a/b", "a/", "b"), ("/a", "/", "a"), ("/a/b/", "/a/b/", ""), ("", ".", ""),
            ("./ö", "./", "ö"),
        ] {
            #expect(PathNames.folder(of: path) == folder && PathNames.lastComponent(of: path) == name, "\(path)")
        }
    }

    @Test func foldersAreListed() throws {
        for name in ["a", "ö", "with space"] { try write(name, "") }
        #expect(Set(try Folder.names(in: folder.url.path)) == [".", "..", "a", "ö", "with space"])
        #expect(Folder.removeFile(folder.path("a")) && !Folder.removeFile(folder.path("a")))
        let fault = #expect(throws: FileFault.self) { try Folder.names(in: folder.path("none")) }
        #expect(fault?.reason == "can't list the folder of it: No such file or directory")
        try Folder.sync(of: folder.path("ö"))
        #expect(throws: FileFault.self) { try Folder.sync(of: folder.path("none/x")) }
    }
}
