/// A provider of the studies of an application, their settings and the favorites.
///
/// Each publisher sends the complete current state, then every change, on any thread. Subscribe with `@Sendable`
/// closures.
public protocol StudiesProvider {
    /// The available studies; `nil` for all built-in ones.
    var defaultStudiesSettings: [StudySettings.UUID: StudySettings]? { get }
    /// Publishes every study with its current settings.
    var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> { get }
    /// Updates a study, or adds the study if its `uuid` is new.
    func updateStudySettings(_ settings: StudySettings)
    /// Publishes all favorites.
    var favouriteStudies: AnyPublisher<Set<StudySettings.UUID>, Never> { get }
    /// Adds studies to the favorites.
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
