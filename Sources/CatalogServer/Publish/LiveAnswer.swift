internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Ingest
internal import InstrumentCatalog
internal import NIOCore
internal import Synchronization

/// A response that stays open: the snapshot, `##COMPLETE`, then each batch of changes with `##`.
enum LiveAnswer {
    static func make(
        _ exchange: Exchange, _ question: PublishQuestion, _ packing: PublishRoutes.Packing, isCompressed: Bool
    ) async throws -> Answer {
        let hub = exchange.server.hub
        var answer = Answer(packing.contentType, .bytes([]), caching: .none)
        answer.isCompressible = false
        answer.headers = [
            (HTTPField.Name("X-Live")!, "provided"),
            (.lastModified, HTTPDateText.text(exchange.snapshot.modified)),
        ]
        if isCompressed && packing == .plain { answer.headers.append((.contentEncoding, "gzip")) }
        if exchange.request.method == .head { return answer }
        if question.isFiltered {
            let filtered = FilteredStream(question)
            let subscription = try await hub.subscribe(.own, exchange.channel) { filtered.text($0) }
            answer.body = .stream(length: nil) { writer in
                defer { hub.unsubscribe(subscription) }
                let view = subscription.snapshot.view
                var text = FilteredText(view, question.fields, isCompressed: isCompressed, isLive: true)
                try await text.write(view.select(question.filter).rows(in: .type), to: &writer)
                for await buffer in subscription.queue.buffers {
                    try await text.send(Array(buffer.readableBytesView), flushes: true, to: &writer)
                    subscription.queue.took(buffer)
                }
            }
            return answer
        }
        let subscription = try await hub.subscribeShared(isCompressed ? .blocks : .text, exchange.channel)
        answer.body = .stream(length: nil) { writer in
            defer { hub.unsubscribe(subscription) }
            if let body = subscription.body {
                let form =
                    isCompressed
                    ? SnapshotBody.Form(parts: [.bytes(DeflateWriter.gzipHeader), .file(body.blocks)])
                    : .init(parts: [.file(try await body.plain.file())])
                try await FormWriter.write(form, 0..<form.length, to: &writer)
            }
            for buffer in subscription.missed { try await writer.write(buffer) }
            for await buffer in subscription.queue.buffers {
                try await writer.write(buffer)
                subscription.queue.took(buffer)
            }
        }
        return answer
    }
}

/// What a filtered stream tells of a batch: profiles that are asked for, and the end of those that were.
private struct FilteredStream: Sendable {
    let question: PublishQuestion

    init(_ question: PublishQuestion) { self.question = question }

    /// - Parameter batch: `nil` for a heartbeat.
    func text(_ batch: ChangeHub.Batch?) -> [UInt8] {
        guard let batch else { return ChangeHub.heartbeat }
        var profiles: [InstrumentProfile] = []
        for change in batch.changes {
            switch change {
            case .added(let new): if question.matches(new) { profiles.append(new) }
            case .removed(let old): if question.matches(old) { profiles.append(change.profile) }
            case .updated(let old, let new):
                if question.matches(new) {
                    profiles.append(new)
                } else if question.matches(old) {
                    profiles.append(CatalogChange.removed(old).profile)
                }
            }
        }
        return profiles.isEmpty ? [] : ChangeHub.text(profiles, fields: question.fields)
    }
}
