import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// Commands replace only regular files as their outputs, and never an input.
@Suite struct OutputTests {
    private let folder: TemporaryFolder
    private static let text = "#S::=TYPE,SYMBOL\nS,A\nS,B\nbad\n##COMPLETE\n"

    init() throws {
        folder = try TemporaryFolder()
        try write("s.ipf", Self.text)
        try write("other.ipf", Self.text)
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
    }

    private func ipf(_ arguments: [String], input: String = "") throws -> Command.Result {
        try Command.run(arguments, input: input, in: folder.url)
    }

    private func type(_ name: String) throws -> FileAttributeType? {
        try FileManager.default.attributesOfItem(atPath: folder.path(name))[.type] as? FileAttributeType
    }

    // MARK: Devices, pipes and folders

    /// If the output must not be replaced, every command that writes a catalog fails before it starts, and creates no
    /// file.
    @Test(arguments: [
        ["import", "s.ipf", "--on-error", "skip"], ["merge", "c.catalog", "other.ipf"],
        ["import", "--follow", "s.ipf"],
    ])
    func catalogsReplaceRegularFilesOnly(command: [String]) throws {
        #expect(try ipf(["import", "s.ipf", "-o", "c.catalog", "--on-error", "skip"]).status == 0)
        try folder.makePipe("pipe")
        try FileManager.default.createSymbolicLink(atPath: folder.path("null"), withDestinationPath: "/dev/null")
        try FileManager.default.createSymbolicLink(atPath: folder.path("circle"), withDestinationPath: "circle")
        try FileManager.default.createDirectory(atPath: folder.path("dir"), withIntermediateDirectories: false)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        for (output, status, message) in [
            ("pipe", Int32(4), "pipe is a named pipe, and only a file can be replaced; name a file"),
            ("null", 4, "null is a device, and only a file can be replaced; name a file"),
            ("/dev/null", 4, "/dev/null is a device, and only a file can be replaced; name a file"),
            ("/dev/stdout", 4, "/dev/stdout is an open file of this process, which can't be replaced; name a file"),
            ("dir", 4, "dir: can't be written: Is a directory"),
            ("circle", 4, "circle: can't be written: Too many levels of symbolic links"),
            ("-", 2, "-o -: a catalog can't be written to standard output; name a file (./- for a file named -)"),
        ] {
            let result = try ipf(command + ["-o", output])
            #expect(result.status == status && result.errors == "ipf: \(message)\n", "\(result)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == before)
    }

    /// A device as output is written to, not replaced by a file.
    @Test(.enabled(if: DeviceFile.isExpected, "this process cannot create devices"))
    func devicesAreNotReplaced() throws {
        try DeviceFile.makeNull(folder.path("null"))
        #expect(try ipf(["import", "s.ipf", "-o", "null", "--on-error", "skip"]).status == 4)
        #expect(try ipf(["generate", "--instruments", "3", "-o", "null"]).status == 0)
        #expect(try ipf(["dump", "c.catalog", "-o", "null"]).status == 4)
        #expect(try ipf(["dump", "other.ipf", "-o", "null"]).status == 3)
        #expect(try ipf(["import", "s.ipf", "-o", "c.catalog", "--rejects", "null"]).status == 0)
        #expect(try type("null") == .typeCharacterSpecial)
    }

    /// A symbolic link is followed: its target is replaced or created, and the link remains.
    @Test func symbolicLinksAreFollowed() throws {
        try FileManager.default.createDirectory(atPath: folder.path("data"), withIntermediateDirectories: false)
        for name in ["c.catalog", "r.jsonl", "g.ipf"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: "data/\(name)")
        }
        for _ in 0..<2 {
            #expect(try ipf(["import", "s.ipf", "-o", "c.catalog", "--rejects", "r.jsonl"]).status == 0)
            #expect(try ipf(["generate", "--instruments", "3", "-o", "g.ipf"]).status == 0)
        }
        for name in ["c.catalog", "r.jsonl", "g.ipf"] {
            #expect(try type(name) == .typeSymbolicLink && type("data/\(name)") == .typeRegular, "\(name)")
        }
        #expect(try Catalog.open(folder.path("data/c.catalog")).count == 2)
        #expect(try text("data/r.jsonl").contains("\"line\": 4"))
    }

    // MARK: Text

    /// Text can be written into a pipe with a reader, and to any standard output. A pipe without a reader is an error.
    @Test func textIsWrittenIntoPipesAndStandardOutput() throws {
        try write("good.ipf", "#S::=TYPE,SYMBOL\nS,A\n##COMPLETE\n")
        let line = "{\"SYMBOL\": \"A\", \"TYPE\": \"S\"}\n"
        #expect(try ipf(["dump", "good.ipf", "-o", "/dev/stdout"]).output == line)
        #expect(try ipf(["dump", "good.ipf", "-o", "/dev/fd/1"]).output == line)
        #expect(try ipf(["dump", "good.ipf", "-o", "/dev/null"]).status == 0)
        try folder.makePipe("pipe")
        for command in [["dump", "good.ipf"], ["generate", "--instruments", "3"]] {
            let result = try ipf(command + ["-o", "pipe"])
            #expect(
                result.status == 4
                    && result.errors
                        == "ipf: pipe is a named pipe without a reader; start its reader, or name a file\n"
            )
        }
        let rejects = try ipf(["import", "s.ipf", "-o", "c.catalog", "--rejects", "pipe"])
        #expect(rejects.status == 4 && !FileManager.default.fileExists(atPath: folder.path("c.catalog")))
        let reader = unsafe open(folder.path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        #expect(try ipf(["dump", "good.ipf", "-o", "pipe"]).status == 0)
        #expect(FileHandle(fileDescriptor: reader).availableData == Data(line.utf8))
        #expect(try ipf(["import", "s.ipf", "-o", "c.catalog", "--rejects", "pipe"]).status == 0)
        #expect(
            String(decoding: FileHandle(fileDescriptor: reader).availableData, as: UTF8.self).contains("\"line\": 4"))
    }

    /// A text file is replaced completely or left unchanged; if its name ends in ".gz", it is compressed.
    @Test func aTextFileIsReplacedCompletelyOrNotAtAll() throws {
        try write("out", "old")
        #expect(try ipf(["dump", "s.ipf", "-o", "out"]).status == 3)
        #expect(try text("out") == "old")
        try write("good.ipf", "#S::=TYPE,SYMBOL\nS,A\n##COMPLETE\n")
        #expect(try ipf(["dump", "good.ipf", "-o", "out", "--format", "ipf"]).status == 0)
        #expect(try text("out") == "#S::=TYPE,SYMBOL\nS,A\n##COMPLETE\n")
        #expect(try ipf(["dump", "good.ipf", "-o", "out.gz", "--format", "ipf"]).status == 0)
        #expect(try ipf(["scan", "out.gz"]).output.contains("total        1"))
        #expect(try Data(contentsOf: URL(filePath: folder.path("out.gz"))).prefix(2) == Data([0x1F, 0x8B]))
    }

    // MARK: Inputs are not overwritten

    /// An output that is also an input is refused, even under another name, for each pair of arguments.
    @Test func inputsAreNotOverwritten() throws {
        #expect(try ipf(["import", "s.ipf", "-o", "c.catalog", "--on-error", "skip"]).status == 0)
        try FileManager.default.createSymbolicLink(atPath: folder.path("soft.ipf"), withDestinationPath: "s.ipf")
        try FileManager.default.createSymbolicLink(atPath: folder.path("future"), withDestinationPath: "new.catalog")
        #expect(unsafe link(folder.path("s.ipf"), folder.path("hard.ipf")) == 0)
        let catalog = try Data(contentsOf: URL(filePath: folder.path("c.catalog")))
        let source = "the source s.ipf, which the output would overwrite; name another file"
        let output = "the file of -o, which the output would overwrite; name another file"
        for (arguments, message) in [
            (["import", "s.ipf", "-o", "s.ipf"], "-o s.ipf is \(source)"),
            (["import", "s.ipf", "-o", "./s.ipf"], "-o ./s.ipf is \(source)"),
            (["import", "s.ipf", "-o", "soft.ipf"], "-o soft.ipf is \(source)"),
            (["import", "s.ipf", "-o", "hard.ipf"], "-o hard.ipf is \(source)"),
            (["import", "other.ipf", "s.ipf", "-o", folder.path("s.ipf")], "-o \(folder.path("s.ipf")) is \(source)"),
            (["import", "s.ipf", "-o", "new.catalog", "--rejects", "s.ipf"], "--rejects s.ipf is \(source)"),
            (["import", "s.ipf", "-o", "new.catalog", "--rejects", "hard.ipf"], "--rejects hard.ipf is \(source)"),
            (["import", "s.ipf", "-o", "c.catalog", "--rejects", "c.catalog"], "--rejects c.catalog is \(output)"),
            // Both names lead to one file, which doesn't exist yet.
            (
                ["import", "s.ipf", "-o", "new.catalog", "--rejects", "./new.catalog"],
                "--rejects ./new.catalog is \(output)"
            ),
            (["import", "s.ipf", "-o", "new.catalog", "--rejects", "future"], "--rejects future is \(output)"),
            (["import", "--follow", "s.ipf", "-o", "soft.ipf"], "-o soft.ipf is \(source)"),
            (["watch", "s.ipf", "--catalog", "hard.ipf"], "--catalog hard.ipf is \(source)"),
            (["serve", "hard.ipf", "--source", "s.ipf", "--port", "0"], "CATALOG hard.ipf is \(source)"),
            (["merge", "c.catalog", "s.ipf", "-o", "soft.ipf"], "-o soft.ipf is \(source)"),
            (["dump", "s.ipf", "-o", "hard.ipf"], "-o hard.ipf is \(source)"),
            (
                ["dump", "c.catalog", "-o", "c.catalog"],
                "-o c.catalog is the source c.catalog, which the output would overwrite; name another file"
            ),
        ] {
            let result = try ipf(arguments)
            #expect(result.status == 2 && result.errors == "ipf: \(message)\n" && result.output == "", "\(result)")
        }
        #expect(try text("s.ipf") == Self.text)
        #expect(try Data(contentsOf: URL(filePath: folder.path("c.catalog"))) == catalog)
        #expect(!FileManager.default.fileExists(atPath: folder.path("new.catalog")))
    }

    /// Standard input and output are also files if the shell redirects them.
    @Test func redirectedInputAndOutputAreCompared() throws {
        func shell(_ line: String) throws -> (status: Int32, errors: String) {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", line]
            process.environment = ProcessInfo.processInfo.environment.merging(["IPF": Command.binary]) { $1 }
            process.currentDirectoryURL = folder.url
            let errors = Pipe()
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let text = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: text, as: UTF8.self))
        }
        let input = try shell("\"$IPF\" import - -o s.ipf < s.ipf")
        #expect(
            input.status == 2
                && input.errors
                    == "ipf: -o s.ipf is standard input, which the output would overwrite; name another file\n"
        )
        let output = try shell("\"$IPF\" dump s.ipf >> s.ipf")
        #expect(
            output.status == 2
                && output.errors
                    == "ipf: standard output is the source s.ipf, which the output would overwrite; name another file\n"
        )
        #expect(try text("s.ipf") == Self.text)
        // Appending preserves the existing content.
        #expect(try shell("\"$IPF\" generate --instruments 1 -o /dev/stdout >> other.ipf").status == 0)
        #expect(try text("other.ipf").hasPrefix(Self.text + "#"))
    }

    /// A merge may replace one of its inputs, because it has read all of them by then.
    @Test func aMergeMayReplaceItsInput() throws {
        for (name, symbol) in [("a", "A"), ("b", "B")] {
            try write("\(name).ipf", "#S::=TYPE,SYMBOL\nS,\(symbol)\n##COMPLETE\n")
            #expect(try ipf(["import", "\(name).ipf", "-o", "\(name).catalog"]).status == 0)
        }
        #expect(try ipf(["merge", "a.catalog", "b.catalog", "-o", "a.catalog"]).status == 0)
        #expect(try ipf(["merge", "a.catalog", "b.catalog", "-o", "b.catalog"]).status == 0)
        for name in ["a.catalog", "b.catalog"] { #expect(try Catalog.open(folder.path(name)).count == 2) }
    }

    /// If an import fails, the records that it had rejected are still written. Without rejects, the file is unchanged.
    @Test func rejectsOfAFailedImportAreWritten() throws {
        try write("r.jsonl", "old")
        #expect(try ipf(["import", "none.ipf", "-o", "c.catalog", "--rejects", "r.jsonl"]).status == 4)
        #expect(try text("r.jsonl") == "old")
        #expect(try ipf(["import", "s.ipf", "none.ipf", "-o", "c.catalog", "--rejects", "r.jsonl"]).status == 4)
        #expect(try text("r.jsonl").contains("\"line\": 4"))
    }
}
