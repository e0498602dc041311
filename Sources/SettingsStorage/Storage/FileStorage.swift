public import Essentials
internal import SystemFiles

/// A store that consists of a folder with one JSON file per key.
///
/// Files are replaced atomically: the store writes a temporary file, flushes it to disk and renames it. So neither a
/// crash nor a full disk destroys the previous value, and other programs may read at any time. The files are readable
/// text that can be edited by hand.
///
/// Several programs may share the folder. Settings (`StoredSetting`) change their values under a lock on the folder, so
/// that no change is lost. They observe changes by other programs, using inotify on Linux and kqueue on Apple systems.
///
/// The name of a file is its key and `.json`. In the name, bytes other than ASCII letters, digits, `-`, `_` and `.` are
/// percent-encoded, as in `%41`.
public struct FileStorage: StorageManager, Sendable {
    /// The folder of the files.
    public let folder: URL
    private let turn: FolderTurn
    private let longestWait: Duration

    /// Creates a store in `folder`. If the folder does not exist, creates it.
    ///
    /// - Throws: `StorageError` of kind `io`.
    public init(folder: URL) throws(StorageError) {
        // Ten seconds suffice, because programs hold the lock only while they write a few files.
        try self.init(folder: folder, longestWait: .seconds(10))
    }

    /// Creates a store in `folder`, with a maximum time for which settings wait for the lock.
    ///
    /// - Throws: `StorageError` of kind `io`.
    package init(folder: URL, longestWait: Duration) throws(StorageError) {
        self.folder = folder
        self.longestWait = longestWait
        do throws(FileFault) { try Folder.makeAll(folder.path, permissions: 0o700) } catch {
            throw StorageError(
                .io, key: "",
                reason: "can't create the folder \(folder.path): \(error.words); use a writable folder")
        }
        turn = FolderTurn.of(folder.standardizedFileURL.resolvingSymlinksInPath().path)
    }

    /// Creates a store in the folder at `path`.
    ///
    /// - Throws: `StorageError` of kind `io`.
    public init(folder path: String) throws(StorageError) { try self.init(folder: URL(filePath: path)) }

    /// Returns the location of a key's file, which need not exist.
    ///
    /// - Throws: `StorageError` of kind `invalidKey` if the key is empty or its file name is too long.
    package func file(forKey key: String) throws(StorageError) -> URL {
        folder.appending(path: try Self.fileName(key), directoryHint: .notDirectory)
    }

    /// Returns the value stored under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` if the key has no value, `corrupt` if it cannot be read as `type`,
    ///   `invalidKey`, `io`.
    public func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
        let file = try file(forKey: key)
        guard let data = try SettingsFile.read(file.path, key: key) else { throw StorageError.noValue(key) }
        return try StoredJSON.decode(type, data, key: key, place: file.path)
    }

    /// Renames the file of `key` to the first unused of nine names: `KEY.corrupt`, `KEY.corrupt-2`, ….
    ///
    /// - Returns: The new location; `nil` if there is no value.
    /// - Throws: `StorageError`: `invalidKey`, `io`.
    public func setAsideObject(forKey key: String) throws -> String? {
        let file = try file(forKey: key)
        guard let found = try SettingsFile.contents(file.path, key: key) else { return nil }
        let name = try AsideNames.names(file.path).first { name in
            guard let other = try SettingsFile.contents(name, key: key) else { return true }
            if case .bytes = other { return other == found }
            return false
        }
        let aside = name ?? AsideNames.last(file.path)
        try SettingsFile.rename(file.path, to: aside, key: key)
        return aside
    }

    /// The maximum length of an encoded key in bytes. With all suffixes, including those of temporary files, a file
    /// name must not exceed 255 bytes.
    private static let longestName = 200

    private static func fileName(_ key: String) throws(StorageError) -> String {
        var name = ""
        for (place, byte) in key.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where place > 0: name += "."
            default: name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        guard !name.isEmpty, name.utf8.count <= longestName else {
            throw StorageError(
                .invalidKey, key: key,
                reason:
                    "found a key of \(key.utf8.count) bytes, expected 1 to \(longestName); bytes other than ASCII "
                    + "letters, digits, “-”, “_” and “.” count three times")
        }
        return name + ".json"
    }
}

// MARK: - Several programs

extension FileStorage: SharedStorage {
    public var place: ObjectIdentifier? { ObjectIdentifier(turn) }

    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try turn.take(longestWait: longestWait, body)
    }

    public func write<Object: Encodable>(_ object: Object, forKey key: String) throws {
        let data = try StoredJSON.encode(object, key: key)
        try SettingsFile.replace(try file(forKey: key).path, with: data, key: key)
    }

    public func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? {
        guard let file = try? file(forKey: key) else { return nil }
        // Writes follow a symbolic link, so watch its target.
        let path = FileTarget.following(file.path)
        let name = PathNames.lastComponent(of: path)
        return FolderWatch(PathNames.folder(of: path)) { found in if found == nil || found == name { changed() } }
    }

    public func move(_ key: String, to other: String?) throws -> Bool {
        let file = try file(forKey: key)
        guard let other else { return try SettingsFile.remove(file.path, key: key) }
        let target = try self.file(forKey: other)
        guard try SettingsFile.contents(file.path, key: key) != nil,
            try SettingsFile.contents(target.path, key: other) == nil
        else { return false }
        try SettingsFile.rename(file.path, to: target.path, key: key)
        return true
    }
}
