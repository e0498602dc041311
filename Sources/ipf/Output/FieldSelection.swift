import ArgumentParser
import ProfileFormat

/// The requested fields: `--fields A,B`, or `--fields '*'` for all. TYPE and SYMBOL are always included.
struct FieldSelection: ExpressibleByArgument, Sendable {
    /// The names in the given order; `nil` for all fields.
    let names: [String]?
    private let set: Set<String>?
    /// Whether the request is `*`, for all fields in use; `false` if nothing was requested.
    let asksForAll: Bool

    static let all = FieldSelection(names: nil)

    private init(names: [String]?, asksForAll: Bool = false) {
        self.names = names
        set = names.map { Set($0) }
        self.asksForAll = asksForAll
    }

    /// The text of the default value in the help.
    var defaultValueDescription: String { names?.joined(separator: ",") ?? "all" }

    init?(argument: String) {
        if argument == "*" {
            self.init(names: nil, asksForAll: true)
            return
        }
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { return nil }
        // Drop repeated names, because many programs reject tables with repeated columns.
        var seen: Set<String> = []
        self.init(names: ["TYPE", "SYMBOL"].filter { !names.contains($0) } + names.filter { seen.insert($0).inserted })
    }

    /// Returns the requested fields. `*` means all fields in use (`occurring`); `nil` if nothing was requested.
    func named(_ occurring: [String]) -> [String]? { names ?? (asksForAll ? occurring : nil) }

    func includes(_ name: String) -> Bool { set?.contains(name) ?? true }

    /// Returns the columns of CSV: the requested fields. Without a request, these are the standard fields and then the
    /// custom fields in use.
    ///
    /// - Parameter occurring: The fields in use.
    func columns(_ occurring: [String]) -> [String] {
        names ?? Self.standardNames + occurring.filter { ProfileField(name: $0) == nil }
    }

    private static let standardNames = ProfileField.allCases.map(\.name)
}
