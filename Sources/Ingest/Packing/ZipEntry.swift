/// The local header of a zip entry, with only the fields that the decoder needs (APPNOTE 4.3.7).
///
/// ```
/// 50 4B 03 04 | 14 00 | 08 00 | 08 00 | .. .. | .. .. | crc-32 | packed | size | 05 00 | 00 00 | "a.ipf"|extra|data
/// signature    needs   flags   method  time    date    4 bytes  4       4      name    extra
/// ```
/// If bit 3 of the flags is set, the checksum and the sizes are in a data descriptor after the data. If a size is
/// FFFFFFFF, the ZIP64 extra field (id 1) contains it in 8 bytes, with the uncompressed size first.
struct ZipEntry {
    static let headerBytes = 30

    let flags: UInt16
    let method: UInt16
    var checksum: UInt32
    /// The size of the data as stored; `bytes` is the uncompressed size.
    var packedBytes: UInt64
    var bytes: UInt64
    let nameBytes: Int
    /// The path of the entry, shortened and without control characters.
    private(set) var name = ""
    private(set) var role = Role.file
    let extraBytes: Int

    /// - Parameter header: The 30 bytes that begin with the signature.
    init(header: Span<UInt8>) {
        flags = UInt16(LittleEndian.read(header, 6, 2))
        method = UInt16(LittleEndian.read(header, 8, 2))
        checksum = UInt32(LittleEndian.read(header, 14, 4))
        packedBytes = LittleEndian.read(header, 18, 4)
        bytes = LittleEndian.read(header, 22, 4)
        nameBytes = Int(LittleEndian.read(header, 26, 2))
        extraBytes = Int(LittleEndian.read(header, 28, 2))
    }

    /// The treatment of an entry by the decoder, which depends on the entry's name.
    enum Role {
        /// The entry is a file that is read.
        case file
        /// The entry is a folder, because its name ends with a slash. It is skipped.
        case folder
        /// The entry is a metadata file that macOS or Windows adds to folders. It is skipped.
        case metadata
    }

    /// Reads the name, decoding it as UTF-8.
    mutating func read(name bytes: Span<UInt8>) {
        let path = String(decoding: bytes)
        let file = path.split(separator: "/").last ?? ""
        if path.hasSuffix("/") {
            role = .folder
        } else if path.hasPrefix("__MACOSX/") || file.hasPrefix("._")
            || [".ds_store", "thumbs.db", "desktop.ini"].contains(file.lowercased())
        {
            role = .metadata
        }
        // The end of a long path says more than its beginning.
        name =
            (path.count > Self.shownCharacters ? "…" : "") + String(path.suffix(Self.shownCharacters).map(Self.visible))
    }

    private static let shownCharacters = 200

    private static func visible(_ character: Character) -> Character {
        character.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) } ? "␣" : character
    }

    var isEncrypted: Bool { flags & 0x2041 != 0 }
    var hasDescriptor: Bool { flags & 8 != 0 }

    /// Reads the sizes from the ZIP64 extra field, if there is one.
    mutating func read(extra: Span<UInt8>) {
        var position = 0
        while position + 4 <= extra.count {
            let id = LittleEndian.read(extra, position, 2)
            let end = position + 4 + Int(LittleEndian.read(extra, position + 2, 2))
            guard end <= extra.count else { return }
            if id == 1 {
                var place = position + 4
                if bytes == 0xFFFF_FFFF, place + 8 <= end {
                    bytes = LittleEndian.read(extra, place, 8)
                    place += 8
                }
                if packedBytes == 0xFFFF_FFFF, place + 8 <= end { packedBytes = LittleEndian.read(extra, place, 8) }
            }
            position = end
        }
    }
}

/// Little-endian numbers, as zip stores them.
enum LittleEndian {
    static func read(_ bytes: Span<UInt8>, _ position: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[position + $1]) << (8 * UInt64($1)) }
    }
}

/// The signatures with which the parts of a zip archive begin.
enum ZipSignature {
    static let entry: UInt32 = 0x0403_4B50
    static let descriptor: UInt32 = 0x0807_4B50
    static let directory: UInt32 = 0x0201_4B50
    static let end: UInt32 = 0x0605_4B50
    static let end64: UInt32 = 0x0606_4B50
    static let end64Locator: UInt32 = 0x0706_4B50
    static let extra: UInt32 = 0x0806_4B50
    static let signature: UInt32 = 0x0505_4B50
    /// The signature before the first entry of an archive that was meant to be split.
    static let volume: UInt32 = 0x3030_4B50

    /// Returns the size of the header of a directory part, and the positions and sizes of its length fields; `nil` for
    /// other parts.
    static func directoryPart(_ signature: UInt32) -> (header: Int, sizes: [(place: Int, bytes: Int)])? {
        switch signature {
        case directory: (46, [(28, 2), (30, 2), (32, 2)])
        case Self.signature: (6, [(4, 2)])
        case extra: (8, [(4, 4)])
        case end64: (12, [(4, 8)])
        case end64Locator: (20, [])
        case end: (22, [(20, 2)])
        default: nil
        }
    }

    /// The signatures that may follow an entry.
    static let followers = [entry, directory, extra, end, end64]
}
