import ArgumentParser
import InstrumentCatalog

/// The options of commands that read snapshots, with the limits for removing known instruments.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "Accept a snapshot that is empty or removes more than --max-removed.")
    var allowShrink = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest share of known instruments that a snapshot may remove: 0% to 100%. (default: 50%)",
            valueName: "percent"))
    var maxRemoved: Percentage?

    /// Whether any of the options was given.
    var isSet: Bool { allowShrink || maxRemoved != nil }

    func rules(allowsIncomplete: Bool = false) -> SnapshotRules {
        var rules = SnapshotRules()
        rules.allowsIncomplete = allowsIncomplete
        rules.allowsShrink = allowShrink
        if let maxRemoved { rules.mostRemoved = maxRemoved.share }
        return rules
    }
}

/// A percentage, such as `50%` or `12.5%`.
struct Percentage: ExpressibleByArgument {
    /// The share from 0 to 1.
    let share: Double

    init?(argument: String) {
        guard argument.last == "%", let value = Double(argument.dropLast()), (0...100).contains(value) else {
            return nil
        }
        share = value / 100
    }
}

extension Failure {
    /// Creates the failure of an import that was refused, so that the catalog at `path` is unchanged.
    init(_ refusal: SnapshotRefusal, leaving path: String) {
        self.init(
            .badInput, "\(path): import refused; the catalog was not changed: \(refusal); \(refusal.advice)")
    }
}

extension SnapshotRefusal {
    /// The options that accept the refused snapshot.
    var advice: TerminalText {
        switch cause {
        case .incomplete: "--allow-incomplete accepts it anyway"
        case .empty: "--allow-shrink accepts it anyway"
        case .shrink: "--allow-shrink or a higher --max-removed accepts it anyway"
        }
    }
}
