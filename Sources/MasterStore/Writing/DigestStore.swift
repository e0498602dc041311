/// Keeps the digests of a source in the store (`ipf.digest`): parts of up to 64 Ki entries of two little-endian numbers of 8 bytes, a
/// symbol's hash and the digest, 0 for one that is gone. Those of the first parts have each symbol once, in the order of the source; what
/// changed since stands in parts from `firstLater` on, of which later ones count before earlier ones.
struct DigestStore {
    let connection: MasterConnection
    let source: Int

    /// What is stored.
    struct Stored: ~Copyable {
        var digests: SymbolDigests
        /// Entries in all parts; 0 where nothing is known.
        var entries = 0
        /// The number of the next part of changes.
        var nextPart = DigestStore.firstLater
    }

    private static let partBytes = 65_536 * 16
    fileprivate static let firstLater = 1 << 20

    /// Reads the digests.
    ///
    /// - Parameter instruments: how many symbols the source has.
    /// - Throws: `MasterStoreError`.
    func read(instruments: Int) throws -> Stored {
        var stored = Stored(digests: SymbolDigests(capacity: instruments))
        try connection.copy("SELECT part, entries FROM ipf.digest WHERE source_id = \(source) ORDER BY part") { row in
            let isLater = row.integer(0) >= Self.firstLater
            if isLater { stored.nextPart = row.integer(0) + 1 }
            let bytes = row.bytes(1)
            for place in stride(from: 0, to: bytes.count - 15, by: 16) {
                let (symbol, digest) = (Self.number(bytes, place), Self.number(bytes, place + 8))
                if isLater {
                    stored.digests.relearn(symbol: symbol, digest: digest)
                } else {
                    stored.digests.learn(symbol: symbol, digest: digest)
                }
            }
            stored.entries += bytes.count / 16
        }
        return stored
    }

    private static func number(_ bytes: Span<UInt8>, _ place: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<8 { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        return value
    }

    /// Writes what changed as further parts, or everything anew where the parts have grown by a quarter.
    ///
    /// - Throws: `MasterStoreError`.
    func write(_ stored: borrowing Stored) throws {
        let changed = stored.digests.changedCount
        if changed == 0 { return }
        let isAnew = stored.entries == 0 || (stored.entries + changed) * 4 > stored.digests.liveCount * 5
        if isAnew { try forget() }
        var entries: [UInt8] = []
        entries.reserveCapacity((isAnew ? stored.digests.liveCount : changed) * 16)
        stored.digests.forEach(onlyChanged: !isAnew) { symbol, digest in
            for number in [symbol, digest] {
                for index in 0..<8 { entries.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
            }
        }
        var part = isAnew ? 0 : stored.nextPart
        for start in stride(from: 0, to: entries.count, by: Self.partBytes) {
            let end = min(start + Self.partBytes, entries.count)
            try connection.execute(
                "SELECT ipf.put_digests($1::int4, $2)", [.integer(part), .bytes(Array(entries[start..<end]))])
            part += 1
        }
    }

    /// Forgets the digests, in a batch of the source: the next load compares all that it reads on the server.
    ///
    /// - Throws: `MasterStoreError`.
    func forget() throws {
        try connection.execute("SELECT ipf.forget_digests()")
    }
}
