import ArgumentParser
import ProfileFormat

/// The fields that a command was asked for: `--fields A,B`, or `--fields '*'` for all. TYPE and SYMBOL always belong to
/// them.
struct FieldSelection: ExpressibleByArgument, Sendable {
    /// The names in the given order; `nil` for all.
    let names: [String]?
    private let set: Set<String>?
    /// Whether `*` requested all fields; false if nothing was requested.
    let asksForAll: Bool

    static let all = FieldSelection(names: nil)

    private init(names: [String]?, asksForAll: Bool = false) {
        self.names = names
        set = names.map { Set($0) }
        self.asksForAll = asksForAll
    }

    /// The help text.
    var defaultValueDescription: String { names?.joined(separator: ",") ?? "all" }

    init?(argument: String) {
        if argument == "*" {
            self.init(names: nil, asksForAll: true)
            return
        }
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { return nil }
        // Many readers of tables refuse repeated columns.
        var seen: Set<String> = []
        self.init(names: ["TYPE", "SYMBOL"].filter { !names.contains($0) } + names.filter { seen.insert($0).inserted })
    }

    /// The requested fields, with `*` for all fields in use; `nil` if the request has none.
    func named(_ occurring: [String]) -> [String]? { names ?? (asksForAll ? occurring : nil) }

    func includes(_ name: String) -> Bool { set?.contains(name) ?? true }

    /// The columns of CSV: those that were asked for, else the standard fields and after them the custom ones that
    /// occur.
    ///
    /// - Parameter occurring: fields that occur.
    func columns(_ occurring: [String]) -> [String] {
        names ?? Self.standardNames + occurring.filter { ProfileField(name: $0) == nil }
    }

    private static let standardNames = ProfileField.allCases.map(\.name)
}
