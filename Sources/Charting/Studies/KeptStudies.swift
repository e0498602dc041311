/// The stored studies by name. Only studies that differ from their definitions are stored.
struct KeptStudies: Codable, Equatable, Sendable {
    var studies: [StudySettings.UUID: KeptStudy]
    /// The names of the studies that could not be read, in order.
    let damaged: [String]

    init(studies: [StudySettings.UUID: KeptStudy] = [:]) {
        self.studies = studies
        damaged = []
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        var studies: [StudySettings.UUID: KeptStudy] = [:]
        var damaged: [String] = []
        for key in container.allKeys {
            if let study = try? container.decode(KeptStudy.self, forKey: key) {
                studies[StudySettings.UUID(rawValue: key.stringValue)] = study
            } else {
                damaged.append(key.stringValue)
            }
        }
        self.studies = studies
        self.damaged = damaged.sorted()
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        for (uuid, study) in studies { try container.encode(study, forKey: NamedKey(uuid.rawValue)) }
    }
}

/// A stored study. It is encoded like a study, with an additional key for the definition on which it is based.
struct KeptStudy: Codable, Equatable, Sendable {
    let study: StudySettings
    /// The definition on which the study is based. If it was not stored, this is `nil`, and later definitions do not
    /// change the study.
    let base: StudySettings?

    init(_ study: StudySettings, base: StudySettings) {
        self.study = study
        self.base = base
    }

    private enum Key: String, CodingKey { case base }

    init(from decoder: any Decoder) throws {
        study = try StudySettings(from: decoder)
        base = try decoder.container(keyedBy: Key.self).decodeIfPresent(StudySettings.self, forKey: .base)
    }

    func encode(to encoder: any Encoder) throws {
        try study.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(base, forKey: .base)
    }
}
