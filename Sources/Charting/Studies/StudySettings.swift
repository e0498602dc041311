/// A study of a chart – an indicator – with its parameters and lines: what people set, not the values, which the chart computes.
///
/// ```swift
/// var study = StudySettings.adx
/// study.uuid = "customADX"
/// try study.set("length", to: "20")
/// study[line: "ADX"]?.color = ChartColor(red: 1, green: 0.5, blue: 0)
/// ```
///
/// A parameter's value is legal at any time: it takes none that its type and bounds don't allow.
public struct StudySettings: Codable, Hashable, Sendable, Identifiable {
    /// Which study it is: `.adx`. Copies of a study share it.
    public let id: ID
    /// Which copy it is; that of a built-in study is named like its `id`.
    public var uuid: UUID
    /// As people read it.
    public var title: String
    /// The parameters in the order in which people see them; of several with the same id the first counts.
    public var parameters: [Parameter]
    /// The lines in the order in which they are drawn; of several with the same title the first is found by it.
    public var lines: [Line]
    /// It is drawn over the prices, not in a field of its own.
    public let isOverlay: Bool

    /// A study of an application's own, or with everything about a built-in one that can differ.
    ///
    /// - Parameter uuid: named like `id` if left out.
    public init(
        id: ID, uuid: UUID? = nil, title: String, parameters: [Parameter], lines: [Line], isOverlay: Bool
    ) {
        self.id = id
        self.uuid = uuid ?? UUID(rawValue: id.rawValue)
        self.title = title
        self.parameters = parameters
        self.lines = lines
        self.isOverlay = isOverlay
    }

    /// The built-in study of an id: `StudySettings(.zigzag)`. One of a `custom` id has neither parameters nor lines yet.
    public init(_ id: ID) {
        self =
            Self.builtInByID[id]
            ?? StudySettings(id: id, title: id.rawValue, parameters: [], lines: [], isOverlay: false)
    }

    /// The parameter of an id; `nil` where there is none. Setting `nil` removes it, and a new one is added at the end.
    public subscript(parameter id: String) -> Parameter? {
        get { parameters.first { $0.id == id } }
        set { parameters.replaceFirst(where: { $0.id == id }, by: newValue) }
    }

    /// The line of a title; `nil` where there is none. Setting `nil` removes it, and a new one is added at the end.
    public subscript(line title: String) -> Line? {
        get { lines.first { $0.title == title } }
        set { lines.replaceFirst(where: { $0.title == title }, by: newValue) }
    }

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
}

extension StudySettings {
    /// Which copy of a study: `"customADX"`. Coded as the string, also as the key of a dictionary.
    public struct UUID: RawRepresentable, Codable, CodingKeyRepresentable, Hashable, Sendable, Comparable,
        ExpressibleByStringLiteral, CustomStringConvertible
    {
        /// The name.
        public let rawValue: String
        /// The copy of a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The copy of a name that a program writes as a literal.
        public init(stringLiteral name: String) { rawValue = name }
        /// The name.
        public var description: String { rawValue }
        /// By the characters of the names.
        public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }
}

extension Array {
    /// Puts an element in the place of the first that fits, or at the end where none does; `nil` removes the first that fits.
    fileprivate mutating func replaceFirst(where fits: (Element) -> Bool, by new: Element?) {
        let index = firstIndex(where: fits)
        switch (index, new) {
        case (let index?, let new?): self[index] = new
        case (let index?, nil): remove(at: index)
        case (nil, let new?): append(new)
        case (nil, nil): break
        }
    }

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
    /// let renamed = studies.map { study in
    ///     var study = study
    ///     study.title += " (mine)"
    ///     return study
    /// }
    /// ```
    public func map<Failure: Error>(
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
