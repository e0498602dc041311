/// The settings of a study (an indicator): its parameters and lines. `values(on:anchors:)` computes its values.
///
/// ```swift
/// var study = StudySettings.adx
/// study.uuid = "customADX"
/// try study.set("length", to: "20")
/// study[line: "ADX"]?.color = ChartColor(red: 1, green: 0.5, blue: 0)
/// ```
///
/// Parameter values are always valid for their type and within their bounds.
public struct StudySettings: Codable, Hashable, Sendable, Identifiable {
    /// The kind of the study, such as `.adx`. All copies of a study have the same kind.
    public let id: ID
    /// The identity of this copy. For a built-in study, it equals `id`.
    public var uuid: UUID
    /// The title for display.
    public var title: String
    /// The parameters in display order. If ids repeat, the first parameter applies.
    public var parameters: [Parameter]
    /// The lines in drawing order. If titles repeat, look-ups find the first line.
    public var lines: [Line]
    /// A Boolean value that indicates whether the study is drawn over the prices instead of in a separate pane.
    public let isOverlay: Bool

    /// Creates a custom study or a variant of a built-in study.
    ///
    /// - Parameter uuid: The identity of the copy; defaults to the name of `id`.
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

    /// Creates the built-in study with an id, such as `StudySettings(.zigzag)`. For a custom id, creates a study
    /// without parameters and lines.
    public init(_ id: ID) {
        self =
            Self.builtInByID[id]
            ?? StudySettings(id: id, title: id.rawValue, parameters: [], lines: [], isOverlay: false)
    }

    /// Accesses the parameter with an id; `nil` if there is no such parameter. Assigning `nil` removes the parameter;
    /// assigning a parameter with a new id appends it.
    public subscript(parameter id: String) -> Parameter? {
        get { parameters.first { $0.id == id } }
        set { parameters.replaceFirst(where: { $0.id == id }, by: newValue) }
    }

    /// Accesses the line with a title; `nil` if there is no such line. Assigning `nil` removes the line; assigning a
    /// line with a new title appends it.
    public subscript(line title: String) -> Line? {
        get { lines.first { $0.title == title } }
        set { lines.replaceFirst(where: { $0.title == title }, by: newValue) }
    }

    /// Sets a parameter from a text.
    ///
    /// - Throws: `StudyError` if there is no such parameter or the text is invalid. The study is then unchanged.
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
    /// The identity of a copy of a study, such as `"customADX"`. It is encoded as a string, even as a key of a
    /// dictionary.
    public struct UUID: RawRepresentable, Codable, CodingKeyRepresentable, Hashable, Sendable, Comparable,
        ExpressibleByStringLiteral, CustomStringConvertible
    {
        /// The name.
        public let rawValue: String
        /// Creates an identity from a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates an identity from a string literal.
        public init(stringLiteral name: String) { rawValue = name }
        /// The name.
        public var description: String { rawValue }
        /// Compares the names as strings.
        public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }
}

extension Array {
    /// Replaces the first matching element by `new`, or appends `new` if none matches. If `new` is `nil`, removes the
    /// first matching element.
    fileprivate mutating func replaceFirst(where fits: (Element) -> Bool, by new: Element?) {
        let index = firstIndex(where: fits)
        switch (index, new) {
        case (let index?, let new?): self[index] = new
        case (let index?, nil): remove(at: index)
        case (nil, let new?): append(new)
        case (nil, nil): break
        }
    }

    /// Returns the first element of each key, in order.
    func firsts<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

// MARK: - By their names

extension Collection<StudySettings> {
    /// Returns the studies by `uuid`. If a `uuid` repeats, the last study counts.
    public func uuidDictionary() -> [StudySettings.UUID: StudySettings] {
        Dictionary(map { ($0.uuid, $0) }) { $1 }
    }
}

extension Dictionary where Key == StudySettings.UUID, Value == StudySettings {
    /// Returns a dictionary of transformed studies with the same keys.
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
