internal import Ingest
public import MarketRules
public import ProfileFormat

/// Rules that change profiles, drop them, or take fields away: the language of `profile-transforms.md`.
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
/// The text is compiled once, into operations whose types are settled and which name fields by their places. A transform is an immutable
/// value; each thread has runs of its own.
public struct ProfileTransform: Sendable {
    /// The name of the text: its file; `nil` if it has none.
    public let name: String?
    let program: TransformProgram
    private let text: String
    private let defaults: ScheduleDefaults

    /// The transform of a text.
    ///
    /// - Parameters:
    ///   - name: names the text in errors; its file.
    ///   - folder: where addresses without a scheme are, of the files that the text names; the current one by default.
    ///   - defaults: what the day functions know of venues that a profile's TRADING_HOURS names.
    /// - Throws: `ProfileTransformError` at the token that doesn't fit, or whose value doesn't; without a place if a file that the text
    ///   names can't be read.
    /// - Complexity: O(`text.utf8.count`), and the reading of the files.
    public init(
        _ text: String, name: String? = nil, folder: String = "", defaults: ScheduleDefaults = .bundled
    ) throws(ProfileTransformError) {
        let compiler = TransformCompiler(text, name: name, files: TransformFiles(folder: folder))
        program = try compiler.compile()
        self.text = text
        self.name = name
        self.defaults = defaults
    }

    /// Takes everything into a checksum that can make the same profile come out differently: the text, the files that it names, what the day
    /// functions know, and the date where the text asks for it.
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

    /// A run over profiles, with counts of its own.
    ///
    /// - Parameter today: what `sysdate` is; the date in the local zone by default, for all of the run.
    public func run(today: CalendarDate = .localToday) -> Run {
        Run(self, RunState(program, today: today.dayNumber, defaults: defaults))
    }

    /// A transform at work.
    public struct Run: Sendable {
        /// A line of the text, and how often it changed something.
        public struct LineCount: Hashable, Sendable {
            /// From 1.
            public let line: Int
            /// How often an assignment or a procedure of the line changed a profile, or dropped one.
            public let count: Int
        }

        private let transform: ProfileTransform
        private var state: RunState

        init(_ transform: ProfileTransform, _ state: RunState) {
            self.transform = transform
            self.state = state
        }

        /// Applies the rules to a profile.
        ///
        /// - Returns: `false` if they drop it; it then is as they left it.
        /// - Throws: `ProfileTransformFailure` if a value can't be used on this profile, which is then as it came. The run has ended.
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

        /// The lines that have changed something, in order.
        public var counts: [LineCount] {
            zip(transform.program.lines, state.counts).filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }.map {
                LineCount(line: $0.0, count: $0.1)
            }
        }
    }
}
