import Synchronization

/// The compiled schedules that were asked for again, kept until the defaults are freed: found without a lock, and with one reference
/// counted, that of the found one. A file has some hundreds of distinct texts for its million instruments, and they all are here;
/// what is asked for once takes no place, and what finds its place taken is left to `ScheduleCache`.
///
/// SAFETY: the places are allocated and freed with the table, and an entry that stands in one is retained as long.
/// `@unchecked Sendable`: a place is written once, with a complete entry.
@safe struct HotScheduleCache: ~Copyable, @unchecked Sendable {
    private typealias Place = Atomic<Unmanaged<ScheduleCache.Entry>?>

    /// Places, a power of two: 8 kB.
    private static let count = 1024
    /// How many places a text may stand in, from that of its fingerprint on.
    private static let tries = 4

    private let places: UnsafeMutablePointer<Place>

    init() {
        unsafe places = .allocate(capacity: Self.count)
        // SAFETY: each place is initialised once.
        for place in 0..<Self.count { unsafe (places + place).initialize(to: Place(nil)) }
    }

    deinit {
        for place in 0..<Self.count { unsafe places[place].load(ordering: .acquiring)?.release() }
        unsafe places.deinitialize(count: Self.count)
        unsafe places.deallocate()
    }

    /// What is known of a text.
    ///
    /// - Parameter venue: the one that was asked for, `nil` for the first.
    func find(_ text: String, venue: String?, _ fingerprint: TextFingerprint) -> CompiledSchedule? {
        for offset in 0..<Self.tries {
            guard let entry = unsafe places[Self.place(fingerprint, offset)].load(ordering: .acquiring) else {
                return nil
            }
            // SAFETY: entries live as long as this table.
            if let known = unsafe entry._withUnsafeGuaranteedRef({
                $0.isOf(text, venue, fingerprint) ? $0.compiled : nil
            }) {
                return known
            }
        }
        return nil
    }

    /// Keeps an entry for good if one of its places is free.
    func keep(_ entry: ScheduleCache.Entry) {
        for offset in 0..<Self.tries {
            let place = Self.place(entry.fingerprint, offset)
            if unsafe places[place].load(ordering: .acquiring) != nil { continue }
            let kept = unsafe Unmanaged.passRetained(entry)
            if unsafe places[place].compareExchange(expected: nil, desired: kept, ordering: .acquiringAndReleasing)
                .exchanged
            {
                return
            }
            unsafe kept.release()
        }
    }

    private static func place(_ fingerprint: TextFingerprint, _ offset: Int) -> Int {
        (Int(truncatingIfNeeded: fingerprint.value) &+ offset) & (count - 1)
    }
}
