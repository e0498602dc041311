#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A child process to which this process writes. The output of its standard error is returned at the end.
package final class ChildProcess {
    /// The file to which input for the child process is written.
    package let input: OpenFile
    private let errors: OpenFile
    private let number: pid_t

    /// Starts a program. Its standard output is discarded.
    ///
    /// - Parameter arguments: The path of the program, followed by its arguments.
    /// - Throws: `SystemError` if the system cannot start the program.
    package init(_ arguments: [String]) throws(SystemError) {
        let (theirInput, input) = try Self.pipe()
        let (errors, theirErrors) = try Self.pipe()
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            // SAFETY: the call below initializes it.
            var actions = unsafe posix_spawn_file_actions_t()
        #endif
        // SAFETY: the actions are initialized, used and destroyed here, and contain a copy of the path.
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, theirInput.descriptor, STDIN_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, theirErrors.descriptor, STDERR_FILENO)
        // SAFETY: the strings are zero-terminated copies that are freed after the call. A null pointer ends the list.
        var texts = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { for place in unsafe texts.indices { unsafe free(texts[place]) } }
        var number: pid_t = 0
        let status = unsafe posix_spawn(&number, texts[0]!, &actions, nil, &texts, environ)
        guard status == 0 else { throw SystemError(rawValue: status) }
        (self.input, self.errors, self.number) = (input, errors, number)
    }

    /// Closes the input of the child process, and waits until the process has ended.
    ///
    /// - Returns: The text that the process wrote to standard error, and its exit status. If a signal ended the
    ///   process, the status is 128 plus the number of the signal.
    package func end() -> (said: String, status: Int32) {
        try? input.close()
        var said: [UInt8] = []
        while true {
            // SAFETY: `read` counts the bytes that it has written.
            let part = try? [UInt8](capacity: 4096) { room throws(FileFault) in _ = try errors.read(into: &room) }
            guard let part, !part.isEmpty else { break }
            said += part
        }
        var status: Int32 = 0
        // SAFETY: the call fills the number.
        _ = retrying { unsafe waitpid(number, &status, 0) }
        let signal = status & 0x7F
        return (String(decoding: said, as: UTF8.self), signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }

    /// Returns a pipe whose ends are not inherited by other child processes.
    private static func pipe() throws(SystemError) -> (reading: OpenFile, writing: OpenFile) {
        var ends: [Int32] = [-1, -1]
        // SAFETY: the call fills the two numbers.
        guard unsafe systemPipe(&ends) == 0 else { throw .current }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (OpenFile(owning: ends[0]), OpenFile(owning: ends[1]))
    }
}

/// The function `pipe` of the system, under a name that no method shadows.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    // SAFETY: the buffer of the caller has room for two numbers.
    unsafe pipe(ends)
}
