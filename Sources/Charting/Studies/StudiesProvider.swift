/// The studies of an application: which there are, how they are set, and which are favourites.
///
/// Publishers send the whole of it at once, then whenever it changes, on any thread: subscribe with closures that are written
/// `@Sendable`.
public protocol StudiesProvider {
    /// The studies that there are; `nil`: all built-in ones.
    var defaultStudiesSettings: [StudySettings.UUID: StudySettings]? { get }
    /// Every study as it is set.
    var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> { get }
    /// Sets a study, or adds it where there is none of its `uuid`.
    func updateStudySettings(_ settings: StudySettings)
    /// All favourites.
    var favouriteStudies: AnyPublisher<Set<StudySettings.UUID>, Never> { get }
    /// Makes studies favourites.
    func setStudiesFavourite(_ studies: Set<StudySettings.UUID>)
    /// Makes studies no favourites.
    func setStudiesUnfavourite(_ studies: Set<StudySettings.UUID>)
}

extension StudiesProvider {
    /// The studies that there are: `defaultStudiesSettings`, or all built-in ones.
    package var availableStudies: [StudySettings.UUID: StudySettings] {
        defaultStudiesSettings ?? StudySettings.defaultStudiesSettings
    }
}

/// Why a study can't be set like that.
public struct StudyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter's id; empty where the study as a whole is concerned.
    public var parameter: String
    /// The message: one sentence with what was found and what was expected.
    package var reason: String

    /// An error of a study's parameter, or of the study as a whole.
    package init(parameter: String = "", reason: String) {
        self.parameter = parameter
        self.reason = reason
    }

    /// `Length: found “0”, expected a whole number from 1 to 500`
    public var description: String { reason }
}
