internal import SystemFiles

/// A provider whose favourites are limited: to some studies, and to a number of them.
///
/// ```swift
/// let studies = ConstrainedFavourites(stored, allowed: ["SMA", "RSI", "MACD"], maximum: 2)
/// studies.setStudiesFavourite(["RSI", "SMA", "MACD"])      // MACD and RSI: the first by name
/// ```
///
/// What is a favourite already costs no slot. Of more than there are slots for, the first by `uuid` are taken. Favourites of the
/// provider below that the limits don't allow aren't shown, and stay where they are.
public final class ConstrainedFavourites<Base: StudiesProvider>: StudiesProvider {
    private let base: Base
    private let allowed: Set<StudySettings.UUID>?
    private let maximum: Int
    /// Recursive: a subscriber may set favourites while it is called.
    private let turn = RecursiveLock()
    private let latest = ReplayedValue<Set<StudySettings.UUID>>([])
    private var subscription: AnyCancellable?

    /// The studies of another provider, with limited favourites.
    ///
    /// - Parameters:
    ///   - base: the provider below.
    ///   - allowed: what may be a favourite; `nil`: the keys of the base's `defaultStudiesSettings`, or everything where it has none.
    ///   - maximum: how many may be, 0 or more.
    public init(_ base: Base, allowed: Set<StudySettings.UUID>? = nil, maximum: Int = .max) {
        self.base = base
        self.allowed = allowed ?? base.defaultStudiesSettings.map { Set($0.keys) }
        self.maximum = max(maximum, 0)
        let latest = latest
        let limit = Self.limit(self.allowed, self.maximum)
        subscription = base.favouriteStudies.sink { @Sendable favourites in latest.update(limit(favourites)) }
    }

    /// The favourites now.
    package var favourites: Set<StudySettings.UUID> { latest.value }

    /// The favourites within the limits, at once, then whenever they change.
    public var favouriteStudies: AnyPublisher<Set<StudySettings.UUID>, Never> { latest.publisher }

    /// Makes studies favourites, as far as the limits allow.
    public func setStudiesFavourite(_ studies: Set<StudySettings.UUID>) {
        turn.withLock {
            let current = latest.value
            let new = studies.subtracting(current).filter { allowed?.contains($0) ?? true }
            let taken = new.sorted().prefix(maximum - min(current.count, maximum))
            if !taken.isEmpty { base.setStudiesFavourite(Set(taken)) }
        }
    }

    /// Makes studies no favourites.
    public func setStudiesUnfavourite(_ studies: Set<StudySettings.UUID>) {
        turn.withLock { base.setStudiesUnfavourite(studies) }
    }

    /// Only what is allowed, and the first by name of more than the maximum.
    private static func limit(
        _ allowed: Set<StudySettings.UUID>?, _ maximum: Int
    ) -> @Sendable (Set<StudySettings.UUID>) -> Set<StudySettings.UUID> {
        { favourites in Set(favourites.filter { allowed?.contains($0) ?? true }.sorted().prefix(maximum)) }
    }

    // MARK: As below

    /// As the provider below; `nil`: all built-in ones.
    public var defaultStudiesSettings: [StudySettings.UUID: StudySettings]? { base.defaultStudiesSettings }

    /// As the provider below.
    public var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> {
        base.modifiedStudiesSettings
    }

    /// As the provider below.
    public func updateStudySettings(_ settings: StudySettings) { base.updateStudySettings(settings) }
}

// The subscription is set once, before anybody else has the value.
extension ConstrainedFavourites: @unchecked Sendable where Base: Sendable {}
