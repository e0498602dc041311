import ArgumentParser
import Ingest
import MarketRules
import ProfileTransforms

/// `--transform`: rules that are applied while a source is read.
struct TransformOptions: ParsableArguments {
    @Option(
        name: .customLong("transform"),
        help: ArgumentHelp(
            "Rules to apply to the profiles, as in ipf transform: a text that contains \";\", or an address. Can be "
                + "repeated; the rules apply in order.",
            valueName: "rules"))
    var texts: [String] = []

    /// The help text about transforms.
    static let help = """
        --transform applies the rules of ipf transform, which change and drop profiles, before anything else reads the \
        profiles. If a rule fails on a profile, nothing of the source is imported. If the rules differ from those of \
        the last import, an unchanged source is read again.
        """

    /// - Parameter defaults: what the day functions of rules know; `nil` for what the variables say, or the bundled
    ///   ones.
    /// - Returns: `nil` if no rules are given.
    /// - Throws: `Failure` if rules can't be used, with the place and a caret.
    func load(_ defaults: ScheduleDefaults? = nil) throws -> Transforming? {
        if texts.isEmpty { return nil }
        let defaults = try defaults ?? ScheduleDefaultsOptions.parse([]).load()
        return Transforming(try texts.map { try TransformRules.load($0, defaults) })
    }
}

/// Rules at work, and where they were read.
struct Transforming {
    let rewriter: TransformRewriter
    let addresses: [SourceAddress]

    init(_ rules: [TransformRules]) {
        rewriter = TransformRewriter(rules.map(\.transform))
        addresses = rules.compactMap(\.address)
    }

    // MARK: Reports

    /// Adds what the rules did to a summary's facts.
    func add(to facts: inout TextTable) {
        let counts = rewriter.counts
        facts.add("changed by rules", Numbers.grouped(counts.changed))
        facts.add("dropped by rules", Numbers.grouped(counts.dropped))
        for (name, lines) in zip(rewriter.names, counts.lines) {
            for line in lines { facts.add("  \(name), line \(line.line)", Numbers.grouped(line.count)) }
        }
    }

    /// Records that were read and not taken.
    var dropped: Int { rewriter.counts.dropped }

    /// Writes the members of an object: how much the rules changed and dropped.
    func writeMembers(to json: inout JSONWriter) {
        let counts = rewriter.counts
        json.member("changed", counts.changed)
        json.member("dropped", counts.dropped)
        json.member("rules", objects: zip(rewriter.names, counts.lines)) { json, rule in
            json.member("name", rule.0)
            json.member("lines", objects: rule.1) { json, line in
                json.member("line", line.line)
                json.member("count", line.count)
            }
        }
    }

    /// Removals that rules drop are hardly meant to be lost.
    var warning: TerminalText? {
        let dropped = rewriter.counts.droppedRemovals
        return dropped == 0 ? nil : TransformPrinter.warning(droppedRemovals: dropped)
    }
}
