import Foundation
import Synchronization
import Testing

@testable import CatalogBuilding
@testable import InstrumentCatalog

/// Parallel work whose results are written in order (`ParallelWork.inOrder`).
struct WorkOrderTests {
    /// Work that waits for other work starts after the other work has finished, or when no work is left. All results
    /// are written in order.
    @Test(arguments: 0..<4) func waitingWorkIsWrittenInOrder(other: Int) throws {
        let progress = Mutex((begun: 0, isMade: false))
        var written: [Int] = []
        try ParallelWork.inOrder(
            6, rows: ParallelWork.rowsWorthThreads, started: [other, 5] + (0..<5).filter { $0 != other },
            waiting: (5, other)
        ) { number in
            let isInTime = progress.withLock { progress in
                progress.begun += 1
                return number != 5 || progress.isMade || progress.begun == 6
            }
            Thread.sleep(forTimeInterval: number == other ? 0.02 : 0.01)
            if number == other { progress.withLock { $0.isMade = true } }
            return (number, isInTime)
        } write: { number, isInTime in
            #expect(isInTime, "\(number)")
            written.append(number)
        }
        #expect(written == Array(0..<6))
    }

    /// The only remaining work starts, even if it waits for work that never finishes.
    @Test func theOnlyRemainingWorkStarts() throws {
        var written: [Int] = []
        try ParallelWork.inOrder(1, rows: ParallelWork.rowsWorthThreads, waiting: (0, 3)) { number in
            number
        } write: { number in
            written.append(number)
        }
        #expect(written == [0])
    }
}
