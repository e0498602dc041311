internal import Synchronization

/// What a view holds: shared by its copies.
final class ViewStorage: Sendable {
    let base: Catalog
    /// `nil` for the view of a catalog file alone.
    let overlay: Overlay?
    private let known = Mutex<ViewIndex?>(nil)

    init(_ base: Catalog) {
        self.base = base
        overlay = nil
    }

    init(_ overlay: Overlay) {
        base = overlay.base
        self.overlay = overlay
    }

    /// What answers questions about more than single instruments; `nil` where the base alone answers them.
    ///
    /// - Complexity: O(1); the first time O(changes since the last time that any view of the catalog was asked).
    var index: ViewIndex? {
        guard let overlay, overlay.log.count > 0 else { return nil }
        return known.withLock { known in
            if let known { return known }
            let index = ViewIndex(overlay)
            known = index
            return index
        }
    }

    /// The change that a row stands for; `nil` for a row of the base.
    @inline(__always)
    func entry(at row: Int) -> OverlayEntry? {
        guard let overlay, row >= base.count else { return nil }
        return overlay.log[row - base.count]
    }

    /// What cursors belong to.
    var scope: CatalogCursor.Scope {
        guard let overlay else { return base.scope }
        return .init(fingerprint: overlay.identity, path: base.path, count: .max)
    }
}
