import Charting
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct StudiesProviderTests {
    private func adx(_ length: String, _ uuid: StudySettings.UUID = "ADX") throws -> StudySettings {
        var study = StudySettings.adx
        study.uuid = uuid
        try study.set("length", to: length)
        return study
    }

    @Test func changedAndAddedStudiesArePublishedAndStored() throws {
        let storage = InMemoryStorage()
        let provider = StoredStudiesProvider(storage: storage)
        let received = Received(provider.modifiedStudiesSettings)
        #expect(provider.defaultStudiesSettings == nil)
        #expect(received.values == [StudySettings.defaultStudiesSettings])
        provider.updateStudySettings(try adx("20"))
        provider.updateStudySettings(try adx("20"))
        provider.updateStudySettings(try adx("30", "customADX"))
        #expect(received.values.count == 3)
        #expect(received.values[2]["ADX"]?[parameter: "length"]?.value == "20")
        #expect(received.values[2]["customADX"]?[parameter: "length"]?.value == "30")
        #expect(received.values[2].count == StudySettings.defaultStudiesSettings.count + 1)
        // In the next run, a late subscriber receives the stored studies.
        let again = StoredStudiesProvider(storage: storage)
        #expect(again.studies == received.values[2])
        #expect(Received(again.modifiedStudiesSettings).values == [again.studies])
        // After a reset to the defaults, nothing is stored.
        provider.reset("ADX")
        provider.reset("customADX")
        #expect(storage.allTexts["studies"] == "{\n\n}")
    }

    @Test func invalidStudiesAreRefusedAndNotStored() throws {
        let storage = InMemoryStorage()
        let only: [StudySettings] = [.adx, .sma]
        let provider = StoredStudiesProvider(storage: storage, defaults: only.uuidDictionary())
        let refusals = Received(provider.lastRefusal)
        let before = provider.studies
        provider.updateStudySettings(.macd)
        #expect(
            refusals.values.last??.description
                == "found the study “MACD” of the kind “MACD”, expected the kind of an available study")
        // A copy can't adopt another study's name.
        var thief = StudySettings.adx
        thief.uuid = "SMA"
        #expect(throws: StudyError.self) { try provider.update(thief) }
        #expect(provider.studies == before && storage.allTexts["studies"] == nil)
        provider.updateStudySettings(try adx("7"))
        #expect(refusals.values.last == .some(nil))
    }

    /// A provider accepts studies that are not built in, unless it limits the available studies.
    @Test func studiesOfAnApplicationsOwnKindAreAdded() throws {
        let storage = InMemoryStorage()
        let provider = StoredStudiesProvider(storage: storage)
        let own = StudySettings(id: .custom("Seasons"), title: "Seasons", parameters: [], lines: [], isOverlay: true)
        try provider.update(own)
        #expect(provider.studies[own.uuid] == own)
        let again = StoredStudiesProvider(storage: storage)
        #expect(again.studies[own.uuid] == own)
        again.reset(own.uuid)
        #expect(again.studies[own.uuid] == nil)
    }

    /// Parameters, bounds, titles and colors that an application has customized are stored, and unchanged in the next
    /// run.
    @Test func customizedStudiesAreStoredUnchanged() throws {
        var own = StudySettings.adx
        own.title = "My ADX"
        own.parameters[0].title = "Bars"
        own.parameters[0].validationTO = .init(min: 1, max: 5000, precision: 0)
        try own.set("length", to: "4000")
        own.parameters[1].value = "HULL"
        own.parameters.append(.init(id: "note", title: "Note", studyParamType: .string, value: "slow"))
        own.lines[0].title = "Strength"
        own.lines[0].color = ChartColor(rgba: 0x0102_03FF)
        own.lines.append(.init(title: "Twenty", kind: .dashes, color: ChartColor(rgba: 0xFF)))
        var bare = StudySettings.sma
        bare.parameters = []
        bare.lines = []
        bare.title = ""
        let storage = InMemoryStorage()
        let provider = StoredStudiesProvider(storage: storage)
        provider.updateStudySettings(own)
        provider.updateStudySettings(bare)
        #expect(provider.studies["ADX"] == own && provider.studies["SMA"] == bare)
        let again = StoredStudiesProvider(storage: storage)
        #expect(again.studies["ADX"] == own && again.studies["SMA"] == bare)
        // A renamed copy of the study, and a study that was stored without its definition.
        own.uuid = "customADX"
        provider.updateStudySettings(own)
        #expect(StoredStudiesProvider(storage: storage).studies["customADX"] == own)
        let plain = InMemoryStorage()
        try plain.setObject(["ADX": own], forKey: "studies")
        own.uuid = "ADX"
        #expect(StoredStudiesProvider(storage: plain).studies["ADX"] == own)
    }

    /// Changed values survive a new definition; unchanged values follow the new definition.
    @Test func changesRemainWhenTheDefinitionChanges() throws {
        let storage = InMemoryStorage()
        let number = StudySettings.Validation(min: 1, max: 10, precision: 0)
        func parameter(_ id: String, _ value: String, _ title: String = "T") -> StudySettings.Parameter {
            .init(id: id, title: title, studyParamType: .intRange, value: value, validationTO: number)
        }
        func line(_ title: String, _ rgba: UInt32) -> StudySettings.Line {
            .init(title: title, color: ChartColor(rgba: rgba))
        }
        func study(_ parameters: [StudySettings.Parameter], _ lines: [StudySettings.Line]) -> StudySettings {
            StudySettings(id: .adx, title: "ADX", parameters: parameters, lines: lines, isOverlay: false)
        }
        let before = study(
            [parameter("a", "1"), parameter("b", "2"), parameter("c", "3")], [line("x", 1), line("y", 2)])
        var set = before
        set[parameter: "a"]?.value = "9"
        set[parameter: "b"] = nil
        set[parameter: "own"] = parameter("own", "7", "Own")
        set[line: "x"]?.title = "mine"
        try StoredStudiesProvider(storage: storage, defaults: ["ADX": before]).update(set)
        let after = study(
            [
                parameter("new", "5"), parameter("a", "4", "U"), parameter("b", "2"), parameter("c", "6"),
                parameter("d", "8"),
            ],
            [line("x", 3), line("y", 4), line("z", 5)])
        let merged = StoredStudiesProvider(storage: storage, defaults: ["ADX": after]).studies["ADX"]
        #expect(
            merged
                == study(
                    [
                        parameter("new", "5"), parameter("a", "9", "U"), parameter("c", "6"), parameter("d", "8"),
                        parameter("own", "7", "Own"),
                    ], [line("mine", 1), line("y", 4), line("z", 5)]))
    }

    @Test func newDefaultsAreMergedIn() throws {
        let storage = InMemoryStorage()
        var old = StudySettings.adx
        old = StudySettings(
            id: old.id, title: "Old title",
            parameters: [
                .init(id: "length", title: "L", studyParamType: .intRange, value: "14", validationTO: nil),
                .init(id: "gone", title: "G", studyParamType: .string, value: "x", validationTO: nil),
            ], lines: [.init(title: "ADX", color: .init(rgba: 0xFF)), .init(title: "Gone", color: .init(rgba: 0xFF))],
            isOverlay: true)
        let first = StoredStudiesProvider(storage: storage, defaults: [old.uuid: old])
        var changed = old
        try changed.set("length", to: "20")
        changed[line: "ADX"]?.thickness = 4
        try first.update(changed)
        // The next version of the application has more studies, another parameter, and other bounds.
        let second = StoredStudiesProvider(storage: storage)
        let adx = try #require(second.studies["ADX"])
        #expect(second.studies.count == StudySettings.defaultStudiesSettings.count)
        #expect(adx.parameters.map(\.id) == ["length", "average"] && adx[parameter: "length"]?.value == "20")
        #expect(adx.lines.map(\.title) == ["ADX"] && adx.lines[0].thickness == 4 && adx.isOverlay == false)
        // A value out of its bounds is replaced by the default.
        var storedTooLong = changed
        try storedTooLong.set("length", to: "99999")
        let other = InMemoryStorage()
        try StoredStudiesProvider(storage: other, defaults: [old.uuid: old]).update(storedTooLong)
        #expect(StoredStudiesProvider(storage: other).studies["ADX"]?[parameter: "length"]?.value == "14")
        // A stored study that the defaults no longer contain isn't shown. It reappears if they contain it again.
        #expect(StoredStudiesProvider(storage: storage, defaults: ["SMA": .sma]).studies == ["SMA": .sma])
    }

    @Test func corruptStorageGivesDefaultsAndIsSetAside() throws {
        let folder = try TemporaryFolder()
        try Data("{\"ADX\": ".utf8).write(to: folder.url.appending(path: "studies.json"))
        let provider = StoredStudiesProvider(storage: try FileStorage(folder: folder.url))
        #expect(provider.studies == StudySettings.defaultStudiesSettings)
        #expect(provider.storageFault?.kind == .corrupt)
        #expect(
            try String(contentsOf: folder.url.appending(path: "studies.json.corrupt"), encoding: .utf8) == "{\"ADX\": ")
        provider.updateStudySettings(try adx("20"))
        #expect(provider.storageFault == nil)
        #expect(
            try String(contentsOf: folder.url.appending(path: "studies.json.corrupt"), encoding: .utf8) == "{\"ADX\": ")
    }

    @Test func aDamagedStudyDoesNotAffectOthers() throws {
        let storage = InMemoryStorage()
        StoredStudiesProvider(storage: storage).updateStudySettings(try adx("20"))
        let good = try #require(storage.allTexts["studies"])
        let damaged = String(good.dropLast(2)) + ", \"SMA\": {\"id\": 5}}"
        let other = InMemoryStorage(texts: ["studies": damaged])
        let provider = StoredStudiesProvider(storage: other)
        #expect(provider.studies["ADX"]?[parameter: "length"]?.value == "20" && provider.studies["SMA"] == .sma)
        #expect(other.allTexts["studies.corrupt"] == damaged && other.allTexts["studies"] == good)
        #expect(
            provider.storageFault?.description
                == "stored value “studies”: found “SMA” that can't be read as a study; the text is now in key "
                + "studies.corrupt, and the defaults are used instead: set it again")
        provider.updateStudySettings(try adx("21"))
        #expect(provider.storageFault == nil)
    }

    // MARK: Two providers of one store

    @Test func twoProvidersOfOneStoreRetainBothChanges() throws {
        let storage = InMemoryStorage()
        let (first, second) = (StoredStudiesProvider(storage: storage), StoredStudiesProvider(storage: storage))
        var sma = StudySettings.sma
        try sma.set("length", to: "77")
        var rsi = StudySettings.relativeStrengthIndex
        try rsi.set("length", to: "33")
        first.updateStudySettings(sma)
        second.updateStudySettings(rsi)
        first.setStudiesFavourite(["SMA"])
        second.setStudiesFavourite(["RSI"])
        first.reload()
        for provider in [first, second, StoredStudiesProvider(storage: storage)] {
            #expect(provider.studies["SMA"] == sma && provider.studies["RSI"] == rsi)
            #expect(Received(provider.favouriteStudies).values == [["SMA", "RSI"]])
        }
    }

    // MARK: Favorites

    @Test func favoritesStartWithTheDefaultOnes() {
        let storage = InMemoryStorage()
        let provider = StoredStudiesProvider(storage: storage, favourites: ["SMA", "MACD", "NoStudy"])
        #expect(Received(provider.favouriteStudies).values == [["SMA", "MACD"]])
        provider.setStudiesUnfavourite(["SMA"])
        // Stored favorites take precedence over the current defaults.
        #expect(
            Received(StoredStudiesProvider(storage: storage, favourites: ["RSI"]).favouriteStudies).values == [["MACD"]]
        )
    }

    @Test func onlyStudiesOfTheBaseBecomeFavorites() {
        let few = [StudySettings.sma, .adx].uuidDictionary()
        let provider = ConstrainedFavourites(StoredStudiesProvider(storage: InMemoryStorage(), defaults: few))
        var copy = StudySettings.adx
        copy.uuid = "customADX"
        provider.updateStudySettings(copy)
        provider.setStudiesFavourite(["SMA", "customADX", "RSI"])
        #expect(provider.favourites == ["SMA"])
    }

    @Test func favoritesArePublishedAndStored() {
        let storage = InMemoryStorage()
        let provider = StoredStudiesProvider(storage: storage)
        let received = Received(provider.favouriteStudies)
        provider.setStudiesFavourite(["RSI", "SMA", "NoStudy"])
        provider.setStudiesFavourite(["SMA"])
        provider.setStudiesUnfavourite(["RSI", "MACD"])
        #expect(received.values == [[], ["RSI", "SMA"], ["SMA"]])
        #expect(Received(StoredStudiesProvider(storage: storage).favouriteStudies).values == [["SMA"]])
    }

    @Test func favoritesCanBeLimited() {
        let stored = StoredStudiesProvider(storage: InMemoryStorage())
        let provider = ConstrainedFavourites(stored, allowed: ["SMA", "RSI", "MACD", "ADX"], maximum: 3)
        let received = Received(provider.favouriteStudies)
        // The first favorites by name are accepted. Studies that are not allowed use no slot.
        provider.setStudiesFavourite(["SMA", "RSI", "MACD", "ADX", "ATR"])
        #expect(received.values.last == ["ADX", "MACD", "RSI"])
        // A study that is already a favorite uses no further slot.
        provider.setStudiesUnfavourite(["MACD"])
        provider.setStudiesFavourite(["ADX", "RSI", "SMA"])
        #expect(received.values.last == ["ADX", "RSI", "SMA"])
        provider.setStudiesFavourite(["MACD"])
        #expect(received.values.last == ["ADX", "RSI", "SMA"] && received.values.count == 4)
        // Favorites beyond the limit that the underlying provider has aren't shown, but it keeps them.
        stored.setStudiesFavourite(["ATR", "MACD"])
        #expect(received.values.last == ["ADX", "MACD", "RSI"])
        provider.setStudiesUnfavourite(["ADX"])
        #expect(received.values.last == ["MACD", "RSI", "SMA"])
        #expect(Received(ConstrainedFavourites(stored, maximum: 0).favouriteStudies).values == [[]])
        #expect(provider.availableStudies.count == StudySettings.defaultStudiesSettings.count)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func anySequenceOfChangesRespectsTheLimits(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let names = StudySettings.builtIn.map(\.uuid).sorted().prefix(12)
        let allowed = Set(names.filter { _ in .random(using: &generator) })
        let maximum = Int.random(in: 0...5, using: &generator)
        let stored = StoredStudiesProvider(storage: InMemoryStorage())
        let provider = ConstrainedFavourites(stored, allowed: allowed, maximum: maximum)
        let received = Received(provider.favouriteStudies)
        for _ in 0..<60 {
            let before = received.values.last!
            let some = Set(names.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
            if .random(using: &generator) {
                provider.setStudiesFavourite(some)
                let free = maximum - before.count
                #expect(
                    received.values.last
                        == before.union(some.intersection(allowed).subtracting(before).sorted().prefix(free)),
                    "seed \(seed)")
            } else {
                provider.setStudiesUnfavourite(some)
                #expect(received.values.last == before.subtracting(some), "seed \(seed)")
            }
        }
        #expect(received.values.allSatisfy { $0.count <= maximum && $0.isSubset(of: allowed) })
        #expect(
            zip(received.values, received.values.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed): told without news"
        )
    }

    @Test func concurrentChangesRespectTheLimits() throws {
        let storage = InMemoryStorage()
        let stored = StoredStudiesProvider(storage: storage)
        let provider = ConstrainedFavourites(stored, maximum: 4)
        let received = Received(provider.favouriteStudies)
        let names = StudySettings.builtIn.map(\.uuid)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<20 {
                let name = names[(thread * 20 + round) % names.count]
                provider.setStudiesFavourite([name])
                if round % 3 == 0 { provider.setStudiesUnfavourite([name]) }
                stored.updateStudySettings(StudySettings.builtIn[round])
            }
        }
        #expect(received.values.allSatisfy { $0.count <= 4 })
        #expect(
            Received(ConstrainedFavourites(StoredStudiesProvider(storage: storage), maximum: 4).favouriteStudies).values
                == [received.values.last!])
    }
}
