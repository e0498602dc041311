import ArgumentParser
import Ingest
import MarketRules
import ProfileTransforms

/// `ipf transform`: applies rules to the profiles of a source.
struct TransformCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transform",
        abstract: "Apply rules to the profiles of a source: change fields, drop profiles.",
        discussion: """
            RULES is a text with ";" in it, or the address of a file of rules:

              string REGION; // custom fields are declared
              if (CURRENCY notin ("USD", "EUR", "")) delete();
              if (bsopt && LAST_TRADE != "") LAST_TRADE = findTrading(EXPIRATION, -1);
              switch (COUNTRY) { case "US", "CA": REGION = "Americas"; default: REGION = "Other"; }

            Further rules that --then names are applied after them, each to what the ones before have left. Files that rules name \
            are found beside their own file, or in the current folder.

            The profiles that are left are written as IPF, in their order; what goes to a name that ends in ".gz" is compressed. \
            A rule that fails on a profile ends the command with exit code 3, and a file is left as it was; to standard output \
            text goes as it is made. Standard error gets how often each line changed something.

            Profiles of type REMOVED are changed and dropped like others: keep them, or removals get lost.

            --batch reads lines of a program and a profile, both as JSON, separated by a tab, and prints each with its answer: \
            the fields that changed, "deleted", "fail", or "error LINE:COLUMN".

            \(SourceOptions.help)

            Examples:
              ipf transform rules.txt all.ipf.gz -o changed.ipf.gz
              ipf transform 'if (TYPE == "OPTION") delete();' all.ipf.gz | ipf import - -o all.ipfc
              ipf transform rules.txt all.ipf.gz --dry-run
            """)

    @Argument(help: ArgumentHelp("The rules: a text with \";\" in it, or an address.", valueName: "rules"))
    var rules: String?

    @Argument(help: ArgumentHelp("The source to read.", valueName: "address"))
    var address: String?

    @Option(help: ArgumentHelp("Rules to apply after these; may come more than once.", valueName: "rules"))
    var then: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, or s3://BUCKET/KEY; \"-\" is standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Print what would change, and write nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("The date that sysdate is: YYYY-MM-DD. (default: today)", valueName: "date"))
    var today: String?

    @Option(help: ArgumentHelp("Answer a file of programs and profiles; \"-\" is standard input.", valueName: "file"))
    var batch: String?

    @OptionGroup var defaults: ScheduleDefaultsOptions
    @OptionGroup var source: SourceOptions

    func validate() throws {
        if let today, CalendarDate(dashed: today.utf8Span.span) == nil {
            throw ValidationError("--today is '\(today)', expected a date YYYY-MM-DD.")
        }
        if batch != nil {
            guard rules == nil, then.isEmpty, output == nil, !dryRun else {
                throw ValidationError("--batch can't be combined with rules, a source, --then, -o or --dry-run.")
            }
            return
        }
        guard rules != nil, address != nil else { throw ValidationError("Expected rules and the address of a source.") }
        if dryRun, output != nil { throw ValidationError("--dry-run writes no file and can't be combined with -o.") }
    }

    func run() throws {
        let date = today.flatMap { CalendarDate(dashed: $0.utf8Span.span) } ?? .localToday
        let schedules = try defaults.load()
        if let batch { return try TransformBatch(path: batch, today: date, defaults: schedules).run() }
        let address = try SourceAddress(parsing: self.address!)
        let texts = [rules!] + then
        let transforms = try texts.map { try TransformRules.load($0, schedules) }
        var uses = PathConflicts(reading: [address] + transforms.compactMap(\.address))
        let output = self.output ?? "-"
        try uses.writeText(to: output, as: "-o")
        let file = try OutputFile.create(output, packsByName: true)
        var printer = TransformPrinter(
            runs: transforms.map { $0.transform.run(today: date) },
            names: texts.count > 1 ? transforms.map(\.name) : nil,
            isDryRun: dryRun, to: file)
        _ = try source.read(address, into: &printer)
        try printer.finish()
        if !printer.isComplete { StandardError.warn(address.incompleteWarning) }
        try file.finish()
        printer.report()
    }
}
