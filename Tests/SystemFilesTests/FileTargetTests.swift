import Foundation
import SystemFiles
import TestSupport
import Testing

/// The file that a path leads to, and the operations allowed there.
@Suite struct FileTargetTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, _ text: String = "old") throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    }

    private func replace(_ name: String, by text: String = "new") throws {
        let file = try FileReplacement(FileTarget("\(folder.url.path)/\(name)"))
        try file.file.write(text.utf8Span.span)
        try file.commit()
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
    }

    @Test func linksAreFollowedAndRemain() throws {
        try FileManager.default.createDirectory(atPath: folder.path("other"), withIntermediateDirectories: false)
        try write("other/file")
        try link("relative", to: "other/file")
        try link("absolute", to: folder.path("relative"))
        try link("dangling", to: "other/new")
        for name in ["relative", "absolute", "dangling"] {
            try replace(name, by: name)
            #expect(try text(name) == name)
            #expect(
                try FileManager.default.attributesOfItem(atPath: folder.path(name))[.type] as? FileAttributeType
                    == .typeSymbolicLink)
        }
        #expect(try text("other/file") == "absolute" && text("other/new") == "dangling")
        #expect(try names == ["absolute", "dangling", "other", "relative"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("other")).sorted() == ["file", "new"])
        #expect(FileTarget.following(folder.path("absolute")) == folder.path("other/file"))
    }

    /// Existing files and the errors for them: nothing is created, and existing files remain.
    @Test func onlyRegularFilesAreReplaced() throws {
        try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
        try folder.makePipe("pipe")
        try link("circle", to: "circle")
        try link("null", to: "/dev/null")
        try write("file")
        let before = try names
        let faults = [
            ("folder", "can't replace it: Is a directory"),
            ("folder/", "is the path of a folder; expected a file to write"),
            ("folder/..", "is the path of a folder; expected a file to write"),
            ("pipe", "is a named pipe, and only a file can be replaced; name a file"),
            ("null", "is a device, and only a file can be replaced; name a file"),
            ("circle", "can't follow it: Too many levels of symbolic links"),
            ("file/x", "can't inspect it: Not a directory"),
            ("none/x", "can't create a file beside it: No such file or directory"),
        ]
        for (name, reason) in faults {
            let fault = #expect(throws: FileFault.self) { try replace(name) }
            #expect(fault?.reason == reason, "\(name)")
        }
        #expect(try names == before)
        for name in ["/dev/stdout", "/dev/fd/0", "/proc/self/fd/2"] {
            let fault = #expect(throws: FileFault.self) { try FileTarget(name).requireReplaceable() }
            #expect(fault?.reason == "is an open file of this process, which can't be replaced; name a file")
        }
    }

    /// `openInPlace` opens a device or a pipe, or throws an error. For a regular file it returns `nil`, because regular
    /// files are replaced.
    @Test func textIsWrittenIntoPipesAndDevices() throws {
        try folder.makePipe("pipe")
        try write("file")
        let fault = #expect(throws: FileFault.self) {
            try FileTarget(folder.path("pipe")).openInPlace(patience: 0)
        }
        #expect(fault?.reason == "is a named pipe without a reader; start its reader, or name a file")
        let reader = unsafe open(folder.path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let pipe = try #require(try FileTarget(folder.path("pipe")).openInPlace(patience: 0))
        // The writer waits for a slow reader.
        #expect(fcntl(pipe.descriptor, F_GETFL) & O_NONBLOCK == 0)
        try pipe.close()
        #expect(try FileTarget("/dev/null").openInPlace() != nil)
        #expect(try FileTarget(folder.path("file")).openInPlace() == nil)
        #expect(try FileTarget(folder.path("new")).openInPlace() == nil)
        // A path that names an open descriptor writes to it, if it is open for writing.
        let open = unsafe Foundation.open(folder.path("file"), O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(open) }
        let copy = try #require(try FileTarget("/dev/fd/\(open)").openInPlace())
        try copy.write(" and new".utf8Span.span)
        try copy.close()
        #expect(try text("file") == "old and new")
        let reading = unsafe Foundation.open(folder.path("file"), O_RDONLY | O_CLOEXEC)
        defer { close(reading) }
        let readOnly = #expect(throws: FileFault.self) { try FileTarget("/proc/self/fd/\(reading)").openInPlace() }
        #expect(readOnly?.reason == "is open only for reading; name a file")
    }

    @Test func anUnfinishedReplacementLeavesTheOldFile() throws {
        try write("file")
        do {
            let file = try FileReplacement(FileTarget(folder.path("file")))
            try file.file.write("half".utf8Span.span)
            #expect(try names.count == 2)
        }
        #expect(try names == ["file"] && text("file") == "old")
    }

    /// Appended bytes remain in order, even if a part was already flushed to disk (8 MiB), and after a restart.
    @Test func startingOverDiscardsAppendedBytes() throws {
        let file = try FileReplacement(FileTarget(folder.path("file")))
        let piece = (0..<5 << 20).map { UInt8(truncatingIfNeeded: $0 / 3) }
        for _ in 0..<4 { try file.append(piece.span) }
        try file.startOver()
        for _ in 0..<2 { try file.append(piece.span) }
        try file.append([7].span)
        try file.commit()
        #expect(try Data(contentsOf: URL(filePath: folder.path("file"))) == Data(piece + piece + [7]))
    }

    /// If something other than a file has been created at the path in the meantime, it is not replaced.
    @Test func aPipeCreatedMeanwhileIsNotReplaced() throws {
        let file = try FileReplacement(FileTarget(folder.path("file")))
        try folder.makePipe("file")
        let fault = #expect(throws: FileFault.self) { try file.commit() }
        #expect(
            fault?.reason == "has become a named pipe in the meantime, and only a file can be replaced; name a "
                + "file")
    }

    @Test func permissionsAreRetained() throws {
        try write("file")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("file"))
        try replace("file")
        #expect(try text("file") == "new")
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.path("file"))[.posixPermissions] as? Int == 0o640)
    }

    /// Whether two names refer to one file.
    @Test func namesOfOneFileAreRecognized() throws {
        try write("file")
        try write("other", "old")
        try link("link", to: "file")
        try link("dangling", to: "new")
        #expect(unsafe Foundation.link(folder.path("file"), folder.path("hard")) == 0)
        func identity(_ name: String) -> FileIdentity? { FileIdentity(path: folder.path(name)) }
        for name in ["link", "hard", "./file", "../\(folder.url.lastPathComponent)/file"] {
            #expect(identity(name) != nil && identity(name) == identity("file"), "\(name)")
        }
        // Two names of a file that doesn't exist yet are equal.
        #expect(identity("new") != nil && identity("new") == identity("dangling"))
        #expect(identity("./new") == identity("new"))
        for name in ["other", "new", "NEW"] { #expect(identity(name) != identity("file"), "\(name)") }
        // Reading and writing one of these at the same time destroys no data, so they have no identity.
        for name in ["/dev/null", folder.url.path, "", folder.path("none/x")] {
            #expect(FileIdentity(path: name) == nil, "\(name)")
        }
        let open = unsafe Foundation.open(folder.path("hard"), O_RDONLY | O_CLOEXEC)
        defer { close(open) }
        #expect(FileIdentity(descriptor: open) == identity("file"))
        #expect(FileIdentity(path: "/dev/fd/\(open)") == identity("file"))
    }
}
