import Foundation
import TestSupport
import Testing

@Suite struct UsageTests {
    @Test func helpNamesEverySubcommandAndItsExitCodes() throws {
        let result = try Command.run(["--help"])
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.contains("Exit codes: 0 done, 1 the answer is \"no\", 2 wrong usage, 3 bad input"))
        for name in ["generate", "scan", "dump", "import", "lookup", "search", "verify"] {
            let help = try Command.run([name, "--help"])
            #expect(result.output.contains("  \(name) "))
            #expect(help.status == 0 && help.output.contains("Examples:"), "\(name)")
        }
    }

    @Test func helpGroupsTheCommandsByPurposeWithOneLineEach() throws {
        let lines = try Command.run(["--help"]).output.split(separator: "\n")
        let groups = lines.filter { $0.hasSuffix(" SUBCOMMANDS:") }
        #expect(
            groups == [
                "QUERY SUBCOMMANDS:", "IMPORT AND FOLLOW SUBCOMMANDS:", "CHECK SUBCOMMANDS:", "SERVE SUBCOMMANDS:",
                "MASTER SUBCOMMANDS:",
            ])
        #expect(!lines.contains { $0.hasPrefix(String(repeating: " ", count: 26)) }, "an abstract has two lines")
    }

    @Test(arguments: [
        ["--no-such-option"], ["no-such-command"], ["generate"], ["generate", "--instruments", "x", "-o", "f"],
        ["generate", "--instruments", "-1", "-o", "f"], ["lookup", "f"], ["lookup", "f", "A", "--format", "xml"],
        ["dump"], ["dump", "f", "--format", "xml"], ["dump", "f", "--fields", "A,,B"], ["scan"], ["import", "f"],
        ["import", "f", "-o", "g", "--on-error", "maybe"], ["verify"], ["verify", "f", "--limit", "-1"],
        ["scan", "f", "--max-record", "0"], ["scan", "ftp://example.org/all.ipf"], ["scan", "http://"],
    ])
    func wrongUsageExitsWith2(arguments: [String]) throws {
        let result = try Command.run(arguments)
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.output == "")
        #expect(!result.errors.isEmpty)
    }

    @Test func generatingIntoAFolderOrAFullDeviceExitsWith4() throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(["generate", "--instruments", "5", "-o", folder.url.path])
        #expect(result.status == 4)
        #expect(result.errors == "ipf: \(folder.url.path): can't be written: Is a directory\n")
        let full = try Command.run(["generate", "--instruments", "5", "-o", "/dev/full"])
        #expect(full.status == 4)
        #expect(full.errors == "ipf: /dev/full: can't be written: No space left on device\n")
    }

    @Test func generatedFilesEqualStandardOutput() throws {
        let folder = try TemporaryFolder()
        for name in ["a.ipf", "a.ipf.gz", "b.ipf.gz"] {
            let result = try Command.run(["generate", "--instruments", "500", "--seed", "9", "-o", folder.path(name)])
            #expect(result.status == 0 && result.output == "" && result.errors == "")
        }
        let printed = try Command.run(["generate", "--instruments", "500", "--seed", "9", "-o", "-"])
        let plain = try Data(contentsOf: URL(filePath: folder.path("a.ipf")))
        let packed = try Data(contentsOf: URL(filePath: folder.path("a.ipf.gz")))
        #expect(Data(printed.output.utf8) == plain)
        #expect(try Data(contentsOf: URL(filePath: folder.path("b.ipf.gz"))) == packed)
        #expect(packed.count < plain.count / 3)
        let dump = try Command.run(["dump", folder.path("a.ipf.gz"), "--format", "ipf"])
        let again = try Command.run(["dump", folder.path("a.ipf"), "--format", "ipf"])
        #expect(dump.status == 0 && dump.output == again.output && dump.output.hasSuffix("##COMPLETE\n"))
    }
}
