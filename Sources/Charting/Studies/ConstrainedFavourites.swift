internal import SystemFiles

/// A provider that limits the number of favorites and which studies can be favorites.
///
/// ```swift
/// let studies = ConstrainedFavourites(stored, allowed: ["SMA", "RSI", "MACD"], maximum: 2)
/// studies.setStudiesFavourite(["RSI", "SMA", "MACD"])      // MACD and RSI: the first by name
/// ```
///
/// Studies that already are favorites do not need a free place. If too few places are free, the first studies by `uuid`
/// become favorites. Favorites of the underlying provider that exceed the limits are hidden, but preserved.
public final class ConstrainedFavourites<Base: StudiesProvider>: StudiesProvider {
    private let base: Base
    private let allowed: Set<StudySettings.UUID>?
    private let maximum: Int
    /// The lock is recursive, because a subscriber may set favorites while it is called.
    private let turn = RecursiveLock()
    private let latest = ReplayedValue<Set<StudySettings.UUID>>([])
    private var subscription: AnyCancellable?

    /// Creates a provider that limits the favorites of another provider.
    ///
    /// - Parameters:
    ///   - base: The underlying provider.
    ///   - allowed: The studies that can be favorites; `nil` for the base's `defaultStudiesSettings`, or for all
    ///     studies if those are `nil`.
    ///   - maximum: The maximum number of favorites, 0 or more.
    public init(_ base: Base, allowed: Set<StudySettings.UUID>? = nil, maximum: Int = .max) {
        self.base = base
        self.allowed = allowed ?? base.defaultStudiesSettings.map { Set($0.keys) }
        self.maximum = max(maximum, 0)
        let latest = latest
        let limit = Self.limit(self.allowed, self.maximum)
        subscription = base.favouriteStudies.sink { @Sendable favourites in latest.update(limit(favourites)) }
    }

    /// The current favorites.
    package var favourites: Set<StudySettings.UUID> { latest.value }

    /// Publishes the current favorites within the limits, then every change.
    public var favouriteStudies: AnyPublisher<Set<StudySettings.UUID>, Never> { latest.publisher }

    /// Adds studies to the favorites, up to the limits.
    public func setStudiesFavourite(_ studies: Set<StudySettings.UUID>) {
        turn.withLock {
            let current = latest.value
            let new = studies.subtracting(current).filter { allowed?.contains($0) ?? true }
            let taken = new.sorted().prefix(maximum - min(current.count, maximum))
            if !taken.isEmpty { base.setStudiesFavourite(Set(taken)) }
        }
    }

    /// Removes studies from the favorites.
    public func setStudiesUnfavourite(_ studies: Set<StudySettings.UUID>) {
        turn.withLock { base.setStudiesUnfavourite(studies) }
    }

    /// Returns the allowed studies, limited to the first `maximum` by name.
    private static func limit(
        _ allowed: Set<StudySettings.UUID>?, _ maximum: Int
    ) -> @Sendable (Set<StudySettings.UUID>) -> Set<StudySettings.UUID> {
        { favourites in Set(favourites.filter { allowed?.contains($0) ?? true }.sorted().prefix(maximum)) }
    }

    // MARK: Forwarded to the base

    /// The studies of the underlying provider; `nil` for all built-in ones.
    public var defaultStudiesSettings: [StudySettings.UUID: StudySettings]? { base.defaultStudiesSettings }

    /// The publisher of the underlying provider.
    public var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> {
        base.modifiedStudiesSettings
    }

    /// Forwards to the underlying provider.
    public func updateStudySettings(_ settings: StudySettings) { base.updateStudySettings(settings) }
}

// The subscription is set only once, before the object is shared.
extension ConstrainedFavourites: @unchecked Sendable where Base: Sendable {}
