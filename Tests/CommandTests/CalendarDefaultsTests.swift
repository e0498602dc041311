import Foundation
import TestSupport
import Testing

/// The options `--defaults` and `--overlay`, and their environment variables.
@Suite struct CalendarDefaultsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Data("date=20260101-000000+0000\nhd.A=20260107\ntv.V=name=Own;tz=Asia/Tokyo;hd=A;0=09001500\n".utf8)
            .write(to: folder.url.appending(path: "own"))
        try Data("hd.US=20260107\n".utf8).write(to: folder.url.appending(path: "overlay"))
        try Data("hd.A=20260108\n".utf8).write(to: folder.url.appending(path: "overlayOfOwn"))
    }

    private func status(_ definition: String, _ arguments: [String], _ environment: [String: String] = [:]) throws
        -> String
    {
        let run = try Command.run(
            ["schedule", "days", definition, "2026-01-07", "--format", "json"] + arguments,
            environment: ["IPF_DEFAULTS": "", "IPF_OVERLAY": ""].merging(environment) { $1 })
        #expect(run.status == 0, "\(run.errors)")
        return run.output.contains("regular") ? "open" : "closed"
    }

    @Test func bundledDefaultsApplyWithoutAFile() throws {
        #expect(try status("NewYorkETH()", []) == "open")
        #expect(try status("XLON()", []) == "open")
    }

    @Test func optionsTakePrecedenceOverVariables() throws {
        let (own, overlay) = (folder.path("own"), folder.path("overlay"))
        #expect(try status("V()", ["--defaults", own]) == "closed")
        #expect(try status("V()", [], ["IPF_DEFAULTS": own]) == "closed")
        // The option takes precedence over the variable.
        #expect(try status("XNYS()", ["--defaults", "bundled"], ["IPF_DEFAULTS": own]) == "open")
        #expect(try status("XNYS()", ["--overlay", overlay]) == "closed")
        #expect(try status("XNYS()", [], ["IPF_OVERLAY": overlay]) == "closed")
        #expect(try status("XLON()", ["--overlay", overlay]) == "open")
        let run = try Command.run([
            "schedule", "days", "V()", "2026-01-08", "--defaults", own, "--overlay", folder.path("overlayOfOwn"),
        ])
        #expect(run.output.contains("closed, holiday"))
    }

    @Test func aMalformedOverlayIsAnError() throws {
        let file = folder.url.appending(path: "wrong")
        try Data("hd.US=2026010\n".utf8).write(to: file)
        let run = try Command.run(["schedule", "days", "XNYS()", "2026-01-07", "--overlay", file.path])
        #expect(run.status == 3)
        #expect(run.errors.hasPrefix("ipf: \(file.path): schedule defaults:\n  line 1: "), "\(run.errors)")
    }
}
