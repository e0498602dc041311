internal import Ingest
internal import InstrumentCatalog
internal import Scanning

/// A file of named entitlements, which limit what tokens may see, and of the persons who have them.
///
/// ```
/// # Stocks and funds of Nasdaq, without two licensed identifiers.
/// entitlement nasdaq
/// types STOCK, ETF
/// venues XNAS
/// without CUSIP, SEDOL
///
/// entitlement everything
///
/// person ann nasdaq SHA256
/// ```
/// An entitlement without a line limits nothing of that kind. `sources A, B` requires a service that follows a master.
/// Persons follow the lines of their entitlement, so that a file that was cut off never allows more than the whole
/// file. The last word of a person is the SHA-256 of the token, so the file contains no secrets.
///
/// ```
/// line      ::= statement? ( "#" any* )?
/// statement ::= "entitlement" NAME
///             | ( "types" | "venues" | "sources" | "fields" | "without" ) word ( "," word )*
///             | "person" NAME NAME SHA256
/// ```
package struct Entitlements: Sendable {
    /// A person, or a program, with a token.
    struct Person: Sendable {
        var name: String
        var entitlement: String
    }

    /// The rights by the names of the entitlements.
    private(set) var rights: [String: RecordRights] = [:]
    /// The persons by the hashes of their tokens, as lower-case hexadecimal digits.
    private(set) var persons: [String: Person] = [:]

    /// The names of fields that neither the format nor the served catalog has. They may be custom fields of an earlier
    /// or a later catalog.
    package private(set) var unknownFields: [String] = []

    /// Parses the text of a file.
    ///
    /// - Parameters:
    ///   - known: The fields of the served catalog; `nil` if there is no catalog yet. Other names are accepted, because
    ///     custom fields come and go, unless they resemble a known field.
    ///   - hasSources: Whether the service follows a master, so that `sources` can be limited.
    /// - Throws: `EntitlementsError`, with the first problem of each line.
    package init(parsing text: String, fields known: [String]?, hasSources: Bool = false) throws(EntitlementsError) {
        var parser = EntitlementsParser(fields: known, hasSources: hasSources)
        parser.read(text)
        guard parser.problems.isEmpty else { throw EntitlementsError(problems: parser.problems) }
        (rights, persons, unknownFields) = (parser.rights, parser.persons, parser.unknownFields)
    }

    /// Returns the person with a token; `nil` if the token is unknown.
    func person(withToken token: [UInt8]) -> Person? { persons[Self.hash(token)] }

    fileprivate static func hash(_ token: [UInt8]) -> String {
        let hash = DigestHash.sha256
        hash.add(token.span)
        return ByteText.hexadecimal(hash.digest)
    }
}

/// The problems of a file of entitlements.
package struct EntitlementsError: Error, CustomStringConvertible {
    struct Problem: Sendable {
        /// The line, from 1; `nil` if the problem is about the whole file.
        var line: Int?
        var reason: String
    }

    var problems: [Problem]

    package var description: String {
        problems.map { problem in (problem.line.map { "line \($0): " } ?? "") + problem.reason }
            .joined(separator: "\n  ")
    }
}

/// Reads the lines of a file of entitlements.
private struct EntitlementsParser {
    private(set) var rights: [String: RecordRights] = [:]
    private(set) var persons: [String: Entitlements.Person] = [:]
    private(set) var problems: [EntitlementsError.Problem] = []
    private(set) var unknownFields: [String] = []

    private struct Fault: Error { var reason: String }

    private let fields: [String]?
    private let hasSources: Bool
    private var line = 0
    /// The entitlement that the lines are about; `nil` before the first one and after a person.
    private var current: String?
    /// The lines of statements that may occur once.
    private var lines: [String: Int] = [:]
    /// The lines of the persons, by the hashes of their tokens.
    private var personLines: [String: Int] = [:]

    private static let statements = ["entitlement", "types", "venues", "sources", "fields", "without", "person"]

    init(fields: [String]?, hasSources: Bool) { (self.fields, self.hasSources) = (fields, hasSources) }

    mutating func read(_ text: String) {
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        for content in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            line += 1
            do throws(Fault) { try read(line: content.prefix { $0 != "#" }) } catch {
                problems.append(.init(line: line, reason: error.reason))
            }
        }
        if problems.isEmpty, persons.isEmpty {
            problems = [.init(line: nil, reason: "there is no person; add a line: person NAME ENTITLEMENT SHA256")]
        }
    }

    private mutating func read(line: Substring) throws(Fault) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let first = words.first.map(String.init) else { return }
        switch first {
        case "entitlement":
            guard words.count == 2, Self.isName(words[1]) else {
                throw Fault(reason: Self.expected("entitlement NAME"))
            }
            let name = String(words[1])
            try once("the entitlement \(name)", "give one of them another name")
            current = name
            rights[name] = RecordRights()
        case "types", "venues", "sources", "fields", "without":
            guard let current else {
                throw Fault(
                    reason: "found \(first) outside of an entitlement; write it below the line: entitlement NAME")
            }
            try once("\(first) of \(current)", "write all names in one line")
            let names = try Self.names(line.drop(while: \.isWhitespace).dropFirst(first.count), of: first)
            try read(first, names, of: current)
        case "person": try readPerson(words)
        default:
            let near = NearestNames.question(NearestNames.find(first, among: Self.statements))
            let expected = NearestNames.list(Self.statements)
            throw Fault(reason: "found \"\(GrammarError.excerpt(first))\"; expected \(expected)\(near)")
        }
    }

    private mutating func read(_ statement: String, _ names: [String], of entitlement: String) throws(Fault) {
        switch statement {
        case "types": rights[entitlement]!.types = Set(names)
        case "venues": rights[entitlement]!.venues = Set(names)
        case "sources":
            guard hasSources else {
                throw Fault(
                    reason: "found sources, but this service follows no master; "
                        + "start it with --master, or remove the line")
            }
            rights[entitlement]!.sources = Set(names)
        default:
            let other = statement == "fields" ? "without" : "fields"
            if let before = lines["\(other) of \(entitlement)"] {
                throw Fault(reason: "found \(statement), but line \(before) has \(other); write only one of them")
            }
            for name in names { try check(field: name) }
            if statement == "without", let name = names.first(where: RecordRights.everyRecordHas) {
                throw Fault(reason: "\(name) can't be left out, because every record has it; remove the name")
            }
            rights[entitlement]!.fields = statement == "fields" ? .only(Set(names)) : .without(Set(names))
        }
    }

    private mutating func check(field name: String) throws(Fault) {
        if ProfileField(name: name) != nil || fields?.contains(name) == true { return }
        let near = NearestNames.find(name, among: ProfileField.allNames + (fields ?? []))
        // Any other name may be that of a custom field which the catalog doesn't have now.
        if near.isEmpty {
            if fields != nil { unknownFields.append(name) }
            return
        }
        throw Fault(reason: "there is no field \(GrammarError.excerpt(name))\(NearestNames.question(near))")
    }

    private mutating func readPerson(_ words: [Substring]) throws(Fault) {
        // A malformed line may contain a token, so its text never appears in the error.
        guard words.count == 4, Self.isName(words[1]), Self.isName(words[2]) else {
            throw Fault(reason: Self.expected("person NAME ENTITLEMENT SHA256"))
        }
        let hash = words[3].lowercased()
        guard hash.utf8.count == 64, hash.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw Fault(
                reason: "expected the SHA-256 of the token, as 64 hexadecimal digits; "
                    + "compute it with: printf %s \"$TOKEN\" | sha256sum")
        }
        let name = String(words[2])
        guard rights[name] != nil else {
            let near = NearestNames.question(NearestNames.find(name, among: rights.keys.sorted()))
            throw Fault(reason: "there is no entitlement \(name) above this line\(near)")
        }
        if hash == Entitlements.hash([]) {
            throw Fault(reason: "found the SHA-256 of an empty token; check that TOKEN was set")
        }
        if let before = persons[hash] {
            throw Fault(
                reason: "the token is already that of \(before.name) in line \(personLines[hash]!); "
                    + "create another token")
        }
        persons[hash] = Entitlements.Person(name: String(words[1]), entitlement: name)
        personLines[hash] = line
        current = nil
    }

    /// Records a statement that may occur only once.
    private mutating func once(_ what: String, _ remedy: String) throws(Fault) {
        if let before = lines[what] { throw Fault(reason: "\(what) is already in line \(before); \(remedy)") }
        lines[what] = line
    }

    private static func names(_ text: Substring, of statement: String) throws(Fault) -> [String] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmed(where: \.isWhitespace) }
        guard names.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
            throw Fault(reason: expected("\(statement) NAME, NAME"))
        }
        if names.contains("*") { throw Fault(reason: "found *; to allow all, omit the line with \(statement)") }
        return names.map { String($0) }
    }

    private static func expected(_ form: String) -> String { "expected: \(form)" }

    /// Whether a text is a name of an entitlement or a person, as of a master's source.
    private static func isName(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "._-".utf8.contains($0) }
    }
}
