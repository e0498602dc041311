import Synchronization

/// Schedules that were requested more than once. This open-addressing hash table lives as long as the defaults.
///
/// Look-ups take no lock, and retain only the result. A file with a million instruments has only a few hundred distinct
/// texts, which all fit. Texts that were requested once, and texts for which no slot is free, remain in
/// `ScheduleCache`.
///
/// SAFETY: The slots are allocated and freed with the table. The table retains the entries.
/// `@unchecked Sendable`: Each slot is written once, with a complete entry.
@safe struct HotScheduleCache: ~Copyable, @unchecked Sendable {
    private typealias Place = Atomic<Unmanaged<ScheduleCache.Entry>?>

    /// The number of slots, a power of two: 8 kB.
    private static let count = 1024
    /// The maximum number of slots to probe for a text, starting at the slot of its fingerprint.
    private static let tries = 4

    private let places: UnsafeMutablePointer<Place>

    init() {
        unsafe places = .allocate(capacity: Self.count)
        // SAFETY: Each slot is initialized once.
        for place in 0..<Self.count { unsafe (places + place).initialize(to: Place(nil)) }
    }

    deinit {
        for place in 0..<Self.count { unsafe places[place].load(ordering: .acquiring)?.release() }
        unsafe places.deinitialize(count: Self.count)
        unsafe places.deallocate()
    }

    /// Returns the compiled schedule of a text, or `nil` if the table does not contain it.
    ///
    /// - Parameter venue: The requested venue; `nil` for the first definition.
    func find(_ text: String, venue: String?, _ fingerprint: TextFingerprint) -> CompiledSchedule? {
        for offset in 0..<Self.tries {
            guard let entry = unsafe places[Self.place(fingerprint, offset)].load(ordering: .acquiring) else {
                return nil
            }
            // SAFETY: Entries live as long as the table.
            if let known = unsafe entry._withUnsafeGuaranteedRef({
                $0.isOf(text, venue, fingerprint) ? $0.compiled : nil
            }) {
                return known
            }
        }
        return nil
    }

    /// Stores an entry permanently if one of its slots is free.
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
