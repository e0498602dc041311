#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Change notifications for folders: inotify on Linux, kqueue on Apple platforms. See inotify(7) and kqueue(2).
final class FolderEvents: Sendable {
    struct Change {
        /// The number of the folder; `nil` if files in any folder may have changed.
        var number: Int32?
        /// The name of the file in the folder; `nil` if any file in the folder may have changed.
        var name: String?
    }

    private let queue: OpenFile

    #if canImport(Glibc)
        /// Creates a queue.
        ///
        /// - Returns: `nil` if the system has no queue left.
        init?() {
            let descriptor = inotify_init1(Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            queue = OpenFile(owning: descriptor)
        }

        /// Watches a folder. Returns its number, which is the same if the folder is already watched; `nil` if it cannot
        /// be watched.
        func add(_ path: String) -> Int32? {
            // A change of a file that is written directly is reported when the file is closed; a rename is reported
            // immediately.
            let kinds = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
            // SAFETY: the call reads the zero-terminated path.
            let number = unsafe inotify_add_watch(queue.descriptor, path, UInt32(kinds | IN_ONLYDIR))
            return number >= 0 ? number : nil
        }

        func remove(_ number: Int32) { inotify_rm_watch(queue.descriptor, number) }

        /// Waits for changes. Returns `nil` if the queue can no longer be read.
        ///
        /// An event consists of sixteen bytes in native byte order and a zero-terminated name:
        /// ```
        /// 01 00 00 00   80 00 00 00   07 00 00 00   10 00 00 00   "theme.json" 00 …
        /// folder 1      moved to      pair 7        16 bytes      the name
        /// ```
        func next() -> [Change]? {
            var bytes = [UInt8](repeating: 0, count: 1 << 14)
            let count = retrying {
                // SAFETY: the call gets the size of the buffer, and does not write beyond it.
                unsafe bytes.withUnsafeMutableBytes { unsafe read(queue.descriptor, $0.baseAddress!, $0.count) }
            }
            guard count > 0 else { return nil }
            var changes: [Change] = []
            var start = 0
            while start + 16 <= count {
                let number = Int32(bitPattern: word(bytes, start))
                let kinds = word(bytes, start + 4)
                let end = start + 16 + Int(word(bytes, start + 12))
                let name = bytes[(start + 16)..<end].prefix { $0 != 0 }
                if kinds & UInt32(IN_Q_OVERFLOW) != 0 {
                    changes.append(Change(number: nil, name: nil))
                } else {
                    changes.append(
                        Change(number: number, name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
                }
                start = end
            }
            return changes
        }

        private func word(_ bytes: [UInt8], _ start: Int) -> UInt32 {
            // SAFETY: the caller guarantees that there are four bytes from `start` on.
            unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
        }
    #elseif canImport(Darwin)
        /// Creates a queue.
        ///
        /// - Returns: `nil` if the system has no queue left.
        init?() {
            let descriptor = kqueue()
            guard descriptor >= 0 else { return nil }
            queue = OpenFile(owning: descriptor)
        }

        /// Watches a folder. Returns its descriptor, which serves as its number; `nil` if the folder cannot be watched.
        func add(_ path: String) -> Int32? {
            // SAFETY: the call reads the zero-terminated path.
            let folder = unsafe open(path, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else { return nil }
            // The system reports a rename into the folder as a write to the folder.
            var event = kevent(
                ident: UInt(folder), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
                fflags: UInt32(NOTE_WRITE | NOTE_DELETE | NOTE_RENAME), data: 0, udata: nil)
            // SAFETY: the call reads only the one event.
            guard unsafe kevent(queue.descriptor, &event, 1, nil, 0, nil) == 0 else {
                close(folder)
                return nil
            }
            return folder
        }

        /// Ends watching a folder. Closing its descriptor removes the folder from the queue.
        func remove(_ number: Int32) { close(number) }

        /// Waits for a change. Returns `nil` if the queue can no longer be read.
        func next() -> [Change]? {
            var event = kevent()
            // SAFETY: the call writes at most the one event.
            let count = retrying { unsafe kevent(queue.descriptor, nil, 0, &event, 1, nil) }
            return count > 0 ? [Change(number: Int32(event.ident), name: nil)] : nil
        }
    #else
        /// Creates no queue.
        ///
        /// - Returns: Always `nil`, because the C library of this platform has no such interface.
        init?() { return nil }
        func add(_ path: String) -> Int32? { nil }
        func remove(_ number: Int32) {}
        func next() -> [Change]? { nil }
    #endif
}
