import Foundation
import Synchronization
import SystemFiles
import Testing

/// Threads and their synchronization.
@Suite struct ThreadTests {
    @Test func joiningWaitsForTheThread() throws {
        let count = Mutex(0)
        try WorkerThread { count.withLock { $0 += 1 } }.join()
        #expect(count.withLock { $0 } == 1)
    }

    @Test func monitorsWakeWaitingThreads() throws {
        let monitor = Monitor()
        let turns = Mutex(0)
        let worker = try WorkerThread {
            monitor.withLock {
                while turns.withLock({ $0 }) == 0 { monitor.wait() }
                turns.withLock { $0 += 1 }
                monitor.signal()
            }
        }
        monitor.withLock {
            turns.withLock { $0 = 1 }
            monitor.signal()
            while turns.withLock({ $0 }) == 1 { monitor.wait(until: MonotonicTime.now + .seconds(60)) }
        }
        worker.join()
        #expect(turns.withLock { $0 } == 2)
        // A deadline in the past ends the wait.
        monitor.withLock { monitor.wait(until: MonotonicTime.now) }
    }

    /// A wake-up is permanent, regardless of the file's content.
    @Test func wakingEndsAWaitForAFile() throws {
        let waker = try PollWaker()
        let (reading, writing) = try OpenFile.connectedPair()
        try writing.write([1].span)
        #expect(waker.wait(for: reading))
        let worker = try WorkerThread { waker.wake() }
        worker.join()
        #expect(!waker.wait(for: reading) && !waker.wait(for: reading))
    }

    #if os(Linux)
        /// A process that is started inherits neither end of a pair of sockets.
        @Test func socketsAreClosedOnExec() throws {
            let (reading, writing) = try OpenFile.connectedPair()
            for end in [reading, writing] {
                let info = try String(contentsOfFile: "/proc/self/fdinfo/\(end.descriptor)", encoding: .utf8)
                let flags = try #require(info.split(separator: "\n").first { $0.hasPrefix("flags:") })
                let number = try #require(Int(flags.split(separator: "\t")[1], radix: 8))
                #expect(number & 0o2_000_000 != 0)
            }
        }
    #endif

    @Test func timesSaturateWhenAdded() {
        let start = MonotonicTime.now
        #expect(start + .zero == start && start < start + .nanoseconds(1))
        #expect((start + .milliseconds(1500)).nanoseconds - start.nanoseconds == 1_500_000_000)
        // A deadline is at most a century away.
        #expect((start + .seconds(1 << 60)).nanoseconds - start.nanoseconds == 3_153_600_000 * 1_000_000_000)
        MonotonicTime.sleep(milliseconds: 1)
        #expect(start.secondsSince >= 0.001)
    }

    @Test func processesAndLimitsAreReported() {
        #expect(Processes.isRunning(Processes.current) && Processes.isRunning(1))
        #expect(OpenFileLimit.open > 2 && OpenFileLimit.open <= OpenFileLimit.current)
        #expect(Environment["PATH"]?.isEmpty == false && Environment["IPF_NO_SUCH_VARIABLE"] == nil)
    }
}
