import TestSupport
import Testing

@testable import MasterStore

struct StoreRetriesTests {
    /// SQLSTATE codes with the expected `isTransient`.
    @Test(arguments: [
        ("08006", true), ("08000", true), ("40001", true), ("40P01", true), ("57P01", true), ("57P02", true),
        ("57P03", true),
        ("57P05", true), ("57014", false), ("42501", false), ("23505", false), ("25006", false), ("53100", false),
        ("28P01", false), ("XX000", false),
    ])
    func theStateDeterminesWhetherAFaultIsTransient(state: String, isTransient: Bool) {
        #expect(MasterStoreError(store: "s", state: state, words: "w").isTransient == isTransient)
    }

    @Test func faultsWithoutACodeAreClassifiedByTheirKind() {
        #expect(MasterStoreError(.connectionLost, "the connection broke").isTransient)
        #expect(MasterStoreError(.unreachable, "FATAL:  the database system is starting up").isTransient)
        #expect(!MasterStoreError(.unreachable, "Connection refused").isTransient)
        #expect(!MasterStoreError(.unauthorized, "password").isTransient)
        #expect(!MasterStoreError(.inUse, "another program").isTransient)
    }

    /// The kinds of successive errors, the expected number of attempts, and whether the last one succeeds.
    @Test(
        arguments: [
            ([], 1, true), ([.connectionLost], 2, true), ([.connectionLost, .unreachable, .connectionLost], 4, true),
            ([.unreachable], 1, false), ([.permissionDenied], 1, false),
            ([.connectionLost, .permissionDenied], 2, false),
            ([.connectionLost, .connectionLost, .connectionLost, .connectionLost, .connectionLost], 5, false),
        ] as [([MasterStoreError.Kind], Int, Bool)])
    func transientFaultsAreRetriedWithGrowingWaits(faults: [MasterStoreError.Kind], tries: Int, succeeds: Bool)
        async throws
    {
        var done = 0
        var waits: [Duration] = []
        let result = try? await StoreRetries().run { _, number, time in
            #expect(number == waits.count + 2)
            waits.append(time)
        } _: {
            done += 1
            if done <= faults.count { throw MasterStoreError(faults[done - 1], "fault") }
            return true
        }
        #expect(done == tries)
        #expect((result == true) == succeeds)
        for (index, wait) in waits.enumerated() {
            let longest = Duration.milliseconds(500 << index)
            #expect(wait >= longest / 2 && wait <= longest)
        }
    }
}
