import ArgumentParser

/// The command `ipf`.
@main
struct IPF: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ipf",
        abstract: "Reads instrument profiles (IPF) into a catalog, and answers questions about instruments.",
        subcommands: [])
}
