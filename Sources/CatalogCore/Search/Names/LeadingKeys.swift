internal import Synchronization

/// The leading keys (`Span.leadingKey`) of some texts of a list, each kept when it is first asked for, by any thread.
///
/// On the way to a text among a million, most texts that it is compared with are the same few thousand, each in another line of the processor's
/// cache. Here eight of them are in one. Nothing is read beforehand, so that a process that asks once reads no more than it must.
// SAFETY: the places stay where they are, and a key is all that ever stands in one.
@safe struct LeadingKeys: ~Copyable, @unchecked Sendable {
    /// The most that are kept of a list: 256 KiB.
    static let limit = 1 << 15

    private let start: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int

    init(count: Int) {
        self.count = count
        // SAFETY: room for all places, each of which is initialized at once.
        unsafe start = .allocate(capacity: count)
        for index in 0..<count { unsafe (start + index).initialize(to: Atomic(0)) }
    }

    deinit {
        // SAFETY: initialized in `init`, and nobody reads them any more.
        unsafe start.deinitialize(count: count)
        unsafe start.deallocate()
    }

    /// The key of a text, which `read` tells where it isn't known; that of an empty one is asked for each time.
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

/// Where copies of a list have its keys in common.
final class LeadingKeysOwner: Sendable {
    let all = LazyOnce<LeadingKeys>()
}
