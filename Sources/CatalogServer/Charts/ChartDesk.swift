internal import Charting
internal import Essentials
internal import NIOCore
internal import Synchronization

/// The studies, favorites, chart settings and palette that the pages `/studies` and `/settings` show and change, in one
/// store.
///
/// It may be used from any thread.
final class ChartDesk: Sendable {
    let studies: StoredStudiesProvider
    let favourites: ConstrainedFavourites<StoredStudiesProvider>
    let palette: StoredColorPaletteProvider
    let settings: ChartSettingsStore
    /// The built-in studies by their identifiers.
    let definitions: [StudySettings.UUID: StudySettings]
    /// Serializes changes, because each change reads, modifies and stores the settings.
    private let turn = Mutex<Void>(())

    /// The maximum number of favorites, which is the capacity of a chart's menu.
    static let mostFavourites = 12

    /// The settings of a new chart: the library's defaults plus wicks and all grid lines.
    static let defaultSettings: Chart.Settings = {
        var settings = Chart.Settings.default
        settings[.wicks] = true
        settings[.horizontalGrid] = true
        return settings
    }()

    init(_ storage: any StorageManager & Sendable) {
        studies = StoredStudiesProvider(storage: storage)
        definitions = studies.availableStudies
        favourites = ConstrainedFavourites(studies, maximum: Self.mostFavourites)
        palette = StoredColorPaletteProvider(storage: storage)
        settings = ChartSettingsStore(
            storage: storage, defaultSettings: Self.defaultSettings, onMainThread: false)
        let changes = Changes(subscriptions: [
            studies.modifiedStudiesSettings.sink { @Sendable [weak self] _ in self?.forgetBodies() },
            studies.favouriteStudies.sink { @Sendable [weak self] _ in self?.forgetBodies() },
        ])
        self.changes.withLock { $0 = changes }
    }

    /// `@unchecked` because `AnyCancellable` isn't declared `Sendable`; it is accessed only under the lock.
    private struct Changes: @unchecked Sendable {
        var subscriptions: [AnyCancellable] = []
    }

    /// Subscriptions to changes of the store, including changes by other processes.
    private let changes = Mutex(Changes())

    /// Runs `body`, which makes a change. Only one change runs at a time.
    ///
    /// - Throws: The errors of `body`, and `StorageError` if the store could not save the change.
    func change(_ body: () throws -> Void) throws {
        try turn.withLock { _ in
            // Also discard the bodies after an error, because a part of the change may have been made.
            defer { forgetBodies() }
            try body()
            if let fault = studies.storageFault ?? settings.storageFault, fault.kind != .corrupt { throw fault }
        }
    }

    // MARK: Bodies

    /// The number of changes so far, which identifies a version of the desk.
    private let version = Atomic(0)
    /// Bodies by version and name, cached because a list of studies is long.
    private let bodies = BoundedCache<String, RouteResponse.Body>(limit: 16)

    /// Returns the body of an answer about the desk. The body is cached until something changes.
    ///
    /// - Parameter name: The name of the answer.
    func body(_ name: String, _ make: () throws -> [UInt8]) rethrows -> RouteResponse.Body {
        try bodies.value("\(version.load(ordering: .relaxed)) \(name)") {
            let bytes = try make()
            return .kept(plain: ByteBuffer(bytes: bytes), gzip: ByteBuffer(bytes: Compressing.compressed(bytes)))
        }
    }

    private func forgetBodies() { version.add(1, ordering: .relaxed) }
}
