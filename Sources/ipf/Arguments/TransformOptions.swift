import ArgumentParser
import Ingest
import MarketRules
import ProfileTransforms

/// The option `--transform`: rules that are applied while a source is read.
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

    /// Loads the rules.
    ///
    /// - Parameter defaults: The schedule defaults for rules with day functions; `nil` for those that the environment
    ///   variables name, or the bundled ones.
    /// - Returns: The rules; `nil` if none are given.
    /// - Throws: `Failure` with the position and a caret if rules are invalid.
    func load(_ defaults: ScheduleDefaults? = nil) throws -> Transforming? {
        if texts.isEmpty { return nil }
        let defaults = try defaults ?? ScheduleDefaultsOptions.parse([]).load()
        return Transforming(try texts.map { try TransformRules.load($0, defaults) })
    }
}

/// The rules that are applied while a source is read, and their addresses.
struct Transforming {
    let rewriter: TransformRewriter
    let addresses: [SourceAddress]

    init(_ rules: [TransformRules]) {
        rewriter = TransformRewriter(rules.map(\.transform))
        addresses = rules.compactMap(\.address)
    }

    // MARK: Reports

    /// Adds the counts of changed and dropped profiles to a summary.
    func add(to facts: inout TextTable) {
        let counts = rewriter.counts
        facts.add("changed by rules", Numbers.grouped(counts.changed))
        facts.add("dropped by rules", Numbers.grouped(counts.dropped))
        for (name, lines) in zip(rewriter.names, counts.lines) {
            for line in lines { facts.add("  \(name), line \(line.line)", Numbers.grouped(line.count)) }
        }
    }

    /// The number of records that the rules dropped.
    var dropped: Int { rewriter.counts.dropped }

    /// Writes the counts of changed and dropped profiles as members of an object.
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

    /// A warning if rules drop removals, which is probably a mistake; `nil` otherwise.
    var warning: TerminalText? {
        let dropped = rewriter.counts.droppedRemovals
        return dropped == 0 ? nil : TransformPrinter.warning(droppedRemovals: dropped)
    }
}
