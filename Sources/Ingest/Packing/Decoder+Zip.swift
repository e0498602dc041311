/// Reads the files of a zip archive sequentially, so that archives can also be read from pipes and downloads.
///
/// Folders, and files that operating systems add, are skipped (`ZipEntry.Role`). The archive's directory follows the
/// last file. It must list as many entries as were read, and nothing may follow it. Otherwise, entries were lost, or
/// another archive was appended, which other programs would read instead.
extension Decoder where Source: ~Copyable, Output: ~Copyable {
    mutating func readEntries() throws(PipelineStop) {
        var hasFile = false
        var entries = 0
        var last: String?
        while true {
            let signature = try signatureNext()
            switch (signature, last) {
            case (ZipSignature.entry, _): break
            case (ZipSignature.directory, _), (ZipSignature.end, _), (ZipSignature.end64, _), (ZipSignature.extra, _):
                if hasFile { return try readDirectory(of: entries) }
                throw .failed(
                    IngestError(
                        kind: .emptyArchive, reason: "the zip archive contains no file; expected one with profiles"))
            case (ZipSignature.descriptor, nil), (ZipSignature.volume, nil):
                throw .failed(unsupported("it is split into volumes"))
            case (_, nil): throw .failed(corrupt("expected a zip entry, found other data"))
            case (_, let last?): throw .failed(corrupt("unknown data after the zip entry “\(last)”"))
            }
            let entry = try entryNext()
            entries += 1
            if entry.role == .file { hasFile = true }
            last = entry.name
            try readData(entry)
        }
    }

    /// Reads the archive's directory, which must extend to the end of the source.
    ///
    /// - Parameter read: The number of entries that were read before.
    private mutating func readDirectory(of read: Int) throws(PipelineStop) {
        var named = 0
        while true {
            guard try fillFlushing(4) else { throw .failed(truncatedDirectory) }
            let signature = UInt32(LittleEndian.read(input.rest, 0, 4))
            guard let part = ZipSignature.directoryPart(signature) else {
                throw .failed(corrupt("expected the directory of a zip archive, found other data"))
            }
            guard try fillFlushing(part.header) else { throw .failed(truncatedDirectory) }
            if signature == ZipSignature.directory { named += 1 }
            if signature == ZipSignature.end {
                let counted = Int(LittleEndian.read(input.rest, 10, 2))
                // Only the ZIP64 record contains counts of 65,535 or more.
                if counted != 0xFFFF, counted != named {
                    throw .failed(
                        corrupt("the end of the zip archive counts \(counted) entries, but its directory has \(named)"))
                }
            }
            var count = UInt64(part.header)
            for (place, bytes) in part.sizes { count &+= LittleEndian.read(input.rest, place, bytes) }
            while count > 0 {
                guard try fillFlushing(1) else { throw .failed(truncatedDirectory) }
                let step = Int(min(count, UInt64(input.rest.count)))
                input.take(step)
                count -= UInt64(step)
            }
            if signature == ZipSignature.end { break }
        }
        if named != read {
            throw .failed(corrupt("the directory of the zip archive has \(named) entries, but \(read) precede it"))
        }
        let end = input.taken
        if try fillFlushing(1) { throw .failed(trailing(from: end, after: "zip archive", expected: "the end")) }
    }

    private var truncatedDirectory: IngestError { truncated("in the directory of the zip archive") }

    /// Calls `ByteInput.fill`. If that would block, flushes the output first.
    private mutating func fillFlushing(_ count: Int) throws(PipelineStop) -> Bool {
        if input.wouldWait { output.flush() }
        return try input.fill(count)
    }

    /// Reads the header of the next entry.
    private mutating func entryNext() throws(PipelineStop) -> ZipEntry {
        guard try input.fill(ZipEntry.headerBytes) else { throw .failed(truncated("in the header of a zip entry")) }
        var entry = ZipEntry(header: input.rest)
        input.take(ZipEntry.headerBytes)
        guard try input.fill(entry.nameBytes + entry.extraBytes) || entry.nameBytes + entry.extraBytes == 0 else {
            throw .failed(truncated("in the header of a zip entry"))
        }
        entry.read(name: input.rest.extracting(0..<entry.nameBytes))
        entry.read(extra: input.rest.extracting(entry.nameBytes..<(entry.nameBytes + entry.extraBytes)))
        input.take(entry.nameBytes + entry.extraBytes)
        return entry
    }

    private mutating func readData(_ entry: ZipEntry) throws(PipelineStop) {
        if entry.isEncrypted {
            throw .failed(
                IngestError(
                    kind: .encryptedArchive,
                    reason:
                        "“\(entry.name)” in the zip archive is encrypted; unpack it with its password and read the result"
                ))
        }
        isPassingOver = entry.role != .file
        if !isPassingOver { try output.begin(file: entry.name) }
        let start = (taken: input.taken, written: tally.written)
        var checksum: CRC32? = CRC32()
        switch entry.method {
        case 0 where entry.hasDescriptor && entry.packedBytes == 0: try copyToDescriptor(&checksum, entry)
        case 0: try copy(entry.packedBytes, &checksum, entry)
        case 8: try inflateEntry(&checksum, entry)
        default:
            throw .failed(
                unsupported(
                    "“\(entry.name)” is compressed by method \(entry.method), expected stored (0) or deflated (8)"))
        }
        let found = (packed: input.taken - start.taken, bytes: tally.written - start.written)
        if input.wouldWait { output.flush() }
        try check(entry, checksum?.value ?? 0, packedBytes: UInt64(found.packed), bytes: UInt64(found.bytes))
        if entry.role == .folder, found.bytes > 0 {
            throw .failed(corrupt("the folder “\(entry.name)” has data"))
        }
        isPassingOver = false
    }

    // MARK: Data

    private mutating func inflateEntry(_ checksum: inout CRC32?, _ entry: ZipEntry) throws(PipelineStop) {
        switch library {
        case .zlib:
            var inflater = try Self.inflater { () throws(InflateFault) in try ZlibInflater(.raw) }
            try inflateStream(&inflater, &checksum, what: "the zip entry “\(entry.name)”")
        #if ISAL
            case .isal:
                var inflater = try Self.inflater { () throws(InflateFault) in try IsalInflater(.raw) }
                try inflateStream(&inflater, &checksum, what: "the zip entry “\(entry.name)”")
        #endif
        }
    }

    private mutating func copy(
        _ count: UInt64, _ checksum: inout CRC32?, _ entry: ZipEntry
    ) throws(PipelineStop) {
        var left = count
        while left > 0 {
            if input.wouldWait { output.flush() }
            guard try input.fill() else { throw .failed(truncated("in the middle of the zip entry “\(entry.name)”")) }
            left -= UInt64(try copy(upTo: Int(clamping: left), &checksum))
        }
    }

    /// Copies stored data of unknown size, up to a data descriptor whose checksum and size match.
    private mutating func copyToDescriptor(_ checksum: inout CRC32?, _ entry: ZipEntry) throws(PipelineStop) {
        let start = tally.written
        while true {
            if input.wouldWait { output.flush() }
            guard try input.fill() else { throw .failed(truncated("in the middle of the zip entry “\(entry.name)”")) }
            var plain = 0
            while plain < input.rest.count, input.rest[plain] != UInt8(ascii: "P") { plain += 1 }
            if plain > 0 {
                _ = try copy(upTo: plain, &checksum)
                continue
            }
            let size = UInt64(tally.written - start)
            if try descriptorBytes(checksum?.value ?? 0, packedBytes: size, bytes: size, entry) > 0 { return }
            _ = try copy(upTo: 1, &checksum)
        }
    }

    // MARK: After the data

    private mutating func check(
        _ entry: ZipEntry, _ checksum: UInt32, packedBytes: UInt64, bytes: UInt64
    ) throws(PipelineStop) {
        var isRight = entry.checksum == checksum && entry.packedBytes == packedBytes && entry.bytes == bytes
        if entry.hasDescriptor {
            let count = try descriptorBytes(checksum, packedBytes: packedBytes, bytes: bytes, entry)
            if count > 0 {
                input.take(count)
                isRight = true
            }
        }
        guard isRight else {
            throw .failed(corrupt("the checksum or size of the zip entry “\(entry.name)” does not match"))
        }
    }

    /// Returns the length of the data descriptor at the current position; 0 if there is no descriptor with these
    /// values.
    ///
    /// `DESCRIPTOR = [SIGNATURE] CRC32 PACKED SIZE`. Sizes have 4 or 8 bytes, and another part of the archive must
    /// follow.
    private mutating func descriptorBytes(
        _ checksum: UInt32, packedBytes: UInt64, bytes: UInt64, _ entry: ZipEntry
    ) throws(PipelineStop) -> Int {
        // The longest descriptor and the signature after it have 28 bytes. A complete archive has at least 34 bytes
        // left, because the end record has 22.
        guard try input.fill(28) else { throw .failed(truncated("after the data of the zip entry “\(entry.name)”")) }
        let rest = input.rest
        for signatureBytes in [4, 0] {
            for sizeBytes in [4, 8] {
                let length = signatureBytes + 4 + 2 * sizeBytes
                if signatureBytes > 0, LittleEndian.read(rest, 0, 4) != ZipSignature.descriptor { continue }
                let mask: UInt64 = sizeBytes == 4 ? 0xFFFF_FFFF : .max
                if LittleEndian.read(rest, signatureBytes, 4) == checksum,
                    LittleEndian.read(rest, signatureBytes + 4, sizeBytes) == packedBytes & mask,
                    LittleEndian.read(rest, signatureBytes + 4 + sizeBytes, sizeBytes) == bytes & mask,
                    ZipSignature.followers.contains(UInt32(LittleEndian.read(rest, length, 4)))
                {
                    return length
                }
            }
        }
        return 0
    }

    /// Returns the next four bytes without consuming them.
    private mutating func signatureNext() throws(PipelineStop) -> UInt32 {
        if input.wouldWait { output.flush() }
        guard try input.fill(4) else { throw .failed(truncated("between the parts of a zip archive")) }
        return UInt32(LittleEndian.read(input.rest, 0, 4))
    }

    private func unsupported(_ found: String) -> IngestError {
        IngestError(
            kind: .unsupportedArchive,
            reason: "the zip archive can't be read: \(found); create it again, or unpack it first")
    }
}
