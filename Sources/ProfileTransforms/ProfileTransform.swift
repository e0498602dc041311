internal import Ingest
public import MarketRules
public import ProfileFormat

/// A transform: rules that change or drop profiles, or clear fields, in the language of `profile-transforms.md`.
///
/// ```swift
/// let transform = try ProfileTransform("""
///     string REGION;
///     if (CURRENCY notin ("USD", "EUR", "")) delete();
///     switch (COUNTRY) { case "US", "CA": REGION = "Americas"; default: REGION = "Other"; }
///     """)
/// var run = transform.run()
/// for var profile in profiles where try run.apply(&profile) { print(profile.symbol, profile["REGION"]) }
/// run.counts    // [line 2: 17, line 3: 1203]
/// ```
///
/// The text is compiled once to typed operations on fields. A transform is an immutable value. Each thread uses its own
/// runs.
public struct ProfileTransform: Sendable {
    /// The name of the text, such as its file; `nil` if it has no name.
    public let name: String?
    let program: TransformProgram
    private let text: String
    private let defaults: ScheduleDefaults

    /// Compiles a text.
    ///
    /// - Parameters:
    ///   - name: The name of the text in errors, such as its file.
    ///   - folder: The folder to which addresses without a scheme are relative; the current folder by default.
    ///   - defaults: The schedule defaults for venues in the TRADING_HOURS of profiles.
    /// - Throws: `ProfileTransformError` at the first invalid token or value. The error has no position if a file that
    ///   the text names cannot be read.
    /// - Complexity: O(`text.utf8.count`), plus reading the files.
    public init(
        _ text: String, name: String? = nil, folder: String = "", defaults: ScheduleDefaults = .bundled
    ) throws(ProfileTransformError) {
        let compiler = TransformCompiler(text, name: name, files: TransformFiles(folder: folder))
        program = try compiler.compile()
        self.text = text
        self.name = name
        self.defaults = defaults
    }

    /// Hashes everything that results depend on: the text, the files that it names, the schedule defaults, and the date
    /// if the text uses `sysdate`.
    func add(to hash: DigestHash, today: CalendarDate) {
        func add(_ text: String) {
            hash.add("\(text.utf8.count) ".utf8Span.span)
            hash.add(text.utf8Span.span)
        }
        add(text)
        for set in program.sets { for member in set.map(\.text).sorted(by: TextOrder.precedes) { add(member) } }
        add(String(defaults.digest))
        if program.readsToday { add("\(today)") }
    }

    /// Starts a run over a sequence of profiles, with its own counts.
    ///
    /// - Parameter today: The value of `sysdate` during the whole run. By default, it is the date in the local time
    ///   zone.
    public func run(today: CalendarDate = .localToday) -> Run {
        Run(self, RunState(program, today: today.dayNumber, defaults: defaults))
    }

    /// The application of a transform to a sequence of profiles.
    public struct Run: Sendable {
        /// The number of changes that a line of the text has made.
        public struct LineCount: Hashable, Sendable {
            /// The line, from 1.
            public let line: Int
            /// The number of times that an assignment or a procedure in the line changed or dropped a profile.
            public let count: Int
        }

        private let transform: ProfileTransform
        private var state: RunState

        init(_ transform: ProfileTransform, _ state: RunState) {
            self.transform = transform
            self.state = state
        }

        /// Applies the transform to a profile.
        ///
        /// - Returns: `false` if the transform drops the profile. The profile then contains the changes made before
        ///   that.
        /// - Throws: `ProfileTransformFailure` if a value is invalid for this profile. The profile is then unchanged,
        ///   and the run has ended.
        /// - Complexity: O(statements that run).
        public mutating func apply(_ profile: inout InstrumentProfile) throws(ProfileTransformFailure) -> Bool {
            state.before.begin(with: profile)
            defer { state.before.end() }
            do {
                return try transform.program.run(transform.program.body, &profile, &state) != .deleted
            } catch {
                state.before.restore(&profile)
                throw ProfileTransformFailure(
                    name: transform.name, reason: error.reason, line: state.line, type: profile.type,
                    symbol: profile.symbol)
            }
        }

        /// The lines that have made changes, in order.
        public var counts: [LineCount] {
            zip(transform.program.lines, state.counts).filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }.map {
                LineCount(line: $0.0, count: $0.1)
            }
        }
    }
}
