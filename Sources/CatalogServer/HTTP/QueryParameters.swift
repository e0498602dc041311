internal import CatalogAnswers
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// The decoded parameters of a request's query, in order. A name may occur several times.
struct QueryParameters: Sendable {
    var items: [(name: String, value: String)] = []
    /// The names of parameters that the service handles before the route, such as `asOf`, for error messages.
    var common: [String] = []
    /// The names of the parameters that `take` has removed.
    private(set) var taken: Set<String> = []

    init() {}

    /// Parses the text after `?`.
    ///
    /// - Throws: `Problem` if a percent sign isn't followed by two hexadecimal digits, or if the decoded bytes aren't
    ///   UTF-8.
    init(_ text: Substring) throws(Problem) {
        if text.isEmpty { return }
        for part in text.split(separator: "&") {
            let equals = part.utf8.firstIndex(of: UInt8(ascii: "="))
            let name = try PercentCoding.decode(address: part[..<(equals ?? part.endIndex)], plusIsSpace: true)
            let value = try equals.map { (index) throws(Problem) in
                try PercentCoding.decode(address: part[part.utf8.index(after: index)...], plusIsSpace: true)
            }
            items.append((name, value ?? ""))
        }
        guard items.count <= 100 else {
            throw .tooManyParameters(items.count, atMost: 100)
        }
    }

    /// Returns the first value of a parameter; `nil` if it is absent.
    subscript(name: String) -> String? {
        for item in items where item.name == name { return item.value }
        return nil
    }

    /// Removes a parameter that the service handles before its routes, and returns its first value; `nil` if it is
    /// absent.
    mutating func take(_ name: String) -> String? {
        guard let value = self[name] else { return nil }
        items.removeAll { $0.name == name }
        taken.insert(name)
        return value
    }

    /// Returns all values of a parameter.
    func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// Returns all values of a parameter. One occurrence may list several values, separated by commas.
    func list(_ name: String) -> [String] {
        all(name).flatMap { $0.split(separator: ",", omittingEmptySubsequences: true).map(String.init) }
    }

    /// Checks that the query has no other parameters than these, because a misspelled parameter must not be ignored.
    ///
    /// - Parameter fields: Whether IPF field names are also allowed.
    /// - Throws: `Problem` for any other parameter, with suggestions of similar names.
    func allow(_ names: Set<String>, fields: Bool = false) throws(Problem) {
        for item in items where !names.contains(item.name) && !(fields && FilterText.isFieldName(item.name)) {
            let known = names.union(common).sorted()
            let near = NearestNames.find(item.name, among: known)
            throw .unknownParameter(item.name, known: known, near: near, hasFields: fields)
        }
    }

    // MARK: Values of a kind

    /// Returns an integer within bounds.
    func integer(_ name: String, in range: ClosedRange<Int>, default value: Int) throws(Problem) -> Int {
        guard let text = self[name] else { return value }
        guard let number = Int(text), range.contains(number) else {
            throw .unexpected(name, text, range)
        }
        return number
    }

    func flag(_ name: String) throws(Problem) -> Bool {
        switch self[name] {
        case nil, "false", "0", "no": return false
        case "true", "1", "yes", "": return true
        case let text?:
            throw .unexpected(name, text, Problem.Expected.flag)
        }
    }
}

extension PercentCoding {
    /// Decodes a part of an address.
    ///
    /// - Throws: `Problem` for a broken escape, for bytes that aren't UTF-8, and for control characters.
    static func decode(address text: Substring, plusIsSpace: Bool = false) throws(Problem) -> String {
        let decoded: String
        do throws(PercentCoding.Fault) { decoded = try decode(text, plusIsSpace: plusIsSpace) } catch {
            switch error {
            case .escape:
                throw .badEscape
            case .encoding: throw .notUTF8
            }
        }
        guard decoded.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .controlCharacters
        }
        return decoded
    }
}
