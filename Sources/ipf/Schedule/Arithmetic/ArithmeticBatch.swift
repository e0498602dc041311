import ArgumentParser
import MarketRules
import Scanning

/// The option `--batch` of commands that count trading time: a file with a query per line. The output has an answer for
/// each line.
struct ArithmeticBatch: ParsableArguments {
    /// The help text about batches.
    static let help: String = """
        --batch answers a file of questions, one per line, with the arguments as columns separated by tabs. Each line \
        is printed with its answer in further columns, or "none" if there is none; with --format json, as an object \
        with the line's number. An invalid line is answered by "!" and reported with its number; the other lines are \
        answered, and the exit code is 3.
        """

    @Option(
        help: ArgumentHelp(
            "A file of questions, one per line, with columns separated by tabs. \"-\" is standard input.",
            valueName: "file"))
    var batch: String?

    /// Checks that either all arguments or a file is given.
    ///
    /// - Parameter names: The names of the arguments, for messages.
    func check(_ arguments: [String?], _ names: String) throws {
        if batch != nil, arguments.contains(where: { $0 != nil }) {
            throw ValidationError("expected \(names), or --batch, not both.")
        }
        if batch == nil, arguments.contains(nil) { throw ValidationError("expected \(names), or --batch FILE.") }
    }

    /// Answers the arguments, or each line of the file.
    ///
    /// - Parameters:
    ///   - arguments: The hours and the other arguments, after `check`.
    ///   - words: The names of the arguments, for messages.
    ///   - ask: Answers one query. It gets the schedule, its clock, and the arguments after the hours.
    func answer(
        _ arguments: [String?], in names: ScheduleNames, options: ScheduleOptions, words: String,
        _ ask: (Trading.Schedule, VenueClock, [String]) throws -> ArithmeticAnswer
    ) throws {
        if let batch {
            return try answer(
                BatchFile(path: batch), columns: arguments.count, in: names, options: options, words: words, ask)
        }
        let given = arguments.compactMap(\.self)
        let schedule = try names.schedule(given[0])
        let answer = try ask(schedule, options.clock(schedule), Array(given[1...]))
        if answer.columns.isEmpty, let miss = answer.miss {
            // In JSON, an answer that is an array is printed even if it is empty.
            if options.format == .json, let json = answer.json { try Answer.writeJSON(json) }
            throw Failure(.negativeAnswer, miss)
        }
        try options.noteCoverage(schedule, isBeyond: answer.isBeyondCoverage)
        switch options.format {
        case .json: try Answer.writeJSON(answer.json ?? { $0.object(answer.members) })
        case .text: try Answer.write(answer.text)
        }
    }

    private func answer(
        _ file: BatchFile, columns count: Int, in names: ScheduleNames, options: ScheduleOptions, words: String,
        _ ask: (Trading.Schedule, VenueClock, [String]) throws -> ArithmeticAnswer
    ) throws {
        var schedules = OpenSchedules(names: names)
        let output = OutputFile.standard
        var faults = 0
        for row in file.rows {
            let answer: Result<ArithmeticAnswer, any Error> = Result {
                guard row.columns.count == count else {
                    throw Failure(
                        .badInput, "found \(row.columns.count) columns, expected \(count) separated by tabs: \(words)")
                }
                let schedule = try schedules.schedule(row.columns[0])
                let answer = try ask(schedule, options.clock(schedule), Array(row.columns[1...]))
                if answer.isBeyondCoverage { try schedules.noteCoverage(row.columns[0], options) }
                return answer
            }
            if case .failure(let error) = answer {
                faults += 1
                StandardError.write("ipf: \(file.name), line \(row.line): \(Self.message(error))\n")
            }
            try output.write(options.format == .json ? Self.json(answer, row) : Self.text(answer, row))
        }
        try output.flush()
        if faults > 0 {
            throw Failure(.badInput, "\(faults) of \(file.rows.count) questions in \(file.name) were not answered")
        }
    }

    private static func text(_ answer: Result<ArithmeticAnswer, any Error>, _ row: BatchFile.Row) -> String {
        let columns = (try? answer.get()).map { $0.columns.isEmpty ? ["none"] : $0.columns } ?? ["!"]
        return (row.columns + columns).joined(separator: "\t") + "\n"
    }

    private static func json(_ answer: Result<ArithmeticAnswer, any Error>, _ row: BatchFile.Row) -> String {
        JSONWriter.line { json in
            json.member("line", row.line)
            switch answer {
            case .success(let answer): answer.members(&json)
            case .failure(let error): json.member("error", message(error).text)
            }
        }
    }

    private static func message(_ error: any Error) -> TerminalText {
        (error as? Failure)?.message ?? "\(lines: error)"
    }
}

/// The answer to one query about trading time.
struct ArithmeticAnswer {
    /// The columns in a batch; an empty array if there is no answer.
    var columns: [String]
    var isBeyondCoverage: Bool
    /// The text that is printed for a single query.
    var text: TerminalText
    /// The message if there is no answer.
    var miss: TerminalText?
    /// Writes the JSON that is printed for a single query; `nil` for an object with `members`.
    var json: ((inout JSONWriter) -> Void)?
    /// Writes the members of a JSON object.
    var members: (inout JSONWriter) -> Void

    /// Returns a date with its weekday, such as `2026-07-02 Thu`.
    static func text(_ date: CalendarDate?) -> TerminalText {
        date.map { "\($0) \(CalendarDate.shortWeekdayNames[$0.weekday - 1])\n" } ?? ""
    }
}

/// The schedules of a batch, each compiled once.
private struct OpenSchedules {
    let names: ScheduleNames
    private var opened: [String: Result<Trading.Schedule, any Error>] = [:]
    private var noted: Set<String> = []

    init(names: ScheduleNames) { self.names = names }

    mutating func schedule(_ subject: String) throws -> Trading.Schedule {
        if let known = opened[subject] { return try known.get() }
        let schedule = Result { try names.schedule(subject) }
        opened[subject] = schedule
        return try schedule.get()
    }

    /// Warns once about each schedule with answers that contain days with unknown holidays. With `--strict-coverage`,
    /// each such answer is an error.
    mutating func noteCoverage(_ subject: String, _ options: ScheduleOptions) throws {
        guard noted.insert(subject).inserted || options.strictCoverage else { return }
        try options.noteCoverage(schedule(subject), isBeyond: true)
    }
}

/// The options of all commands that count trading time.
struct ArithmeticOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The sessions that count: \(Trading.SessionFilter.lettersOrWords).", valueName: "letters"),
        transform: Self.filter)
    var sessions: Trading.SessionFilter = .trading

    @OptionGroup var options: ScheduleOptions

    static func filter(_ text: String) throws -> Trading.SessionFilter {
        try Trading.SessionFilter(lettersOrWord: text) ?? .argument(text)
    }
}

extension VenueClock {
    /// Returns the interval between two times.
    ///
    /// - Throws: `Failure` if the end is before the start.
    func interval(_ first: String, _ last: String) throws -> Range<Instant> {
        let (start, end) = (try instant(first), try instant(last))
        guard start <= end else {
            throw Failure(.usage, "the end, \(dateAndTime(end)), is before the start, \(dateAndTime(start))")
        }
        return start..<end
    }
}
