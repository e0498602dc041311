/// The compiled schedules of a `ScheduleDefaults` by text, in a cache of two generations. When the younger generation
/// is full, the older one is dropped. A look-up moves the text's entry to the younger generation.
struct ScheduleCache {
    /// The maximum number of texts in a generation, a power of two. It is half the number of slots of a table.
    static let generationSize = 4096

    private var young = Table(capacity: 256)
    private var old = Table(capacity: 2)

    /// Returns the entry of a text and moves it to the younger generation.
    ///
    /// - Parameter venue: The requested venue; `nil` for the first definition.
    /// - Complexity: O(`text.count`), mostly for the fingerprint and one comparison.
    mutating func find(_ text: String, venue: String?, _ fingerprint: TextFingerprint) -> Entry? {
        if let known = young.find(text, venue, fingerprint) { return known }
        guard let known = old.find(text, venue, fingerprint) else { return nil }
        return keep(known)
    }

    /// Stores an entry unless the cache has an equal one, and returns the stored entry.
    mutating func keep(_ entry: Entry) -> Entry {
        if let known = young.find(entry.text, entry.venue, entry.fingerprint) { return known }
        if young.count >= Self.generationSize {
            old = young
            young = Table(capacity: 256)
        }
        young.insert(entry)
        return entry
    }

    /// A text and its compiled schedule.
    final class Entry: Sendable {
        let fingerprint: TextFingerprint
        let text: String
        let venue: String?
        let compiled: CompiledSchedule

        init(_ fingerprint: TextFingerprint, _ text: String, _ venue: String?, _ compiled: CompiledSchedule) {
            self.fingerprint = fingerprint
            self.text = text
            self.venue = venue
            self.compiled = compiled
        }

        /// Returns whether the entry is for a given text and venue.
        func isOf(_ text: String, _ venue: String?, _ fingerprint: TextFingerprint) -> Bool {
            self.fingerprint.value == fingerprint.value && self.text == text && self.venue == venue
        }
    }

    /// An open-addressing hash table with linear probing and a load factor of at most one half. The fingerprint serves
    /// as the hash; a dictionary would hash it again.
    private struct Table {
        /// The fingerprints; 0 marks a free slot. They are separate from the entries, so that probing needs no
        /// reference counting.
        private var fingerprints: [UInt64]
        private var entries: [Entry?]
        private(set) var count = 0

        init(capacity: Int) {
            fingerprints = Array(repeating: 0, count: capacity)
            entries = Array(repeating: nil, count: capacity)
        }

        func find(_ text: String, _ venue: String?, _ fingerprint: TextFingerprint) -> Entry? {
            let mask = fingerprints.count - 1
            var place = Int(truncatingIfNeeded: fingerprint.value) & mask
            while fingerprints[place] != 0 {
                if fingerprints[place] == fingerprint.value, entries[place]!.isOf(text, venue, fingerprint) {
                    return entries[place]
                }
                place = (place + 1) & mask
            }
            return nil
        }

        mutating func insert(_ entry: Entry) {
            if 2 * (count + 1) > entries.count {
                let before = entries
                self = Table(capacity: 2 * before.count)
                for case let entry? in before { put(entry) }
            }
            put(entry)
        }

        private mutating func put(_ entry: Entry) {
            let mask = fingerprints.count - 1
            var place = Int(truncatingIfNeeded: entry.fingerprint.value) & mask
            while fingerprints[place] != 0 { place = (place + 1) & mask }
            fingerprints[place] = entry.fingerprint.value
            entries[place] = entry
            count += 1
        }
    }
}

/// A 64-bit hash of a text. The random seed prevents attacks by texts from the network that are made to collide.
struct TextFingerprint {
    let value: UInt64

    // `borrowing`: An initializer owns its arguments by default. The reference counting for that would cost more than
    // the hash.
    init(_ text: borrowing String, seed: UInt64) {
        // SAFETY: The bytes are read only during the calls.
        // `utf8Span` would count a reference.
        let own = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe Self(UnsafeRawBufferPointer($0), seed: seed)
        }
        if let own {
            self = own
        } else {
            self = unsafe text.utf8Span.span.withUnsafeBytes { unsafe Self($0, seed: seed) }
        }
    }

    init(_ text: Span<UInt8>, seed: UInt64) {
        // SAFETY: The bytes are read only during the call.
        self = unsafe text.withUnsafeBytes { unsafe Self($0, seed: seed) }
    }

    private init(_ bytes: UnsafeRawBufferPointer, seed: UInt64) {
        let count = bytes.count
        // SAFETY: Each word lies within the `count` bytes.
        func word(_ place: Int) -> UInt64 { unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
        var state = seed ^ UInt64(truncatingIfNeeded: count)
        var place = 0
        while place &+ 16 <= count {
            state = Self.mix(word(place), word(place &+ 8) ^ state)
            place &+= 16
        }
        if place < count {
            if count >= 16 {
                state = Self.mix(word(count &- 16), word(count &- 8) ^ state)
            } else {
                var ends: (UInt64, UInt64) = (0, 0)
                while place < count {
                    ends = (ends.0 << 8 | ends.1 >> 56, ends.1 << 8 | UInt64(unsafe bytes[place]))
                    place &+= 1
                }
                state = Self.mix(ends.0, ends.1 ^ state)
            }
        }
        // 0 marks a free slot.
        value = state == 0 ? 1 : state
    }

    @inline(__always)
    private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let (high, low) = (a ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(by: b ^ 0x9E37_79B9_7F4A_7C15)
        return high ^ low
    }
}
