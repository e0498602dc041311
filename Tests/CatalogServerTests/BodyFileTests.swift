import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import CatalogServer

/// Temporary files of response bodies, which are read while they are written.
@Suite struct BodyFileTests {
    private struct Broken: Error {}

    /// A reader receives each piece when it is appended, and then waits for the next.
    @Test func readersReceiveEachPieceAsItIsAppended() async throws {
        let file = try BodyFile()
        let (pieces, continuation) = AsyncStream.makeStream(of: String.self)
        let reader = Task {
            try await FormWriter.send(.init(parts: [.bytes([1, 2]), .file(file), .last(length: 1) { [3] }])) {
                continuation.yield(String(buffer: $0))
            }
            continuation.finish()
        }
        var received = pieces.makeAsyncIterator()
        #expect(await received.next() == "\u{1}\u{2}")
        for text in ["one", "two", "three"] {
            try file.append(Array(text.utf8).span)
            #expect(await received.next() == text)
            #expect(file.length == nil)
        }
        file.finish()
        #expect(await received.next() == "\u{3}")
        #expect(await received.next() == nil)
        try await reader.value
        #expect(file.length == 11)
        // A later reader can read all of it, and any part.
        #expect(try await file.next(0, 100).map { String(buffer: $0) } == "onetwothree")
        #expect(try await file.next(3, 3).map { String(buffer: $0) } == "two")
        #expect(try await file.next(11, 1) == nil)
    }

    @Test func waitingReadersReceiveTheError() async throws {
        let file = try BodyFile()
        let reader = Task { try await file.next(0, 1) }
        let other = Task { await file.waitForEnd() }
        file.fail(Broken())
        await #expect(throws: Broken.self) { try await reader.value }
        await other.value
        await #expect(throws: Broken.self) { try await file.next(0, 1) }
        #expect(file.hasFailed && file.length == nil)
    }

    @Test func canceledReadersStopWaiting() async throws {
        let file = try BodyFile()
        let readers = (0..<20).map { _ in Task { try await file.next(0, 1) } }
        for reader in readers {
            reader.cancel()
            await #expect(throws: CancellationError.self) { try await reader.value }
        }
    }

    /// A wait for the end times out.
    @Test func waitingForTheEndTimesOut() async throws {
        let file = try BodyFile()
        await file.waitForEnd(within: .milliseconds(1))
        #expect(file.length == nil)
    }

    /// A range may begin and end at any offset, across several parts.
    @Test func rangesMayCrossParts() async throws {
        let file = try BodyFile()
        try file.append(Array("3456".utf8).span)
        file.finish()
        let form = BodyForm(parts: [.bytes(Array("012".utf8)), .file(file), .last(length: 2) { Array("78".utf8) }])
        #expect(form.length == 9)
        for from in 0..<9 {
            for to in (from + 1)...9 {
                let text = try await text(of: form, from..<to)
                #expect(text == String("012345678".dropFirst(from).prefix(to - from)))
            }
        }
    }

    private func text(of form: BodyForm, _ range: Range<Int>) async throws -> String {
        let (pieces, continuation) = AsyncStream.makeStream(of: String.self)
        try await FormWriter.send(form, range) { continuation.yield(String(buffer: $0)) }
        continuation.finish()
        return await pieces.reduce("", +)
    }
}

extension FormWriter {
    fileprivate static func send(
        _ form: BodyForm, _ range: Range<Int>? = nil, _ take: @escaping @Sendable (ByteBuffer) -> Void
    ) async throws {
        var writer: any ResponseBodyWriter = Watched(take)
        try await write(form, range, for: nil, to: &writer)
    }
}
