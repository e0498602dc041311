/// The digests of a source that are stored in the table `ipf.digest`.
///
/// A part has up to 64 Ki entries. An entry is two little-endian 8-byte numbers: the hash of a symbol, and the digest
/// of its record (0 if the symbol was removed). The first parts contain each symbol once, in the order of the source.
/// The parts with numbers from `firstLater` on contain later changes, and each part overrides the parts before it.
struct DigestStore {
    let connection: MasterConnection
    let source: Int

    /// The digests that the store has of a source.
    struct Stored: ~Copyable {
        var digests: SymbolDigests
        /// The number of entries in all parts; 0 if the store has no digests of the source.
        var entries = 0
        /// The number that the next part of changes gets.
        var nextPart = DigestStore.firstLater
    }

    private static let partBytes = 65_536 * 16
    fileprivate static let firstLater = 1 << 20

    /// Reads the digests.
    ///
    /// - Parameter instruments: The expected number of symbols. Memory is reserved for that number.
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

    /// Appends the changes as further parts. Rewrites all parts instead if there would be more than five entries per
    /// four symbols.
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

    /// Deletes the digests of the source. Must be called within a batch of the source. In the next load, the server
    /// then compares all records.
    ///
    /// - Throws: `MasterStoreError`.
    func forget() throws {
        try connection.execute("SELECT ipf.forget_digests()")
    }
}
