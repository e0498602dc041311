import Foundation
import TestSupport
import Testing

/// `ipf --version`, and the commit that it names.
@Suite struct VersionTests {
    @Test func versionPrintsTheCommitAndTheLibraries() throws {
        let result = try Command.run(["--version"])
        #expect(result.status == 0 && result.errors == "")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3 && lines[0].hasPrefix("ipf 0."), "\(result.output)")
        let commit = lines[1].replacing("commit ", with: "").replacing(", with changes", with: "")
        #expect(commit == "unknown" || commit.count == 40 && commit.allSatisfy(\.isHexDigit), "\(lines[1])")
        let libraries = lines[2].split(separator: ", ")
        #if ISAL
            let names = ["Swift 6.", "zlib 1.", "ISA-L 2."]
        #else
            let names = ["Swift 6.", "zlib 1."]
        #endif
        #expect(libraries.count == names.count, "\(lines[2])")
        for (name, library) in zip(names, libraries) {
            #expect(library.hasPrefix(name), "\(lines[2])")
        }
    }

    /// Runs the build's script in a clean, a changed and a nested repository, and outside of any repository.
    @Test func theBuildRecordsTheCommitOfTheSources() throws {
        let folder = try TemporaryFolder()
        let script = Command.root.appending(path: "Scripts/source-commit").path
        let setUp = """
            set -e
            export HOME=$PWD GIT_CONFIG_NOSYSTEM=1
            export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
            mkdir -p tree/Scripts tree/Sources && cp \(script) tree/Scripts/
            printf '#!/bin/sh\\necho "Swift version 6.9.1 (swift-6.9.1)"\\n' > swiftc && chmod +x swiftc
            name() { $PWD/tree/Scripts/source-commit "$PWD/answer.swift" "$PWD/swiftc"; }
            commit() { sed -n 's/.*commit = "\\(.*\\)"/\\1/p' answer.swift; }
            """
        func run(_ script: String) throws -> [String] {
            let result = try Command.shell(setUp + "\n" + script, in: folder.url)
            #expect(result.errors == "" && result.status == 0, "\(result)")
            return result.output.split(separator: "\n").map(String.init)
        }
        #expect(try run("name; commit; grep -c '6.9.1' answer.swift") == ["unknown", "1"])
        let clean = try run(
            "cd tree; git init -q; git add -A; git commit -qm 1; cd ..; name; commit; git -C tree rev-parse HEAD")
        #expect(clean.count == 2 && clean[0] == clean[1], "\(clean)")
        // If the content is unchanged, the file isn't written, so nothing is recompiled.
        #expect(try run("touch -d 2020-01-01 answer.swift; name; date -r answer.swift +%Y") == ["2020"])
        #expect(try run("touch tree/notes; name; commit") == [clean[0]])
        #expect(try run("touch tree/Sources/new.swift; name; commit") == ["\(clean[0]), with changes"])
        #expect(try run("rm -rf tree/.git; git init -q; git add -A; git commit -qm 1; name; commit") == ["unknown"])
    }
}
