import Charting
import Foundation
import TestSupport
import Testing

/// Each publisher delivers a change by another thread on the documented thread.
@Suite(.timeLimit(.minutes(60))) struct DeliveryTests {
    enum Place: Sendable { case main, changing, elsewhere }

    struct Source: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let place: Place
        /// Makes a publisher of the threads on which it delivers, and a closure that makes a change.
        let make: @Sendable () -> (AnyPublisher<Place, Never>, change: @Sendable () -> Void)

        init<Value>(
            _ name: String, _ place: Place,
            _ make: @escaping @Sendable () -> (AnyPublisher<Value, Never>, @Sendable () -> Void)
        ) {
            (testDescription, self.place) = (name, place)
            self.make = {
                let (publisher, change) = make()
                return (publisher.map { @Sendable _ in DeliveryTests.here }.eraseToAnyPublisher(), change)
            }
        }
    }

    /// The queue on which changes are made.
    private static let queue = DispatchQueue(label: "changes")
    private static let key: DispatchSpecificKey<Place> = {
        let key = DispatchSpecificKey<Place>()
        DispatchQueue.main.setSpecific(key: key, value: .main)
        queue.setSpecific(key: key, value: .changing)
        return key
    }()
    private static var here: Place { Thread.isMainThread ? .main : DispatchQueue.getSpecific(key: key) ?? .elsewhere }

    static let sources: [Source] = [
        Source("StoredColorPaletteProvider", .main) {
            let provider = StoredColorPaletteProvider(storage: InMemoryStorage())
            return (provider.palette, { provider.addColor(ChartColor(rgba: 1).cgColor) })
        },
        Source("StoredColorPaletteProvider, onMainThread: false", .changing) {
            let provider = StoredColorPaletteProvider(storage: InMemoryStorage(), onMainThread: false)
            return (provider.palette, { provider.addColor(ChartColor(rgba: 1).cgColor) })
        },
        // The provider itself sends on the thread that makes the change.
        Source("ChartResourceManager", .main) {
            let provider = StoredColorPaletteProvider(storage: InMemoryStorage(), onMainThread: false)
            let manager = ChartResourceManager(colorPaletteProvider: provider)
            return (manager.palette, { provider.addColor(ChartColor(rgba: 1).cgColor) })
        },
        Source("ChartSettingsStore", .main) {
            let store = ChartSettingsStore(storage: InMemoryStorage())
            return (store.settingsChanged, { store.update { $0.applying(.theme(.light)) } })
        },
        Source("ChartSettingsStore, onMainThread: false", .changing) {
            let store = ChartSettingsStore(storage: InMemoryStorage(), onMainThread: false)
            return (store.settingsChanged, { store.update { $0.applying(.theme(.light)) } })
        },
        Source("StoredSetting.valueChanged", .changing) {
            let setting = StoredSetting(key: "a", defaultValue: 1, storage: InMemoryStorage())
            return (setting.valueChanged, { setting.value = 2 })
        },
        Source("StoredSetting.formattedValueChanged", .changing) {
            let setting = StoredSetting(key: "a", defaultValue: 1, storage: InMemoryStorage())
            return (setting.formattedValueChanged, { setting.value = 2 })
        },
        Source("StoredSetting.storageFaultChanged", .changing) {
            let storage = InMemoryStorage(texts: ["a": "x"])
            let setting = StoredSetting(key: "a", defaultValue: 1, storage: storage)
            return (setting.storageFaultChanged, { setting.value = 2 })
        },
        Source("StoredStudiesProvider.modifiedStudiesSettings", .changing) {
            let studies = StoredStudiesProvider(storage: InMemoryStorage())
            var adx = StudySettings.adx
            adx.title = "Other"
            return (studies.modifiedStudiesSettings, { [adx] in studies.updateStudySettings(adx) })
        },
        Source("StoredStudiesProvider.favouriteStudies", .changing) {
            let studies = StoredStudiesProvider(storage: InMemoryStorage())
            return (studies.favouriteStudies, { studies.setStudiesFavourite(["SMA"]) })
        },
        Source("ConstrainedFavourites.favouriteStudies", .changing) {
            let studies = ConstrainedFavourites(StoredStudiesProvider(storage: InMemoryStorage()), maximum: 1)
            return (studies.favouriteStudies, { studies.setStudiesFavourite(["SMA"]) })
        },
    ]

    @Test(arguments: sources) func changesOfAnotherThreadArriveOnTheDocumentedThread(_ source: Source) async {
        let (publisher, change) = source.make()
        let received = Received(publisher)
        await received.wait { !$0.isEmpty }
        await withCheckedContinuation { continuation in
            Self.queue.async {
                change()
                continuation.resume()
            }
        }
        await received.wait { $0.count > 1 }
        #expect(received.values.last == source.place)
    }
}
