internal import Charting

/// All studies, as the page `/studies` receives them.
struct StudiesAnswer: Encodable {
    var studies: [StudyAnswer]
    var favourites: Int
    var mostFavourites = ChartDesk.mostFavourites
    var lineKinds = StudySettings.Line.Kind.allCases
    var thicknesses = [StudySettings.Line.thicknesses.lowerBound, StudySettings.Line.thicknesses.upperBound]
    var palette: [ChartColor]

    /// - Parameter instrument: The instrument of the chart; `nil` for none.
    init(_ desk: ChartDesk, _ instrument: Instrument?) {
        let names = desk.favourites.favourites
        favourites = names.count
        palette = desk.palette.colors
        studies = desk.studies.studies.values.sorted { ($0.title, $0.uuid) < ($1.title, $1.uuid) }.map {
            StudyAnswer($0, desk, isFavourite: names.contains($0.uuid), instrument)
        }
    }
}

/// A study, as the page `/studies` receives it.
struct StudyAnswer: Encodable {
    struct Parameter: Encodable {
        var id: String
        var title: String
        var type: StudySettings.StudyParamType
        var value: String
        var choices: [String]
        var min: Double?
        var max: Double?
        var digits: Int?
    }

    var uuid: String
    var id: String
    var title: String
    var isOverlay: Bool
    var isFavourite: Bool
    /// Whether the study's settings differ from the defaults.
    var isChanged: Bool
    var parameters: [Parameter]
    var lines: [StudySettings.Line]
    /// The number of decimals of the study's values for the instrument; `nil` without an instrument.
    var precision: Int?
    /// The reason why the study doesn't apply to the instrument; `nil` if it applies.
    var objection: String?

    init(_ study: StudySettings, _ desk: ChartDesk, isFavourite: Bool, _ instrument: Instrument?) {
        uuid = study.uuid.rawValue
        id = study.id.rawValue
        title = study.title
        isOverlay = study.isOverlay
        self.isFavourite = isFavourite
        isChanged = desk.definitions[study.uuid] != study
        parameters = study.parameters.map {
            Parameter(
                id: $0.id, title: $0.title, type: $0.studyParamType, value: $0.value, choices: $0.choices,
                min: $0.validationTO?.min.flatMap { Double($0.description) },
                max: $0.validationTO?.max.flatMap { Double($0.description) }, digits: $0.validationTO?.precision)
        }
        lines = study.lines
        let adapted = instrument.map { study.adapted(to: $0) }
        precision = adapted?.precision
        objection = adapted?.objection
    }
}
