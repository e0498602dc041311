/// A provider of the studies of an application, their settings and the favorites.
///
/// Publishers send the complete current state, then every change, on any thread. Subscribe with `@Sendable` closures.
public protocol StudiesProvider {
    /// The available studies; `nil` for all built-in ones.
    var defaultStudiesSettings: [StudySettings.UUID: StudySettings]? { get }
    /// Publishes every study with its current settings.
    var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> { get }
    /// Updates a study, or adds it if its `uuid` is new.
    func updateStudySettings(_ settings: StudySettings)
    /// Publishes all favorites.
    var favouriteStudies: AnyPublisher<Set<StudySettings.UUID>, Never> { get }
    /// Makes studies favorites.
    func setStudiesFavourite(_ studies: Set<StudySettings.UUID>)
    /// Removes studies from the favorites.
    func setStudiesUnfavourite(_ studies: Set<StudySettings.UUID>)
}

extension StudiesProvider {
    /// The available studies: `defaultStudiesSettings`, or all built-in ones.
    package var availableStudies: [StudySettings.UUID: StudySettings] {
        defaultStudiesSettings ?? StudySettings.defaultStudiesSettings
    }
}

/// The reason that a study cannot be set.
public struct StudyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id of the parameter; empty if the error concerns the whole study.
    public var parameter: String
    /// A one-sentence message with the finding and the expectation.
    package var reason: String

    /// Creates an error of a parameter or of the whole study.
    package init(parameter: String = "", reason: String) {
        self.parameter = parameter
        self.reason = reason
    }

    /// The message, such as `Length: found “0”, expected a whole number from 1 to 500`.
    public var description: String { reason }
}
