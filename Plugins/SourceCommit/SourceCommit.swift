import Foundation
import PackagePlugin

/// Tells the command which commit it is built from, for `ipf --version`.
///
/// `Scripts/source-commit` writes the answer as a Swift file: when a commit was made or a source changed, and only if
/// the answer is another one, so that a build without news compiles nothing. `Context.gitInformation` in the manifest
/// would not do: SwiftPM keeps what a manifest said, and so an old commit.
@main struct SourceCommit: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let output = context.pluginWorkDirectoryURL.appending(path: "SourceCommit.swift")
        let script = root.appending(path: "Scripts/source-commit")
        let compiler = try context.tool(named: "swiftc").url
        // Each commit adds a line to the log; a repository without one has at least an index.
        let git = ["logs/HEAD", "index"].map { root.appending(path: ".git/\($0)") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
        let sources = context.package.targets.compactMap(\.sourceModule).flatMap { $0.sourceFiles.map(\.url) }
        return [
            .buildCommand(
                displayName: "Naming the commit", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, output.path, compiler.path],
                inputFiles: sources + [script, compiler] + (git.map { [$0] } ?? []), outputFiles: [output])
        ]
    }
}
