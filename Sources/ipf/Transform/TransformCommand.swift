import ArgumentParser
import Ingest
import MarketRules
import ProfileTransforms

/// `ipf transform`: applies rules to the profiles of a source.
struct TransformCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transform",
        abstract: "Apply rules to the profiles of a source",
        discussion: """
            Rules change fields and drop profiles. RULES is a text that contains ";", or the address of a file of rules:

              string REGION; // custom fields are declared
              if (CURRENCY notin ("USD", "EUR", "")) delete();
              if (bsopt && LAST_TRADE != "") LAST_TRADE = findTrading(EXPIRATION, -1);
              switch (COUNTRY) { case "US": REGION = "America"; default: REGION = "Other"; }

            The rules of --then are applied after them, each to the result of the previous ones. Files that rules name \
            are found beside the file of the rules, or in the current folder.

            The remaining profiles are written as IPF, in order. A file is compressed if its name ends in ".gz". If a \
            rule fails on a profile, the exit code is 3 and a file is not changed; standard output receives text as it \
            is produced. Standard error shows how often each line of the rules changed something.

            Profiles of type REMOVED are changed and dropped like others. If rules drop them, their removals are lost.

            --batch reads lines of a program and a profile, both as JSON, separated by a tab. It prints each line with \
            its answer: the changed fields, "deleted", "fail", or "error LINE:COLUMN".

            \(SourceOptions.help)

            Examples:
              ipf transform rules.txt all.ipf.gz -o changed.ipf.gz
              ipf transform 'if (bsopt) delete();' all.ipf.gz | ipf import - -o all.ipfc
              ipf transform rules.txt all.ipf.gz --dry-run
            """)

    @Argument(help: ArgumentHelp("The rules: a text that contains \";\", or an address.", valueName: "rules"))
    var rules: String?

    @Argument(help: ArgumentHelp("The source to read.", valueName: "address"))
    var address: String?

    @Option(help: ArgumentHelp("Rules to apply after these; can be repeated.", valueName: "rules"))
    var then: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, or s3://BUCKET/KEY; \"-\" is standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Print the changes without writing anything.")
    var dryRun = false

    @Option(help: ArgumentHelp("The value of sysdate: YYYY-MM-DD. (default: today)", valueName: "date"))
    var today: String?

    @Option(help: ArgumentHelp("A file of programs and profiles; \"-\" is standard input.", valueName: "file"))
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
