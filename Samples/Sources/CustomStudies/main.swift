// A custom studies provider, and a provider with a limited number of favorites.
import Charting

/// Three studies in memory. To store studies, use `StoredStudiesProvider`.
final class FewStudies: StudiesProvider {
    let defaultStudiesSettings: [StudySettings.UUID: StudySettings]? = {
        var slowADX = StudySettings.adx
        slowADX.uuid = "slowADX"
        slowADX.title = "ADX of a month"
        return [StudySettings.sma, .relativeStrengthIndex, slowADX].uuidDictionary()
    }()

    private lazy var studies = CurrentValueSubject<[StudySettings.UUID: StudySettings], Never>(
        defaultStudiesSettings ?? [:])
    private let favourites = CurrentValueSubject<Set<StudySettings.UUID>, Never>([])

    var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> {
        studies.eraseToAnyPublisher()
    }
    var favouriteStudies: AnyPublisher<Set<StudySettings.UUID>, Never> { favourites.eraseToAnyPublisher() }

    func updateStudySettings(_ settings: StudySettings) { studies.value[settings.uuid] = settings }
    func setStudiesFavourite(_ studies: Set<StudySettings.UUID>) { favourites.value.formUnion(studies) }
    func setStudiesUnfavourite(_ studies: Set<StudySettings.UUID>) { favourites.value.subtract(studies) }
}

let provider = FewStudies()
let studies = provider.modifiedStudiesSettings.sink { @Sendable studies in
    print("ADX over \(studies["slowADX"]?[parameter: "length"]?.value ?? "?") bars, of \(studies.count) studies")
}

// Only valid values are stored.
var slowADX = StudySettings.adx
slowADX.uuid = "slowADX"
try slowADX.set("length", to: "30")
provider.updateStudySettings(slowADX)
do {
    try slowADX.set("length", to: "a month")
} catch {
    print(error)
}

// Allows two favorites. New favorites are added in the order of their names. Existing favorites use no further slot.
let limited = ConstrainedFavourites(provider, maximum: 2)
let favourites = limited.favouriteStudies.sink { @Sendable favourites in print("favourites: \(favourites.sorted())") }
limited.setStudiesFavourite(["SMA"])
limited.setStudiesFavourite(["slowADX", "SMA", "RSI"])
