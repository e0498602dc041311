import ArgumentParser
import ProfileGenerator

/// `ipf generate`: generates synthetic instruments for tests.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate realistic sample instruments",
        discussion: """
            About nine tenths are options; the others are stocks, funds, bonds, futures, indexes and currencies. The \
            same count and seed give the same bytes on every machine. A file is compressed if its name ends in ".gz", \
            and it is replaced whole or not at all. A terminal, a named pipe with a reader and /dev/stdout receive the \
            text as it is produced.

            Examples:
              ipf generate --instruments 10000 -o sample.ipf
              ipf generate --instruments 1700000 --seed 7 -o all.ipf.gz
              ipf generate --instruments 20 -o - | head
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The number of instruments: 0 or more.", valueName: "count"))
    var instruments: Int

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The seed: 0 or more. Another seed gives other instruments, in the same proportions.",
            valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, or s3://BUCKET/KEY; \"-\" is standard output.", valueName: "file"))
    var output: String

    func validate() throws {
        guard instruments >= 0 else { throw ValidationError("--instruments is \(instruments), expected 0 or more.") }
    }

    func run() throws {
        let file = try OutputFile.create(output, packsByName: true)
        try UniverseGenerator(instruments: instruments, seed: seed).generate { try file.write($0) }
        try file.finish()
    }
}
