import ArgumentParser
import Packing
import Scanning
import SystemFiles

/// The command `ipf`.
@main
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ipf",
        abstract: "Import instrument profiles (IPF) into a catalog, and query it",
        discussion: """
            Exit codes: 0 done, 1 the answer is "no", 2 wrong usage, 3 bad input, 4 a file system or network error.
            """,
        // This value is evaluated for every command line, so create the longer text only if it is shown.
        version: CommandLine.arguments.contains { $0.hasPrefix("--version") } ? Version.text : Version.program,
        groupedSubcommands: [
            CommandGroup(
                name: "Query",
                subcommands: [
                    LookupCommand.self, SearchCommand.self, ListCommand.self, ChainCommand.self, SymbolCommand.self,
                    ScheduleCommand.self, CalendarCommand.self, ContractCommand.self, PriceCommand.self,
                    StatsCommand.self,
                    DiffCommand.self, DumpCommand.self, ExportCommand.self, ConvertCommand.self,
                ]),
            CommandGroup(
                name: "Import and follow",
                subcommands: [
                    ImportCommand.self, WatchCommand.self, MergeCommand.self, TransformCommand.self,
                    GenerateCommand.self, CacheCommand.self,
                ]),
            CommandGroup(name: "Check", subcommands: [VerifyCommand.self, ScanCommand.self, DoctorCommand.self]),
            CommandGroup(name: "Serve", subcommands: [ServeCommand.self, PublishCommand.self]),
            CommandGroup(name: "Master", subcommands: [MasterCommand.self]),
        ])

    static func main() async {
        // If /proc is not mounted, Swift's runtime finds no arguments, and libdispatch crashes when it counts threads.
        if CommandLine.arguments.isEmpty {
            StandardError.write("ipf: /proc is not mounted, and the Swift runtime needs it; mount it\n")
            Processes.exit(Failure.Code.inputOutput.rawValue)
        }
        do {
            var command = try parsed(Array(CommandLine.arguments.dropFirst()))
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            Failure.exit(with: error, of: Self.self)
        }
        Processes.exit(Trouble.exitCode)
    }

    /// Parses the arguments. Options of the service may also come from a file and the environment.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        #if Service
            if arguments.first == "serve" {
                let configuration = try ServeConfiguration(Array(arguments.dropFirst()))
                do {
                    return try parseAsRoot(["serve"] + configuration.completed)
                } catch {
                    throw configuration.placed(error)
                }
            }
        #endif
        if let command = LookupCommand(plain: arguments) { return command }
        return try parseAsRoot(arguments)
    }
}

/// The version of this program, as `ipf --version` prints it.
enum Version {
    static let program = "ipf \(PackageVersion.number)"

    /// The versions of the program and of the decompression libraries. Only `ipf doctor` reports the version of
    /// libcurl, because loading libcurl and its dependencies takes longer than a look-up.
    static let text = """
        \(program)
        commit \(SourceCommit.commit)
        Swift \(SourceCommit.compiler), \(InflateLibrary.allCases.map(\.version).joined(separator: ", "))
        """
}
