internal import Charting
internal import Foundation
internal import NIOCore
internal import Synchronization

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
            // Also where a part of it was made before it failed.
            defer { forgetBodies() }
            try body()
            if let fault = studies.storageFault ?? settings.storageFault, fault.kind != .corrupt { throw fault }
        }
    }

    // MARK: Bodies

    private struct Bodies {
        /// Changes so far.
        var version = 0
        var made: [String: Answer.Body] = [:]
    }

    private let bodies = Mutex(Bodies())
    /// A list of studies has a hundred kilobytes.
    private static let bodyLimit = 16

    /// The body of an answer about what the desk holds, made once until something changes.
    ///
    /// - Parameter name: what it is about.
    func body(_ name: String, _ make: () throws -> [UInt8]) rethrows -> Answer.Body {
        let (known, version) = bodies.withLock { ($0.made[name], $0.version) }
        if let known { return known }
        let bytes = try make()
        let body = Answer.Body.kept(
            plain: ByteBuffer(bytes: bytes), gzip: ByteBuffer(bytes: Compressing.compressed(bytes)))
        bodies.withLock { bodies in
            // What came of an older state is good for who asked then.
            guard bodies.version == version else { return }
            if bodies.made.count >= Self.bodyLimit { bodies.made.removeAll() }
            bodies.made[name] = body
        }
        return body
    }

    private func forgetBodies() {
        bodies.withLock { bodies in
            bodies.version += 1
            bodies.made.removeAll()
        }
    }
}
