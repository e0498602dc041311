internal import Charting

/// A change of a study that the page requests: of a parameter, of a line, of whether the study is a favorite, or a
/// reset of all its settings.
struct StudyRequest: Decodable {
    var parameter: String?
    var value: String?
    var line: String?
    var kind: StudySettings.Line.Kind?
    var color: String?
    var thickness: Int?
    var isVisible: Bool?
    var isFavourite: Bool?
    var reset: Bool?

    /// Makes the change.
    ///
    /// - Throws: `ChartFault` and `StudyError` if the change isn't allowed, `StorageError` if it could not be saved.
    func apply(to name: String, _ desk: ChartDesk) throws {
        let uuid = StudySettings.UUID(rawValue: name)
        try desk.change {
            guard let study = desk.studies.studies[uuid] else {
                throw ChartFault.unknownStudy(name)
            }
            if reset == true { desk.studies.reset(uuid) }
            if let isFavourite { try setFavourite(uuid, to: isFavourite, desk) }
            try desk.studies.update(try changed(reset == true ? desk.studies.studies[uuid] ?? study : study))
        }
    }

    private func changed(_ study: StudySettings) throws -> StudySettings {
        var study = study
        if let parameter { try study.set(parameter, to: value ?? "") }
        guard let line else { return study }
        if let color, ChartColor(color) == nil {
            throw StudyError(
                reason: "\(line): found “\(color.prefix(50))”, expected a color such as #RRGGBB or #RRGGBBAA")
        }
        if let thickness, !StudySettings.Line.thicknesses.contains(thickness) {
            let bounds = StudySettings.Line.thicknesses
            throw StudyError(
                reason:
                    "\(line): found a thickness of \(thickness), expected \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        guard study[line: line] != nil else {
            let known = study.lines.map(\.title).joined(separator: ", ")
            throw StudyError(reason: "\(study.title): found the line “\(line.prefix(50))”, expected one of \(known)")
        }
        if let kind { study[line: line]?.kind = kind }
        if let color = color.flatMap({ ChartColor($0) }) { study[line: line]?.color = color }
        if let thickness { study[line: line]?.thickness = thickness }
        if let isVisible { study[line: line]?.isVisible = isVisible }
        return study
    }

    private func setFavourite(_ uuid: StudySettings.UUID, to isFavourite: Bool, _ desk: ChartDesk) throws {
        guard isFavourite else { return desk.favourites.setStudiesUnfavourite([uuid]) }
        desk.favourites.setStudiesFavourite([uuid])
        guard desk.favourites.favourites.contains(uuid) else {
            throw ChartFault.tooManyFavourites
        }
    }
}

/// A reason to refuse a change other than an invalid value.
enum ChartFault: Error, Hashable {
    case unknownStudy(String)
    case tooManyFavourites
}
