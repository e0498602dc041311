import DXChart
import Foundation
import Testing

/// The calls of the article about studies, in custom providers.
@Suite struct StudiesTests {
    /// Studies and favorites in user defaults.
    final class OwnStudies: DXChart.StudiesProvider {
        let defaultStudiesSettings: [StudySettings.UUID: StudySettings]?
        private let storage: StorageManager = UserDefaults.standard
        private let studiesKey: String
        private let favouritesKey: String
        let firstFavourites: [DXChart.StudySettings] = [
            .sma, .relativeStrengthIndex, .macd, .aroonOscillator, .bollingerBands, .ichimoku,
            .linearRegressionChannel, .vwap,
        ]

        init(_ defaults: [StudySettings.UUID: StudySettings]?, key: String) {
            defaultStudiesSettings = defaults
            studiesKey = key
            favouritesKey = key + ".favourites"
        }

        private lazy var studies = CurrentValueSubject<[StudySettings.UUID: StudySettings], Never>(kept)
        var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> {
            studies.eraseToAnyPublisher()
        }

        func updateStudySettings(_ settings: StudySettings) {
            kept[settings.uuid] = settings
            studies.send(kept)
        }

        private var kept: [StudySettings.UUID: StudySettings] {
            get {
                do {
                    let all = try storage.getObject(
                        forKey: studiesKey, castTo: [StudySettings.UUID: StudySettings].self)
                    guard let defaultStudiesSettings else { return all }
                    return all.filter { uuid, _ in defaultStudiesSettings[uuid] != nil }
                } catch {
                    recordUnlessMissing(error)
                    return defaultStudiesSettings ?? StudySettings.defaultStudiesSettings.values.uuidDictionary()
                }
            }
            set {
                do {
                    try storage.setObject(newValue, forKey: studiesKey)
                } catch {
                    Issue.record(error)
                }
            }
        }

        private(set) var favourites: Set<DXChart.StudySettings.UUID> {
            get {
                do {
                    return try storage.getObject(forKey: favouritesKey, castTo: Set<DXChart.StudySettings.UUID>.self)
                } catch {
                    recordUnlessMissing(error)
                    return Set(firstFavourites.compactMap { $0.uuid })
                }
            }
            set {
                do {
                    try storage.setObject(newValue, forKey: favouritesKey)
                } catch {
                    Issue.record(error)
                }
            }
        }

        lazy var favouritesSubject: CurrentValueSubject<Set<DXChart.StudySettings.UUID>, Never> = .init(favourites)
        var favouriteStudies: AnyPublisher<Set<DXChart.StudySettings.UUID>, Never> {
            favouritesSubject.eraseToAnyPublisher()
        }

        func setStudiesFavourite(_ studyIDs: Set<DXChart.StudySettings.UUID>) {
            let allowed: Set<DXChart.StudySettings.UUID> = defaultStudiesSettings.map { Set($0.keys) } ?? studyIDs
            favourites = favourites.union(studyIDs.intersection(allowed))
            favouritesSubject.send(favourites)
        }

        func setStudiesUnfavourite(_ studyIDs: Set<DXChart.StudySettings.UUID>) {
            favourites = favourites.subtracting(studyIDs)
            favouritesSubject.send(favourites)
        }
    }

    /// A limited number of favorites, in a store whose errors are ignored.
    final class FewFavourites: DXChart.StudiesProvider {
        let defaultStudiesSettings: [StudySettings.UUID: StudySettings]? = StudySettings.defaultStudiesSettings
        private let storage: StorageManager = InMemoryStorage()
        private let most = 2

        private(set) var kept: Set<DXChart.StudySettings.UUID> {
            get {
                (try? storage.getObject(forKey: "kept", castTo: Set<DXChart.StudySettings.UUID>.self))
                    ?? []
            }
            set { try? storage.setObject(newValue, forKey: "kept") }
        }

        private lazy var subject = CurrentValueSubject<Set<DXChart.StudySettings.UUID>, Never>(kept)
        var favouriteStudies: AnyPublisher<Set<DXChart.StudySettings.UUID>, Never> { subject.eraseToAnyPublisher() }
        var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> {
            Just(defaultStudiesSettings ?? [:]).eraseToAnyPublisher()
        }
        func updateStudySettings(_ studySettings: StudySettings) {}

        func setStudiesFavourite(_ studyIDs: Set<DXChart.StudySettings.UUID>) {
            let allowed: Set<DXChart.StudySettings.UUID> = defaultStudiesSettings.map { Set($0.keys) } ?? studyIDs
            let room = max(0, most - kept.count)
            guard room > 0 else { return }
            kept = kept.union(Set(studyIDs.intersection(allowed).prefix(room)))
            subject.send(kept)
        }

        func setStudiesUnfavourite(_ studyIDs: Set<DXChart.StudySettings.UUID>) {
            kept = kept.subtracting(studyIDs)
            subject.send(kept)
        }
    }

    /// A provider can be a structure.
    struct FixedStudies: StudiesProvider {
        var defaultStudiesSettings: [StudySettings.UUID: StudySettings]? { nil }
        var modifiedStudiesSettings: AnyPublisher<[StudySettings.UUID: StudySettings], Never> {
            Just(StudySettings.defaultStudiesSettings).eraseToAnyPublisher()
        }
        func updateStudySettings(_ studySettings: StudySettings) {}
        var favouriteStudies: AnyPublisher<Set<StudySettings.UUID>, Never> { Just([]).eraseToAnyPublisher() }
        func setStudiesFavourite(_ studyIDs: Set<StudySettings.UUID>) {}
        func setStudiesUnfavourite(_ studyIDs: Set<StudySettings.UUID>) {}
    }

    private let key = "swift-ipf.documented-use.\(UUID())"

    private func forget() { UserDefaults.forget(key, key + ".favourites") }

    @Test func aProviderStoresStudiesInUserDefaults() throws {
        defer { forget() }
        let provider = OwnStudies(nil, key: key)
        var received: [[StudySettings.UUID: StudySettings]] = []
        let subscription = provider.modifiedStudiesSettings.sink { received.append($0) }
        defer { subscription.cancel() }
        #expect(received == [StudySettings.defaultStudiesSettings])
        var sma = StudySettings.sma
        sma.title = "Averages of mine"
        sma.parameters[0].title = "Bars"
        sma.parameters[0].value = "21"
        sma.lines[0].title = "Mean"
        sma.lines[0].color = ChartColor(red: 1, green: 0.5, blue: 0)
        provider.updateStudySettings(sma)
        #expect(received.last?[sma.uuid] == sma)
        #expect(OwnStudies(nil, key: key).modifiedStudiesSettings.latest?["SMA"] == sma)
    }

    @Test func favoritesStartWithThoseOfTheApplication() {
        defer { forget() }
        let provider = OwnStudies([StudySettings.sma, .adx, .vwap].uuidDictionary(), key: key)
        #expect(provider.favourites.count == 8 && provider.favourites.contains("RSI"))
        provider.setStudiesUnfavourite(provider.favourites)
        provider.setStudiesFavourite(["ADX", "RSI"])
        #expect(OwnStudies(nil, key: key).favouriteStudies.latest == ["ADX"])
    }

    @Test func theNumberOfFavoritesIsLimited() {
        let provider = FewFavourites()
        provider.setStudiesFavourite(["RSI", "No such study"])
        provider.setStudiesFavourite(["SMA", "ADX", "MACD"])
        #expect(provider.favouriteStudies.latest?.count == 2 && provider.kept.contains("RSI"))
        provider.setStudiesUnfavourite(["RSI", "VWAP"])
        #expect(provider.kept.count == 1 && !provider.kept.contains("RSI"))
    }

    /// A provider with defaults has only the studies in them. Without defaults, it has all studies.
    @Test func defaultsRestrictTheAvailableStudies() {
        let overlays = StudySettings.defaultStudiesSettings.filter { $0.value.isOverlay }
        let provider = StoredStudiesProvider(storage: InMemoryStorage(), defaults: overlays)
        #expect(provider.modifiedStudiesSettings.latest?.keys == overlays.keys && overlays["RSI"] == nil)
        let all = StoredStudiesProvider(storage: InMemoryStorage(), defaults: nil)
        #expect(all.modifiedStudiesSettings.latest == StudySettings.defaultStudiesSettings)
    }

    @Test func aMapCustomizesTheDefaults() {
        let defaults: [StudySettings.UUID: StudySettings]? = StudySettings.defaultStudiesSettings.map { study in
            guard study.id == .sma else { return study }
            var own = study
            own.title = "Average"
            own.parameters = [
                StudySettings.Parameter(
                    id: "length", title: "Length", studyParamType: .intRange, value: "900",
                    validationTO: StudySettings.Validation(min: Float(1.0), max: nil, precision: 0))
            ]
            return own
        }
        #expect(defaults?.count == StudySettings.defaultStudiesSettings.count)
        #expect(defaults?["SMA"]?.title == "Average" && defaults?["SMA"]?.parameters.map(\.value) == ["900"])
        #expect(defaults?["RSI"] == .relativeStrengthIndex)
    }

    @Test func copiesCanBeAddedToTheDefaults() {
        let defaults: [StudySettings.UUID: StudySettings]? = {
            var studies = StudySettings.defaultStudiesSettings
            let slow = StudySettings.slowADX
            studies[slow.uuid] = slow
            return studies
        }()
        #expect(defaults?["slowADX"]?.id == .adx && defaults?["slowADX"]?.parameters.first?.value == "15")
        #expect(defaults?["ADX"] == .adx && defaults?.count == StudySettings.defaultStudiesSettings.count + 1)
        // `StoredStudiesProvider` also stores the study unchanged.
        let provider = StoredStudiesProvider(storage: InMemoryStorage(), defaults: defaults)
        var slow = StudySettings.slowADX
        slow.parameters[0].value = "30"
        provider.updateStudySettings(slow)
        #expect(provider.modifiedStudiesSettings.latest?["slowADX"] == slow)
    }

    @Test func constrainedFavoritesAcceptAnyProvider() {
        let limited = ConstrainedFavourites(FixedStudies(), maximum: 10)
        #expect(limited.favouriteStudies.latest == [])
        #expect(limited.modifiedStudiesSettings.latest?.count == StudySettings.defaultStudiesSettings.count)
    }

    /// For every built-in study there is a constant of its id, from which the study can be created.
    @Test func everyIDCreatesAStudy() {
        #expect(StudySettings(.sma) == .sma && StudySettings(.zigzag).title == "Zigzag")
        #expect(StudySettings.relativeStrengthIndex.id == .relativeStrengthIndex)
        #expect(
            [StudySettings.ID.choppinessIndex, .elderRay].map { StudySettings($0).uuid } == [
                "ChoppinessIndex", "ElderRay",
            ])
    }
}

extension StudySettings {
    static let slowADX: StudySettings = {
        var study = StudySettings.adx
        study.title = "Slow ADX"
        study.uuid = "slowADX"
        study.parameters = [
            StudySettings.Parameter(
                id: "length", title: "Length", studyParamType: .intRange, value: "15",
                validationTO: StudySettings.Validation(min: Float(1.0), max: nil, precision: 0)),
            StudySettings.Parameter(
                id: "average", title: "Average", studyParamType: .average, value: "WILDERS", validationTO: nil),
        ]
        return study
    }()
}

extension Publisher where Failure == Never {
    /// The value that a new subscriber receives immediately.
    var latest: Output? {
        var latest: Output?
        let subscription = sink { latest = $0 }
        subscription.cancel()
        return latest
    }
}
