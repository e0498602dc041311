internal import Synchronization

/// A provider that stores studies and favorites.
///
/// ```swift
/// let studies = StoredStudiesProvider(storage: try FileStorage(folder: "settings"), favourites: ["SMA", "RSI"])
/// var adx = StudySettings.adx
/// try adx.set("length", to: "20")
/// try studies.update(adx)
/// ```
///
/// Only studies that differ from the defaults are stored, each with the definition on which it is based. If a later
/// version extends the definition, the study receives the additions and keeps its own changes.
///
/// Unreadable parts are replaced by defaults. The text that contains them is moved to another key, which
/// `storageFault` names. The provider is thread-safe and publishes on the thread that makes a change. If several
/// providers share a store, each writes only its own changes.
public final class StoredStudiesProvider: StudiesProvider, Sendable {
    /// The available studies; `nil` for all built-in ones.
    public let defaultStudiesSettings: [StudySettings.UUID: StudySettings]?
    private let available: [StudySettings.UUID: StudySettings]
    private let byID: [StudySettings.ID: StudySettings]
    private let kept: StoredSetting<KeptStudies>
    private let favourites: StoredSetting<Set<StudySettings.UUID>>
    private let refused = ReplayedValue<StudyError?>(nil)
    /// The fault that names the unreadable studies, which is reported until the next change is stored.
    private let damage = Mutex<StorageError?>(nil)

    /// Creates a provider of studies in a store.
    ///
    /// - Parameters:
    ///   - storage: The store; it uses the keys `studies` and `studies.favourites`.
    ///   - defaults: The available studies; `nil` for all built-in ones.
    ///   - favourites: The favorites to use if none are stored.
    public init(
        storage: any StorageManager & Sendable, defaults: [StudySettings.UUID: StudySettings]? = nil,
        favourites: Set<StudySettings.UUID> = []
    ) {
        defaultStudiesSettings = defaults
        available = (defaults ?? StudySettings.defaultStudiesSettings).map { $0 }
        byID = Dictionary(available.values.sorted { $0.uuid < $1.uuid }.map { ($0.id, $0) }) { first, _ in first }
        kept = StoredSetting(key: "studies", defaultValue: KeptStudies(), storage: storage)
        self.favourites = StoredSetting(key: "studies.favourites", defaultValue: favourites, storage: storage)
        setAsideDamage()
    }

    // MARK: Studies

    /// The current settings of every study.
    public var studies: [StudySettings.UUID: StudySettings] { merged(kept.value) }

    /// Publishes the current settings of every study, then every change.
    public var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> {
        kept.valueChanged.map { @Sendable value in self.merged(value) }.removeDuplicates().eraseToAnyPublisher()
    }

    /// Updates a study, or adds a copy of an available study. If all built-in studies are available, also adds custom
    /// studies of the application.
    ///
    /// - Throws: `StudyError` if the kind of the study is not available, or if the `uuid` belongs to another study.
    ///   Then nothing changes.
    public func update(_ settings: StudySettings) throws(StudyError) {
        guard let definition = definition(of: settings) else {
            throw StudyError(
                reason:
                    "found the study “\(settings.uuid)” of the kind “\(settings.id)”, expected the kind of an available study"
            )
        }
        let isDefault = settings == definition && available[settings.uuid] != nil
        change { $0[settings.uuid] = isDefault ? nil : KeptStudy(settings, base: definition) }
    }

    /// Updates a study like `update(_:)`, but reports errors in `lastRefusal`.
    public func updateStudySettings(_ settings: StudySettings) {
        do {
            try update(settings)
            refused.update(nil)
        } catch { refused.update(error) }
    }

    /// Resets a study to its default. Removes a copy, which has no default.
    public func reset(_ uuid: StudySettings.UUID) {
        change { $0[uuid] = nil }
        if available[uuid] == nil { setStudiesUnfavourite([uuid]) }
    }

    /// Reads studies and favorites from the store again.
    public func reload() {
        kept.reload()
        favourites.reload()
        setAsideDamage()
    }

    /// Publishes the error of the last `updateStudySettings`, or `nil` if it succeeded; then every change.
    public var lastRefusal: AnyPublisher<StudyError?, Never> { refused.publisher }

    private func change(_ body: (inout [StudySettings.UUID: KeptStudy]) -> Void) {
        // A new value may have been written elsewhere since the unreadable one was read.
        let isDamaged = !kept.value.damaged.isEmpty && setAsideDamage()
        kept.update { kept in
            var studies = kept.studies
            body(&studies)
            return KeptStudies(studies: studies)
        }
        if kept.storageFault == nil, !isDamaged { damage.withLock { $0 = nil } }
    }

    private func definition(of study: StudySettings) -> StudySettings? {
        // A copy must not use the name of another study.
        if let own = available[study.uuid] { return own.id == study.id ? own : nil }
        return byID[study.id] ?? (defaultStudiesSettings == nil ? study : nil)
    }

    private func merged(_ kept: KeptStudies) -> [StudySettings.UUID: StudySettings] {
        var all = available
        for (uuid, entry) in kept.studies {
            var study = entry.study
            study.uuid = uuid
            guard let definition = definition(of: study) else { continue }
            all[uuid] = study.rebased(from: entry.base ?? definition, onto: definition)
        }
        return all
    }

    // MARK: Favorites

    /// Publishes the favorites that are among the available studies, then every change.
    public var favouriteStudies: AnyPublisher<Set<StudySettings.UUID>, Never> {
        favourites.valueChanged.map { @Sendable value in self.known(value) }.removeDuplicates().eraseToAnyPublisher()
    }

    /// Adds studies to the favorites; ignores unknown studies.
    public func setStudiesFavourite(_ studies: Set<StudySettings.UUID>) {
        favourites.update { $0.union(known(studies)) }
    }

    /// Removes studies from the favorites.
    public func setStudiesUnfavourite(_ studies: Set<StudySettings.UUID>) {
        favourites.update { $0.subtracting(studies) }
    }

    private func known(_ names: Set<StudySettings.UUID>) -> Set<StudySettings.UUID> {
        let studies = studies
        return names.filter { studies[$0] != nil }
    }

    // MARK: Faults of the store

    /// The reason that the store could not read or write something; `nil` if there is no fault. Unreadable studies that
    /// were moved to another key are reported until the next change is stored.
    public var storageFault: StorageError? {
        kept.storageFault ?? damage.withLock { $0 } ?? favourites.storageFault
    }

    /// Moves the damaged text to another key, and stores its readable part.
    ///
    /// - Returns: Whether there were unreadable studies.
    @discardableResult
    private func setAsideDamage() -> Bool {
        let damaged = kept.value.damaged
        if damaged.isEmpty {
            if kept.storageFault?.kind == .corrupt { kept.setAside(nil) }
            return false
        }
        guard let place = kept.setAside({ KeptStudies(studies: $0.studies) }) else { return true }
        let names = damaged.prefix(5).map { "“\($0.prefix(50))”" }.joined(separator: ", ")
        let fault = StorageError(
            .corrupt, key: kept.key,
            reason: "found \(names)\(damaged.count > 5 ? ", …" : "") that can't be read as a study; the text is now in "
                + "\(place), and the defaults are used instead: set \(damaged.count == 1 ? "it" : "them") again")
        damage.withLock { $0 = fault }
        return true
    }
}
