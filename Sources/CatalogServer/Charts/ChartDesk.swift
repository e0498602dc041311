internal import Charting
internal import Essentials
internal import NIOCore
internal import Synchronization

/// What the pages `/studies` and `/settings` work on: the studies, favourites, chart settings and palette of the service's
/// owner, in one store. It may be used from any thread.
final class ChartDesk: Sendable {
    let studies: StoredStudiesProvider
    let favourites: ConstrainedFavourites<StoredStudiesProvider>
    let palette: StoredColorPaletteProvider
    let settings: ChartSettingsStore
    /// The built-in studies by their identifiers.
    let definitions: [StudySettings.UUID: StudySettings]
    /// One change at a time: each is read, changed and kept.
    private let turn = Mutex<Void>(())

    /// The most favourites: as many as a chart's menu has place for.
    static let mostFavourites = 12

    init(_ storage: any StorageManager & Sendable) {
        studies = StoredStudiesProvider(storage: storage)
        definitions = studies.availableStudies
        favourites = ConstrainedFavourites(studies, maximum: Self.mostFavourites)
        palette = StoredColorPaletteProvider(storage: storage)
        settings = ChartSettingsStore(storage: storage, onMainThread: false)
        let changes = Changes(subscriptions: [
            studies.modifiedStudiesSettings.sink { @Sendable [weak self] _ in self?.forgetBodies() },
            studies.favouriteStudies.sink { @Sendable [weak self] _ in self?.forgetBodies() },
        ])
        self.changes.withLock { $0 = changes }
    }

    /// `AnyCancellable` isn't declared `Sendable`; it is only touched under the lock.
    private struct Changes: @unchecked Sendable {
        var subscriptions: [AnyCancellable] = []
    }

    /// What another process changes in the store of the service counts here too.
    private let changes = Mutex(Changes())

    /// Makes one change at a time.
    ///
    /// - Throws: what `body` throws, and `StorageError` where the store could not keep it.
    func change(_ body: () throws -> Void) throws {
        try turn.withLock { _ in
            // Also where it failed after a part of it was made.
            defer { forgetBodies() }
            try body()
            if let fault = studies.storageFault ?? settings.storageFault, fault.kind != .corrupt { throw fault }
        }
    }

    // MARK: Bodies

    /// The number of changes.
    private let version = Atomic(0)
    /// By version and name. A list of studies has a hundred kilobytes.
    private let bodies = BoundedCache<String, RouteResponse.Body>(limit: 16)

    /// The body of an answer about what the desk holds, made once until something changes.
    ///
    /// - Parameter name: what it is about.
    func body(_ name: String, _ make: () throws -> [UInt8]) rethrows -> RouteResponse.Body {
        try bodies.value("\(version.load(ordering: .relaxed)) \(name)") {
            let bytes = try make()
            return .kept(plain: ByteBuffer(bytes: bytes), gzip: ByteBuffer(bytes: Compressing.compressed(bytes)))
        }
    }

    private func forgetBodies() { version.add(1, ordering: .relaxed) }
}
