/// The compiled schedules of a defaults value by their texts: two generations, so that what is asked for stays, and texts that
/// are never asked for again go.
struct ScheduleCache {
    /// A text and the venue that was asked for; `nil` for the first.
    struct Key: Hashable {
        let text: String
        let venue: String?
        /// Of the text; a hash that the dictionary's own then hashes once more, in one step.
        let fingerprint: UInt64

        init(_ text: String, venue: String?) {
            self.text = text
            self.venue = venue
            fingerprint = text.utf8Span.span.wideFingerprint
        }

        static func == (a: Key, b: Key) -> Bool {
            a.fingerprint == b.fingerprint && a.text == b.text && a.venue == b.venue
        }

        func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
    }

    /// The most compiled schedules of a generation.
    static let generationSize = 4096

    private var young: [Key: CompiledSchedule] = [:]
    private var old: [Key: CompiledSchedule] = [:]

    /// What is known of a text; keeps it for another generation.
    mutating func find(_ key: Key) -> CompiledSchedule? {
        if let known = young[key] { return known }
        guard let known = old.removeValue(forKey: key) else { return nil }
        return keep(known, for: key)
    }

    /// Keeps a compiled schedule, unless another is already there; the one that is kept.
    mutating func keep(_ compiled: CompiledSchedule, for key: Key) -> CompiledSchedule {
        if let known = young[key] { return known }
        if young.count >= Self.generationSize {
            old = young
            young = [:]
        }
        young[key] = compiled
        return compiled
    }
}

extension Span where Element == UInt8 {
    /// A word that equal bytes share, made of eight bytes at a time.
    var wideFingerprint: UInt64 {
        let raw = bytes
        var value = UInt64(count) &* 0x9E37_79B9_7F4A_7C15
        var place = 0
        while place + 8 <= count {
            // SAFETY: eight bytes from `place` on are there.
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
            value = Self.mix(value ^ word)
            place += 8
        }
        var rest: UInt64 = 0
        while place < count {
            rest = rest << 8 | UInt64(self[place])
            place += 1
        }
        return Self.mix(value ^ rest)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        let (high, low) = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return high ^ low
    }
}
