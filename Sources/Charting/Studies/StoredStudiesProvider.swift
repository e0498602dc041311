internal import Synchronization

/// Studies and favourites kept in a store.
///
/// ```swift
/// let studies = StoredStudiesProvider(storage: try FileStorage(folder: "settings"), favourites: ["SMA", "RSI"])
/// var adx = StudySettings.adx
/// try adx.set("length", to: "20")
/// try studies.update(adx)
/// ```
///
/// A study is kept as it is set: with parameters, bounds, titles and lines of its own. Only studies that differ from the defaults
/// are kept, each with the definition that it was made from, so that what the next version adds to the definition is there, and
/// what was set stays. Where something can't be read the defaults count, and what was kept is set aside (`storageFault` says where
/// to look). It may be used from any thread, and publishes on the thread of the change. Of several for one store each keeps only what it changes.
public final class StoredStudiesProvider: StudiesProvider, Sendable {
    /// The studies that there are; `nil`: all built-in ones.
    public let defaultStudiesSettings: [StudySettings.UUID: StudySettings]?
    private let available: [StudySettings.UUID: StudySettings]
    private let byID: [StudySettings.ID: StudySettings]
    private let kept: StoredSetting<KeptStudies>
    private let favourites: StoredSetting<Set<StudySettings.UUID>>
    private let refused = ReplayedValue<StudyError?>(nil)
    /// Studies that can't be read, since the last change that was kept.
    private let damage = Mutex<StorageError?>(nil)

    /// The studies in a store.
    ///
    /// - Parameters:
    ///   - storage: where they are kept, under the keys `studies` and `studies.favourites`.
    ///   - defaults: the studies that there are; `nil`: all built-in ones.
    ///   - favourites: the favourites where none are kept.
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

    /// Every study as it is set now.
    public var studies: [StudySettings.UUID: StudySettings] { merged(kept.value) }

    /// Every study as it is set, at once, then whenever that changes.
    public var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> {
        kept.valueChanged.map { @Sendable value in self.merged(value) }.removeDuplicates().eraseToAnyPublisher()
    }

    /// Sets a study, or adds a copy of one that there is.
    ///
    /// - Throws: `StudyError` where there is no study of its `id`, or its `uuid` is another study's; everything then stays as it is.
    public func update(_ settings: StudySettings) throws(StudyError) {
        guard let definition = definition(of: settings) else {
            throw StudyError(
                reason:
                    "found a study “\(settings.uuid)” of the kind “\(settings.id)”, expected one of the kinds that there are"
            )
        }
        let isDefault = settings == definition && available[settings.uuid] != nil
        change { $0[settings.uuid] = isDefault ? nil : KeptStudy(settings, base: definition) }
    }

    /// The same as `update`; what is refused shows in `lastRefusal`.
    public func updateStudySettings(_ settings: StudySettings) {
        do {
            try update(settings)
            refused.update(nil)
        } catch { refused.update(error) }
    }

    /// Makes a study what the defaults say; a copy that isn't among them is removed.
    public func reset(_ uuid: StudySettings.UUID) {
        change { $0[uuid] = nil }
        if available[uuid] == nil { setStudiesUnfavourite([uuid]) }
    }

    /// Takes studies and favourites from the store, where something else may have changed them.
    public func reload() {
        kept.reload()
        favourites.reload()
        setAsideDamage()
    }

    /// Why the last `updateStudySettings` was refused, at once, then whenever that changes; `nil` where it wasn't.
    public var lastRefusal: AnyPublisher<StudyError?, Never> { refused.publisher }

    private func change(_ body: (inout [StudySettings.UUID: KeptStudy]) -> Void) {
        // Something else may have written since what can't be read.
        let isDamaged = !kept.value.damaged.isEmpty && setAsideDamage()
        kept.update { kept in
            var studies = kept.studies
            body(&studies)
            return KeptStudies(studies: studies)
        }
        if kept.storageFault == nil, !isDamaged { damage.withLock { $0 = nil } }
    }

    private func definition(of study: StudySettings) -> StudySettings? {
        if let own = available[study.uuid], own.id == study.id { return own }
        // A copy may not take the name of another study.
        return available[study.uuid] == nil ? byID[study.id] : nil
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

    // MARK: Favourites

    /// The favourites among the studies that there are, at once, then whenever they change.
    public var favouriteStudies: AnyPublisher<Set<StudySettings.UUID>, Never> {
        favourites.valueChanged.map { @Sendable value in self.known(value) }.removeDuplicates().eraseToAnyPublisher()
    }

    /// Makes studies favourites; unknown ones are ignored.
    public func setStudiesFavourite(_ studies: Set<StudySettings.UUID>) {
        favourites.update { $0.union(known(studies)) }
    }

    /// Makes studies no favourites.
    public func setStudiesUnfavourite(_ studies: Set<StudySettings.UUID>) {
        favourites.update { $0.subtracting(studies) }
    }

    private func known(_ names: Set<StudySettings.UUID>) -> Set<StudySettings.UUID> {
        let studies = studies
        return names.filter { studies[$0] != nil }
    }

    // MARK: What the store said

    /// Why the store could not read or keep something, studies that were set aside among it, until the next change is kept; `nil`
    /// where it could.
    public var storageFault: StorageError? {
        kept.storageFault ?? damage.withLock { $0 } ?? favourites.storageFault
    }

    /// The damaged text goes beside; what could be read of it takes its place.
    ///
    /// - Returns: whether there were studies that can't be read.
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
                + "\(place), and the defaults count instead: set \(damaged.count == 1 ? "it" : "them") anew")
        damage.withLock { $0 = fault }
        return true
    }
}
