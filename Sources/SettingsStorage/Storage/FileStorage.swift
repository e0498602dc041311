public import Essentials
internal import SystemFiles

/// A store of files: a folder with one JSON file for each key.
///
/// A file is replaced whole or not at all: the new text is written beside it, brought to the disk, and renamed onto it. So
/// neither a crash nor a full disk costs what was kept, and any number of programs may read meanwhile. People can read the files,
/// and mend them.
///
/// Several programs may share the folder. Settings (`StoredSetting`) change their values in turn, by a lock on the folder, so that
/// none undoes another's change, and notice what others wrote, by inotify on Linux and kqueue on Apple systems.
///
/// A key's file is the key with `.json`; bytes other than ASCII letters, digits, `-`, `_` and `.` within are written `%41`.
public struct FileStorage: StorageManager, Sendable {
    /// The folder.
    public let folder: URL
    private let turn: FolderTurn
    private let longestWait: Duration

    /// A store in `folder`, which is made where it isn't there.
    ///
    /// - Throws: `StorageError` of kind `io`.
    public init(folder: URL) throws(StorageError) {
        // Nobody keeps the lock longer than it takes to write some files.
        try self.init(folder: folder, longestWait: .seconds(10))
    }

    /// A store in `folder` whose settings wait so long at most for another program that changes a value.
    ///
    /// - Throws: `StorageError` of kind `io`.
    package init(folder: URL, longestWait: Duration) throws(StorageError) {
        self.folder = folder
        self.longestWait = longestWait
        do throws(FileFault) { try Folder.makeAll(folder.path, permissions: 0o700) } catch {
            throw StorageError(
                .io, key: "",
                reason: "can't make the folder \(folder.path): \(error.words); name one that can be written")
        }
        turn = FolderTurn.of(folder.standardizedFileURL.resolvingSymlinksInPath().path)
    }

    /// A store in the folder at `path`.
    ///
    /// - Throws: `StorageError` of kind `io`.
    public init(folder path: String) throws(StorageError) { try self.init(folder: URL(filePath: path)) }

    /// The file of a key, whether it is there or not.
    ///
    /// - Throws: `StorageError` of kind `invalidKey` for an empty key, and one whose file name would be too long.
    package func file(forKey key: String) throws(StorageError) -> URL {
        folder.appending(path: try Self.fileName(key), directoryHint: .notDirectory)
    }

    /// The value kept under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` where there is none, `corrupt` where it can't be read as `type`, `invalidKey`, `io`.
    public func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
        let file = try file(forKey: key)
        guard let data = try SettingsFile.read(file.path, key: key) else { throw StorageError.noValue(key) }
        return try StoredJSON.decode(type, data, key: key, place: file.path)
    }

    /// Keeps a value under `key`, in place of what was there; it is on the disk when this returns.
    ///
    /// - Throws: `StorageError`: `unencodable`, `invalidKey`, `io`; the value before is kept then.
    public func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws {
        try exclusively { try write(object, forKey: key) }
        tell(key)
    }

    /// Gives the file of `key` another name, one of nine: `KEY.corrupt`, `KEY.corrupt-2`, ….
    ///
    /// - Returns: where the value is now, for people; `nil` where there is none.
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

    /// With what else a name needs, temporary names too, a file name must not be longer than 255 bytes.
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
                    "found a key of \(key.utf8.count) bytes, expected 1 to \(longestName), where all but ASCII letters, "
                    + "digits, “-”, “_” and “.” count as three")
        }
        return name + ".json"
    }
}

// MARK: - Several programs

extension FileStorage: SharedStorage {
    package var place: ObjectIdentifier { ObjectIdentifier(turn) }

    package func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try turn.take(longestWait: longestWait, body)
    }

    package func write<Object: Encodable>(_ object: Object, forKey key: String) throws {
        let data = try StoredJSON.encode(object, key: key)
        try SettingsFile.replace(try file(forKey: key).path, with: data, key: key)
    }

    package func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? {
        guard let file = try? file(forKey: key) else { return nil }
        // What is written is the file that a link leads to.
        let path = FileTarget.following(file.path)
        let name = PathNames.lastComponent(of: path)
        return FolderWatch(PathNames.folder(of: path)) { found in if found == nil || found == name { changed() } }
    }

    package func move(_ key: String, to other: String?) throws -> Bool {
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
