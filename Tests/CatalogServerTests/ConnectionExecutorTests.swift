import Hummingbird
import NIOCore
import Testing

@testable import CatalogServer

/// The executor of a connection's task.
@Suite struct ConnectionExecutorTests {
    @Test func tasksRunOnTheEventLoopExceptForLongWork() async throws {
        let loop = EventLoopGroupProvider.singleton.eventLoopGroup.next()
        #expect(!loop.inEventLoop)
        await withTaskExecutorPreference(ConnectionExecutor(loop)) {
            #expect(loop.inEventLoop)
            // After this suspension, the task must run on the event loop again.
            try? await Task.sleep(for: .microseconds(1))
            #expect(loop.inEventLoop)
            let inPool = try? await Pool.run {
                await Task.yield()
                return loop.inEventLoop
            }
            #expect(inPool == false)
            #expect(loop.inEventLoop)
        }
        #expect(!loop.inEventLoop)
    }

    /// An error that is thrown on the thread pool retains its type, and the task returns to the event loop.
    @Test func errorsOfThePoolRetainTheirType() async throws {
        let loop = EventLoopGroupProvider.singleton.eventLoopGroup.next()
        await withTaskExecutorPreference(ConnectionExecutor(loop)) {
            await #expect(throws: Problem.self) { try await Pool.run { throw Problem(.badRequest, "no") } }
            #expect(loop.inEventLoop)
        }
    }

    /// Only routes that take microseconds may run on the event loop, because they block it.
    @Test func onlyRoutesOfMicrosecondsRunOnTheEventLoop() {
        #expect(
            ServiceRoutes.all.filter { $0.traits.contains(.quick) }.map(\.path).sorted() == [
                "/healthz", "/readyz", "/v1/instruments/{symbol}", "/v1/price/{symbol}/round", "/v1/profiles/{symbol}",
                "/v1/schedules/{symbol}/at",
            ])
    }
}
