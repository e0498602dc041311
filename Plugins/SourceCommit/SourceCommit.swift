import Foundation
import PackagePlugin

/// Records the commit of the sources for `ipf --version`.
///
/// `Scripts/source-commit` runs after each commit and each change of a source, and writes the commit as a Swift file.
/// It writes the file only if the commit has changed, so that an unchanged build compiles nothing. The plugin does not
/// use `Context.gitInformation`, because SwiftPM caches the manifest and would report an old commit.
@main struct SourceCommit: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let output = context.pluginWorkDirectoryURL.appending(path: "SourceCommit.swift")
        let script = root.appending(path: "Scripts/source-commit")
        let compiler = try context.tool(named: "swiftc").url
        // Git appends to this log with each commit. A repository without a log has at least an index.
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
