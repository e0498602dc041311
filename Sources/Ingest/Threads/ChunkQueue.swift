import Synchronization

/// Where the reader of a ring says how its buffers can be read before their turn comes.
final class ChunkQueue: Sendable {
    /// Reads a buffer's bytes, which begin at an offset of their text; `nil` where that has to wait for their turn.
    typealias Read = @Sendable (_ bytes: Span<UInt8>, _ offset: Int) -> (any Sendable)?

    /// What the reader said last.
    struct Offer {
        fileprivate let text: Int
        /// Counts what was said, from 1.
        let number: Int
        let read: Read
    }

    private let offer = Mutex<Offer?>(nil)

    /// How a text is read from now on, by its number: each start over and each file of an archive begins another one.
    func post(text: Int, _ read: @escaping Read) {
        offer.withLock { $0 = Offer(text: text, number: ($0?.number ?? 0) + 1, read: read) }
    }

    /// How a text is read; `nil` while the reader hasn't said so.
    func offer(text: Int) -> Offer? { offer.withLock { $0.flatMap { $0.text == text ? $0 : nil } } }
}
