import ArgumentParser
import Ingest
import MarketRules
import SystemFiles

/// `ipf schedule defaults`: updates a file of schedule defaults.
struct ScheduleDefaultsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults", abstract: "Update a file of schedule defaults",
        discussion: """
            The file is replaced, whole or not at all, if the defaults at the address can be read, have a date and \
            venues, and are not older than the file. Otherwise, the file does not change, and the exit code is 3. If \
            the server reports by an ETag or a date that nothing has changed, nothing is downloaded; these validators \
            are stored beside the file, in FILE.validators. ipf serve --defaults-url updates the defaults of a \
            service.

            Examples:
              ipf schedule defaults --update https://example.org/schedule.properties -o schedule.properties
            """)

    @Option(help: ArgumentHelp("The address of newer defaults; plain, gzip or zip.", valueName: "address"))
    var update: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to update.", valueName: "file"))
    var output: String

    func run() throws {
        let address = try SourceAddress(parsing: update)
        let isThere = CatalogPath.isRegular(output)
        let known = try isThere ? ScheduleDefaultsFile.load(output) { _ in } : nil
        var source = NewerDefaults(address, validators: known.flatMap { KeptValidators(beside: output).read(for: $0) })
        guard let found = try source.fetch(replacing: known) else {
            return try Answer.write("\(output) is up to date, dated \(Self.date(known))\n")
        }
        let file = try OutputFile.create(output)
        try file.write(found.bytes.span)
        try file.finish()
        try KeptValidators(beside: output).write(source.validators, for: found.defaults)
        DefaultsReport.warn(
            DefaultsReport(source: output, leftOut: found.defaults.leftOut, warnings: found.defaults.warnings))
        try Answer.write(
            "\(output) is now dated \(Self.date(found.defaults)), with \(found.defaults.venueNames.count) venues\n")
    }

    private static func date(_ defaults: ScheduleDefaults?) -> String { defaults?.date?.description ?? "no date" }
}

/// The validators that a server sent with a file of schedule defaults. They are stored beside that file, in a file of
/// three lines. The first line identifies the version of the defaults.
struct KeptValidators {
    private let path: String

    init(beside file: String) { path = file + ".validators" }

    /// Returns the validators; `nil` if the server sent none for these defaults.
    func read(for defaults: ScheduleDefaults) -> Validators? {
        guard CatalogPath.isRegular(path), let text = try? SmallFile.text(path) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 3, lines[0] == String(defaults.digest) else { return nil }
        return Validators(
            etag: lines[1].isEmpty ? nil : lines[1], lastModified: lines[2].isEmpty ? nil : lines[2])
    }

    func write(_ validators: Validators?, for defaults: ScheduleDefaults) throws {
        guard let validators, CatalogPath.isRegular(path) || !validators.isEmpty else { return }
        let file = try OutputFile.create(path)
        try file.write(
            "\(defaults.digest)\n\(validators.etag ?? "")\n\(validators.lastModified ?? "")\n")
        try file.finish()
    }
}
