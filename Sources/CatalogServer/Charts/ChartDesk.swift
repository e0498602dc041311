internal import Charting
internal import Foundation

/// What the pages `/studies` and `/settings` work on: the studies, favourites, chart settings and palette of whoever runs the
/// service, in one store. It may be used from any thread.
final class ChartDesk: Sendable {
    let studies: StoredStudiesProvider
    let favourites: ConstrainedFavourites<StoredStudiesProvider>
    let palette: StoredColorPaletteProvider
    let settings: StoredSetting<Chart.Settings>
    /// The studies that there are, by name.
    let definitions: [StudySettings.UUID: StudySettings]
    /// One change at a time: each is read, changed and kept.
    private let turn = NSLock()

    /// The most favourites: as many as a chart's menu has place for.
    static let mostFavourites = 12

    init(_ storage: any StorageManager) {
        studies = StoredStudiesProvider(storage: storage)
        definitions = studies.availableStudies
        favourites = ConstrainedFavourites(studies, maximum: Self.mostFavourites)
        palette = StoredColorPaletteProvider(storage: storage)
        settings = StoredSetting(key: "chart.settings", defaultValue: .default, storage: storage)
    }

    /// Does one change while nobody else does.
    ///
    /// - Throws: what `body` throws, and `StorageError` where the store could not keep it.
    func change(_ body: () throws -> Void) throws {
        try turn.withLock {
            try body()
            if let fault = studies.storageFault ?? settings.storageFault, fault.kind != .corrupt { throw fault }
        }
    }
}
