internal import Synchronization

/// A cache of the leading keys (`Span.leadingKey`) of some texts of a list, filled lazily by any thread.
///
/// Most comparisons of a binary search involve the same few thousand texts, each in a different cache line. The cache
/// packs eight of their keys into a line. Keys are not read in advance, so that a process with a single query reads no
/// more than necessary.
// SAFETY: the elements never move, and each only ever stores its own key.
@safe struct LeadingKeys: ~Copyable, @unchecked Sendable {
    /// The maximum number of keys in the cache of a list (256 KiB).
    static let limit = 1 << 15

    private let start: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int

    init(count: Int) {
        self.count = count
        // SAFETY: memory for all elements is allocated, and each is initialized at once.
        unsafe start = .allocate(capacity: count)
        for index in 0..<count { unsafe (start + index).initialize(to: Atomic(0)) }
    }

    deinit {
        // SAFETY: `init` initialized the elements, and no thread reads them any more.
        unsafe start.deinitialize(count: count)
        unsafe start.deallocate()
    }

    /// Returns the key of a text; calls `read` if the key is not cached. The key 0, of an empty text, is never cached.
    @inline(__always)
    func key(_ index: Int, _ read: () -> UInt64) -> UInt64 {
        precondition(index >= 0 && index < count)
        // SAFETY: 0 ≤ index < count.
        let known = unsafe start[index].load(ordering: .relaxed)
        if known != 0 { return known }
        let key = read()
        unsafe start[index].store(key, ordering: .relaxed)  // SAFETY: as above.
        return key
    }
}

/// The shared cache of all copies of a list.
final class LeadingKeysOwner: Sendable {
    let all = LazyOnce<LeadingKeys>()
}
