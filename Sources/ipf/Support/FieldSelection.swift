import ArgumentParser
import ProfileFormat

/// The fields that a command was asked for: `--fields A,B`. TYPE and SYMBOL always belong to them.
struct FieldSelection: ExpressibleByArgument, Sendable {
    /// In the order given; `nil` for all.
    let names: [String]?

    static let all = FieldSelection(names: nil)

    private init(names: [String]?) { self.names = names }

    /// What the help says.
    var defaultValueDescription: String { names?.joined(separator: ",") ?? "all" }

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { return nil }
        self.names = ["TYPE", "SYMBOL"].filter { !names.contains($0) } + names
    }

    func includes(_ name: String) -> Bool { names?.contains(name) ?? true }

    /// The columns of CSV: those that were asked for, or the standard fields.
    var columns: [String] { names ?? Self.standardNames }

    private static let standardNames = ProfileField.allCases.map(\.name)
}
