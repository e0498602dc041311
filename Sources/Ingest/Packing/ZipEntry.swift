/// The local header of one zip entry, as far as reading it needs (APPNOTE 4.3.7).
///
/// ```
/// 50 4B 03 04 | 14 00 | 08 00 | 08 00 | .. .. | .. .. | crc-32 | packed | size | 05 00 | 00 00 | "a.ipf" | extra | data
/// signature    needs   flags   method  time    date    4 bytes  4       4      name    extra
/// ```
/// Bit 3 of the flags says that checksum and sizes stand in a data descriptor after the data. Sizes of FFFFFFFF stand
/// in the ZIP64 extra field (id 1) as 8 bytes each, the unpacked one first.
struct ZipEntry {
    static let headerBytes = 30

    let flags: UInt16
    let method: UInt16
    var checksum: UInt32
    /// Bytes of the data as stored, and unpacked.
    var packedBytes: UInt64
    var bytes: UInt64
    let nameBytes: Int
    /// The entry's path, as it may be shown.
    private(set) var name = ""
    private(set) var role = Role.file
    let extraBytes: Int
    /// The sizes take 8 bytes each, in the data descriptor too.
    private(set) var isZIP64 = false

    /// - Parameter header: the 30 bytes from the signature on.
    init(header: Span<UInt8>) {
        flags = UInt16(LittleEndian.read(header, 6, 2))
        method = UInt16(LittleEndian.read(header, 8, 2))
        checksum = UInt32(LittleEndian.read(header, 14, 4))
        packedBytes = LittleEndian.read(header, 18, 4)
        bytes = LittleEndian.read(header, 22, 4)
        nameBytes = Int(LittleEndian.read(header, 26, 2))
        extraBytes = Int(LittleEndian.read(header, 28, 2))
    }

    /// What is to be done with an entry, which its name says.
    enum Role {
        /// Read.
        case file
        /// Passed over: a name that ends with a slash.
        case folder
        /// Passed over: what macOS and Windows keep beside the files of a folder.
        case metadata
    }

    /// Reads the name: UTF-8, or what is taken for it.
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

    /// Reads the sizes of a ZIP64 extra field, if there is one.
    mutating func read(extra: Span<UInt8>) {
        var position = 0
        while position + 4 <= extra.count {
            let id = LittleEndian.read(extra, position, 2)
            let end = position + 4 + Int(LittleEndian.read(extra, position + 2, 2))
            guard end <= extra.count else { return }
            if id == 1 {
                isZIP64 = true
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

/// The numbers of zip.
enum LittleEndian {
    static func read(_ bytes: Span<UInt8>, _ position: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[position + $1]) << (8 * UInt64($1)) }
    }
}

/// The first four bytes of a zip archive's parts.
enum ZipSignature {
    static let entry: UInt32 = 0x0403_4B50
    static let descriptor: UInt32 = 0x0807_4B50
    static let directory: UInt32 = 0x0201_4B50
    static let end: UInt32 = 0x0605_4B50
    static let end64: UInt32 = 0x0606_4B50
    static let end64Locator: UInt32 = 0x0706_4B50
    static let extra: UInt32 = 0x0806_4B50
    static let signature: UInt32 = 0x0505_4B50
    /// Stands before the first entry of what was to become several volumes.
    static let volume: UInt32 = 0x3030_4B50

    /// A part of the directory: the bytes of its header, and where in it the sizes of what follows the header stand, of how many bytes.
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

    /// What may follow an entry.
    static let followers = [entry, directory, extra, end, end64]
}
