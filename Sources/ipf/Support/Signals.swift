import Foundation
import Synchronization

/// Signals that are told rather than ending the process; a second one that would end it does.
///
/// A handler that writes the signal's number into a pipe, and a thread that reads it: unlike Dispatch's sources it needs no
/// ignored signals, which Linux drops where the thread that they reach doesn't block them.
final class Signals: Sendable {
    /// The pipe's end for the handler, which can reach nothing else.
    private static let writing = Atomic<Int32>(-1)

    /// - Parameter told: called on a thread of its own.
    init(_ numbers: [Int32], _ told: @escaping @Sendable (Int32) -> Void) throws {
        var ends: [Int32] = [0, 0]
        // SAFETY: the array holds the two numbers that the system writes.
        guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe pipe($0.baseAddress!) }) == 0 else {
            throw Failure(.inputOutput, "no pipe can be made for signals; close some files and try again")
        }
        let reading = ends[0]
        Self.writing.store(ends[1], ordering: .sequentiallyConsistent)
        Thread.detachNewThread {
            var number: UInt8 = 0
            // SAFETY: one byte of this thread's own. It reads as long as the process lives.
            while unsafe read(reading, &number, 1) == 1 { told(Int32(number)) }
        }
        for number in numbers { signal(number, Self.take) }
    }

    private static let take: @convention(c) (Int32) -> Void = { number in
        var byte = UInt8(truncatingIfNeeded: number)
        // SAFETY: one byte of this function's own; `write` and `signal` are among the calls that a handler may make.
        unsafe _ = write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        if number != SIGHUP { signal(number, SIG_DFL) }
    }
}
