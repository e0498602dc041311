internal import Synchronization

/// An overlay as a `Catalog` reads it, with its indexes. Shared by the copies of the catalog.
final class OverlayReader: Sendable {
    let overlay: Overlay
    private let known = Mutex<OverlayIndex?>(nil)

    init(_ overlay: Overlay) { self.overlay = overlay }

    /// What answers questions about more than single instruments; `nil` where nothing has changed, so that the file alone answers
    /// them.
    ///
    /// - Complexity: O(1); the first time O(changes that no segment has yet (`SegmentStore`)).
    var index: OverlayIndex? {
        guard overlay.log.count > 0 else { return nil }
        return known.withLock { known in
            if let known { return known }
            let index = OverlayIndex(overlay)
            known = index
            return index
        }
    }
}
