import Foundation
import TestSupport
import Testing

/// Systems that lack something.
@Suite struct BareSystemTests {
    private static let canHide =
        (try? Command.shell("unshare -rm mount -t tmpfs none /proc", in: FileManager.default.temporaryDirectory))?
        .status == 0

    /// Swift's library reads a program's arguments from /proc.
    @Test(.enabled(if: canHide, "this user can't hide /proc"))
    func argumentsAreReadWithoutProc() throws {
        let folder = try TemporaryFolder()
        try Data("#STOCK::=TYPE,SYMBOL\nSTOCK,A\n##COMPLETE\n".utf8).write(to: URL(filePath: folder.path("a.ipf")))
        let script = """
            unshare -rm sh -c 'mount -t tmpfs none /proc || exit 9
            $0 import a.ipf -o a.ipfc --json >/dev/null && $0 lookup a.ipfc A --format ipf; echo $?
            $0 lookup a.ipfc B; echo $?' "$ipf"
            """
        let result = try Command.shell(script, in: folder.url)
        #expect(result.output == "#STOCK::=TYPE,SYMBOL\nSTOCK,A\n##COMPLETE\n0\n1\n", "\(result)")
    }
}
