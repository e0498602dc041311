#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A child process that reads from `input`. Its standard error is collected at the end.
package final class ChildProcess {
    /// Its standard input.
    package let input: OpenFile
    private let errors: OpenFile
    private let number: pid_t

    /// Starts a program, and discards its standard output.
    ///
    /// - Parameter arguments: The program's path and its arguments.
    /// - Throws: `SystemError` if the system can't start it.
    package init(_ arguments: [String]) throws(SystemError) {
        let (theirInput, input) = try Self.pipe()
        let (errors, theirErrors) = try Self.pipe()
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            // SAFETY: Initialized by the call below.
            var actions = unsafe posix_spawn_file_actions_t()
        #endif
        // SAFETY: The actions are initialized, used and destroyed here, and copy the path.
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, theirInput.descriptor, STDIN_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, theirErrors.descriptor, STDERR_FILENO)
        // SAFETY: The strings are zero-terminated copies, freed after the call; a null pointer ends the list.
        var texts = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { for place in unsafe texts.indices { unsafe free(texts[place]) } }
        var number: pid_t = 0
        let status = unsafe posix_spawn(&number, texts[0]!, &actions, nil, &texts, environ)
        guard status == 0 else { throw SystemError(rawValue: status) }
        (self.input, self.errors, self.number) = (input, errors, number)
    }

    /// Closes its input, and waits until the process has ended.
    ///
    /// - Returns: The text from standard error, and the exit status: 128 plus the signal number if a signal ended it.
    package func end() -> (said: String, status: Int32) {
        try? input.close()
        var said: [UInt8] = []
        while true {
            // SAFETY: `read` counts the bytes that it wrote.
            let part = try? [UInt8](capacity: 4096) { room throws(FileFault) in _ = try errors.read(into: &room) }
            guard let part, !part.isEmpty else { break }
            said += part
        }
        var status: Int32 = 0
        // SAFETY: The call fills the number.
        _ = retrying { unsafe waitpid(number, &status, 0) }
        let signal = status & 0x7F
        return (String(decoding: said, as: UTF8.self), signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }

    /// Returns a pipe whose ends other child processes do not inherit.
    private static func pipe() throws(SystemError) -> (reading: OpenFile, writing: OpenFile) {
        var ends: [Int32] = [-1, -1]
        // SAFETY: The call fills the two numbers.
        guard unsafe systemPipe(&ends) == 0 else { throw .current }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (OpenFile(owning: ends[0]), OpenFile(owning: ends[1]))
    }
}

/// `pipe` under a name that no method shadows.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    // SAFETY: The caller's buffer has room for two numbers.
    unsafe pipe(ends)
}
