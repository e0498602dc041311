extension JournalFile {
    /// The result of reading a journal.
    struct Contents {
        /// The fingerprint of the catalog file that the journal belongs to; `nil` if the header is incomplete.
        var base: UInt64?
        /// The length of the header and the complete records, in bytes.
        var length = 0
        var records: UInt64 = 0
        /// The number of bytes after the complete records.
        var rest = 0
        /// The reason why the rest cannot be an incomplete record of an interrupted call; `nil` if it can, or if there
        /// is no rest.
        var fault: String?
        /// Whether complete records follow the unreadable bytes. Then these bytes must not be skipped, because the
        /// result would be a state that never existed.
        var isFollowed = false

        /// The number of bytes of an incomplete record, whose call had not returned.
        var torn: Int { fault == nil ? rest : 0 }
    }

    /// Returns the fingerprint of the catalog file that the journal belongs to, or `nil` if the header is incomplete.
    /// Also returns whether the journal has no records.
    static func head(of path: String) throws(CatalogError) -> (base: UInt64?, isEmpty: Bool) {
        let bytes = try MappedSection(ofFile: path)
        guard bytes.count >= headerLength else { return (nil, bytes.count == 0) }
        try checkHeader(bytes, path)
        return (bytes.u64(at: 24), bytes.count == headerLength)
    }

    /// Reads journal number `number` at `path`. Passes the payload of each record to `body`, up to the first incomplete
    /// record.
    ///
    /// - Throws: `CatalogError` of kind `foreign` if the file is not a journal, `newerVersion`, `damaged` if the header
    ///   is damaged; errors of `body`.
    static func read(
        _ path: String, number: Int, _ body: (Span<UInt8>) throws(CatalogError) -> Void
    ) throws(CatalogError) -> Contents {
        let bytes = try MappedSection(ofFile: path)
        var contents = Contents()
        if bytes.count < headerLength {
            contents.rest = bytes.count
            let expected = header(number: number, base: 0)
            let known = min(bytes.count, 24)
            if !bytes.span.extracting(0..<known).equals(expected.span.extracting(0..<known)) {
                contents.fault = "they are not the header of that journal"
            }
            return contents
        }
        try checkHeader(bytes, path)
        contents.base = bytes.u64(at: 24)
        contents.length = headerLength
        while let length = recordLength(bytes, contents.length, number: contents.records + 1) {
            try body(bytes.span(contents.length + recordHeaderLength, length - recordHeaderLength - 8))
            contents.length += length
            contents.records += 1
        }
        contents.rest = bytes.count - contents.length
        if contents.rest == 0 { return contents }
        contents.fault = fault(of: bytes, contents.length, number: contents.records + 1)
        contents.isFollowed = (contents.length..<bytes.count).contains { offset in
            bytes.u32(at: offset) == recordMark && recordLength(bytes, offset, number: nil) != nil
        }
        return contents
    }

    private static func checkHeader(_ bytes: MappedSection, _ path: String) throws(CatalogError) {
        guard (0..<8).allSatisfy({ bytes.byte(at: $0) == magic[$0] }) else {
            throw CatalogError(
                .foreign, path: path, "is not the journal of a catalog; move it away if you don't need it")
        }
        guard bytes.u32(at: 8) <= version else {
            throw CatalogError(
                .newerVersion, path: path,
                "is a journal of format version \(bytes.u32(at: 8)), but this program reads version \(version); "
                    + "update the program")
        }
        guard Checksum.of(bytes.span(0, 32)) == bytes.u64(at: 32) else {
            throw .damaged("header", path: path, "its checksum does not match")
        }
    }

    /// Returns the length of the complete record at `offset`; `nil` if that record is incomplete or has another record
    /// number.
    private static func recordLength(_ bytes: MappedSection, _ offset: Int, number: UInt64?) -> Int? {
        guard bytes.count - offset >= recordHeaderLength + 8, bytes.u32(at: offset) == recordMark else { return nil }
        let body = recordHeaderLength + Int(bytes.u32(at: offset + 4))
        guard body + 8 <= bytes.count - offset, number == nil || bytes.u64(at: offset + 8) == number,
            Checksum.of(bytes.span(offset, body)) == bytes.u64(at: offset + body)
        else { return nil }
        return body + 8
    }

    /// Returns the reason why the bytes from `offset` to the end are not the beginning of record `number`; `nil` if
    /// they are.
    private static func fault(of bytes: MappedSection, _ offset: Int, number: UInt64) -> String? {
        let count = bytes.count - offset
        var start = ByteSink()
        start.append(u32: recordMark)
        // Any length is possible, so expect the length that was found.
        start.append(u32: bytes.u32(at: offset + 4))
        start.append(u64: number)
        for index in 0..<min(count, recordHeaderLength) where index / 4 != 1 {
            if bytes.byte(at: offset + index) != start.span[index] {
                return "they are not the header of record \(number)"
            }
        }
        guard count >= recordHeaderLength + 8 else { return nil }
        if recordHeaderLength + Int(bytes.u32(at: offset + 4)) + 8 <= count {
            return "the checksum of record \(number) does not match"
        }
        // If damage increased the length field of a complete record, its checksum is still at the end of the file.
        var whole = ByteSink()
        whole.append(u32: recordMark)
        whole.append(u32: UInt32(truncatingIfNeeded: count - recordHeaderLength - 8))
        whole.append(bytes.span(offset + 8, count - 16))
        guard Checksum.of(whole.span) == bytes.u64(at: bytes.count - 8) else { return nil }
        return "the length of record \(number) does not match"
    }
}
