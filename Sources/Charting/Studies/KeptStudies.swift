/// The stored studies by name: those that differ from their definitions.
struct KeptStudies: Codable, Equatable, Sendable {
    var studies: [StudySettings.UUID: KeptStudy]
    /// The names of unreadable studies, in order.
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

/// A stored study, coded like the study with an additional key for the definition that it was made from.
struct KeptStudy: Codable, Equatable, Sendable {
    let study: StudySettings
    /// The original definition. If it is not stored, this is `nil`, and the study is used unchanged.
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
