import ArgumentParser
import ProfileFormat

/// The requested fields: `--fields A,B`, or `--fields '*'` for all. TYPE and SYMBOL are always included.
struct FieldSelection: ExpressibleByArgument, Sendable {
    /// The names in the given order; `nil` for all.
    let names: [String]?
    private let set: Set<String>?
    /// Whether the request contains `*`, for all fields in use; false if the request names no fields.
    let asksForAll: Bool

    static let all = FieldSelection(names: nil)

    private init(names: [String]?, asksForAll: Bool = false) {
        self.names = names
        set = names.map { Set($0) }
        self.asksForAll = asksForAll
    }

    /// The default value in the help.
    var defaultValueDescription: String { names?.joined(separator: ",") ?? "all" }

    init?(argument: String) {
        if argument == "*" {
            self.init(names: nil, asksForAll: true)
            return
        }
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { return nil }
        // Many programs reject tables with repeated columns.
        var seen: Set<String> = []
        self.init(names: ["TYPE", "SYMBOL"].filter { !names.contains($0) } + names.filter { seen.insert($0).inserted })
    }

    /// The requested fields, with `*` for all fields in use; `nil` if the request has none.
    func named(_ occurring: [String]) -> [String]? { names ?? (asksForAll ? occurring : nil) }

    func includes(_ name: String) -> Bool { set?.contains(name) ?? true }

    /// Returns the columns of CSV: the requested fields, or else the standard fields and then the custom fields in use.
    ///
    /// - Parameter occurring: The fields in use.
    func columns(_ occurring: [String]) -> [String] {
        names ?? Self.standardNames + occurring.filter { ProfileField(name: $0) == nil }
    }

    private static let standardNames = ProfileField.allCases.map(\.name)
}
