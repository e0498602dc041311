/// A study of a chart – an indicator – with its parameters and lines.
///
/// ```swift
/// var study = StudySettings.adx
/// study.uuid = "customADX"
/// try study.set("length", to: "20")
/// ```
///
/// A study is always legal: a parameter takes no value that its type and bounds don't allow.
public struct StudySettings: Codable, Hashable, Sendable, Identifiable {
    /// Which study it is: `ADX`. Copies of a study share it.
    public let id: ID
    /// Which copy it is; that of a built-in study is named like its `id`.
    public var uuid: UUID
    /// As people read it.
    public var title: String
    /// The parameters in the order in which people see them.
    public internal(set) var parameters: [Parameter]
    /// The lines in the order in which they are drawn.
    public internal(set) var lines: [Line]
    /// It is drawn over the prices, not in a field of its own.
    public let isOverlay: Bool

    /// A study of one's own.
    ///
    /// - Parameters:
    ///   - uuid: named like `id` if left out.
    ///   - parameters: of several with the same id the first counts.
    ///   - lines: of several with the same title the first counts.
    public init(
        id: ID, uuid: UUID? = nil, title: String, parameters: [Parameter], lines: [Line], isOverlay: Bool
    ) {
        self.id = id
        self.uuid = uuid ?? UUID(id.text)
        self.title = title
        self.parameters = parameters.firsts(by: \.id)
        self.lines = lines.firsts(by: \.title)
        self.isOverlay = isOverlay
    }

    /// The parameter of an id; `nil` where there is none.
    public subscript(parameter id: String) -> Parameter? { parameters.first { $0.id == id } }

    /// The line of a title; `nil` where there is none.
    public subscript(line title: String) -> Line? { lines.first { $0.title == title } }

    /// Sets a parameter to what a text says.
    ///
    /// - Throws: `StudyError` where there is no such parameter, or it doesn't take that; the study is then as it was.
    public mutating func set(_ parameter: String, to text: String) throws(StudyError) {
        guard let index = parameters.firstIndex(where: { $0.id == parameter }) else {
            let known = parameters.map(\.id).joined(separator: ", ")
            throw StudyError(
                parameter: parameter,
                reason:
                    "\(title): found no parameter “\(parameter)”, expected \(known.isEmpty ? "none" : "one of \(known)")"
            )
        }
        try parameters[index].set(text)
    }

    /// Changes how a line looks.
    ///
    /// - Returns: false where there is no line of that title.
    @discardableResult
    public mutating func changeLine(_ title: String, _ change: (inout Line) -> Void) -> Bool {
        guard let index = lines.firstIndex(where: { $0.title == title }) else { return false }
        change(&lines[index])
        return true
    }
}

// MARK: - Names

extension StudySettings {
    /// Which study: `"ADX"`.
    public struct ID: StudyName {
        /// The name.
        public let text: String
        /// The study of a name.
        public init(_ text: String) { self.text = text }
    }

    /// Which copy of a study: `"customADX"`.
    public struct UUID: StudyName {
        /// The name.
        public let text: String
        /// The copy of a name.
        public init(_ text: String) { self.text = text }
    }
}

/// A name that a string literal makes; coded as the string, also as the key of a dictionary.
public protocol StudyName: Codable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral,
    LosslessStringConvertible,
    CodingKeyRepresentable
{
    /// The name.
    var text: String { get }
    /// The value of a name.
    init(_ text: String)
}

extension StudyName {
    /// The name that a program writes as a literal.
    public init(stringLiteral text: String) { self.init(text) }
    /// From a string.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }
    /// From the key of an object; never `nil`.
    public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }

    /// As a string.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The key of an object.
    public var codingKey: any CodingKey { NamedKey(text) }
    /// The name.
    public var description: String { text }
    /// By the characters of the names.
    public static func < (a: Self, b: Self) -> Bool { a.text < b.text }
}

extension Array {
    /// The elements, of those with the same key the first.
    func firsts<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

// MARK: - By their names

extension Collection<StudySettings> {
    /// The studies by their `uuid`; of several with the same the last.
    public func uuidDictionary() -> [StudySettings.UUID: StudySettings] {
        Dictionary(map { ($0.uuid, $0) }) { $1 }
    }
}

extension Dictionary where Key == StudySettings.UUID, Value == StudySettings {
    /// The dictionary with each study as `transform` makes it, under the name that it had.
    ///
    /// ```swift
    /// let hidden = studies.mapStudies { study in
    ///     var study = study
    ///     for line in study.lines { study.changeLine(line.title) { $0.isVisible = false } }
    ///     return study
    /// }
    /// ```
    public func mapStudies<Failure: Error>(
        _ transform: (StudySettings) throws(Failure) -> StudySettings
    ) throws(Failure) -> [StudySettings.UUID: StudySettings] {
        var mapped = self
        for (uuid, study) in self {
            var new = try transform(study)
            new.uuid = uuid
            mapped[uuid] = new
        }
        return mapped
    }
}
