import Foundation
import TestSupport
import Testing

/// Systems with missing parts.
@Suite struct BareSystemTests {
    private static let canHide =
        (try? Command.shell("unshare -rm mount -t tmpfs none /proc", in: FileManager.default.temporaryDirectory))?
        .status == 0

    /// Without /proc, libdispatch traps at random, so every command refuses to start.
    @Test(.enabled(if: canHide, "this user cannot hide /proc"), arguments: ["lookup a.ipfc A", "--help", ""])
    func everyCommandRequiresProc(arguments: String) throws {
        let folder = try TemporaryFolder()
        let script = """
            unshare -rm sh -c 'mount -t tmpfs none /proc || exit 9
            exec $0 \(arguments)' "$ipf"
            """
        let result = try Command.shell(script, in: folder.url)
        #expect(result.status == 4 && result.output.isEmpty, "\(result)")
        #expect(result.errors == "ipf: /proc is not mounted, and the Swift runtime needs it; mount it\n")
    }
}
