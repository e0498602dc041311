/// Studies and favourites kept in a store.
///
/// ```swift
/// let studies = StoredStudiesProvider(storage: try FileStorage(folder: "settings"))
/// var adx = StudySettings.adx
/// try adx.set("length", to: "20")
/// try studies.update(adx)
/// ```
///
/// Only what differs from the defaults is kept, so that new studies, and new parameters of old ones, are there with the next
/// version. What is kept counts as far as the defaults allow it. Where it can't be read the defaults count, and what was kept
/// is set aside (`storageFault` says where to look). It may be used from any thread.
public final class StoredStudiesProvider: StudiesProvider, Sendable {
    /// The studies that there are; `nil`: all built-in ones.
    public let defaultStudiesSettings: [StudySettings.UUID: StudySettings]?
    private let available: [StudySettings.UUID: StudySettings]
    private let byID: [StudySettings.ID: StudySettings]
    private let kept: StoredSetting<KeptStudies>
    private let favourites: StoredSetting<Set<StudySettings.UUID>>
    private let refused = ReplayedValue<StudyError?>(nil)

    /// The studies in a store.
    ///
    /// - Parameters:
    ///   - storage: where they are kept, under the keys `studies` and `studies.favourites`.
    ///   - defaults: the studies that there are; `nil`: all built-in ones.
    public init(storage: any StorageManager, defaults: [StudySettings.UUID: StudySettings]? = nil) {
        defaultStudiesSettings = defaults
        available = (defaults ?? StudySettings.defaultStudiesSettings.uuidDictionary()).mapStudies { $0 }
        byID = Dictionary(available.values.sorted { $0.uuid < $1.uuid }.map { ($0.id, $0) }) { first, _ in first }
        kept = StoredSetting(key: "studies", defaultValue: KeptStudies(), storage: storage)
        favourites = StoredSetting(key: "studies.favourites", defaultValue: [], storage: storage)
        if kept.storageFault?.kind == .corrupt || kept.value.hasDamage { setAside(storage) }
    }

    /// The damaged text goes beside; what could be read of it takes its place.
    private func setAside(_ storage: any StorageManager) {
        guard (try? storage.setAsideObject(forKey: kept.key)) != nil, kept.value.hasDamage else { return }
        kept.update { KeptStudies(studies: $0.studies) }
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
    /// - Throws: `StudyError` where there is no study of its `id`, or a parameter has a value that isn't allowed; everything
    ///   then stays as it is.
    public func update(_ settings: StudySettings) throws(StudyError) {
        guard let definition = definition(of: settings) else {
            throw StudyError(
                reason:
                    "found a study “\(settings.uuid)” of the kind “\(settings.id)”, expected one of the kinds that there are"
            )
        }
        try settings.check(against: definition)
        let study = settings.limited(to: definition)
        kept.update { kept in
            var studies = kept.studies
            studies[study.uuid] = study == definition && available[study.uuid] != nil ? nil : study
            return KeptStudies(studies: studies)
        }
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
        kept.update { kept in
            var studies = kept.studies
            studies[uuid] = nil
            return KeptStudies(studies: studies)
        }
        if available[uuid] == nil { setStudiesUnfavourite([uuid]) }
    }

    /// Why the last `updateStudySettings` was refused, at once, then whenever that changes; `nil` where it wasn't.
    public var lastRefusal: AnyPublisher<StudyError?, Never> { refused.publisher }

    private func definition(of study: StudySettings) -> StudySettings? {
        if let own = available[study.uuid], own.id == study.id { return own }
        // A copy may not take the name of another study.
        return available[study.uuid] == nil ? byID[study.id] : nil
    }

    private func merged(_ kept: KeptStudies) -> [StudySettings.UUID: StudySettings] {
        var all = available
        for (uuid, study) in kept.studies {
            var study = study
            study.uuid = uuid
            if let definition = definition(of: study) { all[uuid] = study.limited(to: definition) }
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

    /// Why the store could not read or keep something; `nil` where it did.
    public var storageFault: StorageError? { kept.storageFault ?? favourites.storageFault }
}

/// What is kept: studies by name, those that can't be read left out.
struct KeptStudies: Codable, Equatable, Sendable {
    var studies: [StudySettings.UUID: StudySettings] = [:]
    /// A study could not be read.
    private(set) var hasDamage = false

    init(studies: [StudySettings.UUID: StudySettings] = [:]) { self.studies = studies }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        for key in container.allKeys {
            if let study = try? container.decode(StudySettings.self, forKey: key) {
                studies[StudySettings.UUID(key.stringValue)] = study
            } else {
                hasDamage = true
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        for (uuid, study) in studies { try container.encode(study, forKey: NamedKey(uuid.text)) }
    }
}
