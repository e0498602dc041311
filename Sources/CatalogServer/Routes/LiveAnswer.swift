internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Ingest
internal import InstrumentCatalog
internal import NIOCore
internal import Scanning

/// A response that stays open: the current state, `##COMPLETE`, then each batch of changes with `##`.
enum LiveAnswer {
    static func make(
        _ context: RouteContext, _ question: PublishQuestion, _ packing: PublishRoutes.Packing, isCompressed: Bool
    ) async throws -> RouteResponse {
        let hub = context.audience.hub
        var answer = RouteResponse(packing.contentType, .bytes([]), caching: .none)
        answer.isCompressible = false
        answer.headers = [
            (HTTPField.Name("X-Live")!, "provided"),
            (.lastModified, HTTPDate.text(context.snapshot.modified)),
        ]
        answer.addNotes(question.notes)
        if isCompressed && packing == .plain { answer.headers.append((.contentEncoding, "gzip")) }
        if context.request.method == .head { return answer }
        if question.isFiltered {
            try await answerFiltered(context, question, isCompressed: isCompressed, &answer)
            return answer
        }
        let client = try hub.admit(
            isCompressed ? .blocks : .text, context.channel, endings: context.admission.endings)
        answer.body = .stream(length: nil) { writer in
            defer { client.end() }
            if isCompressed { try await writer.write(ByteBuffer(bytes: DeflateWriter.gzipHeader)) }
            var body = await hub.begin(client, waits: false)
            if body == nil {
                // Send a heartbeat first, because the body may take a while.
                try await writer.write(ChangeHub.heartbeat(isCompressed ? .blocks : .text))
                body = await hub.begin(client, waits: true)
            }
            if let body {
                let file = isCompressed ? try body.blocks() : try body.plain()
                try await FormWriter.write(BodyForm(parts: [.file(file)]), for: context.channel, to: &writer)
            }
            body = nil
            try await client.send(to: &writer)
        }
        return answer
    }

    private static func answerFiltered(
        _ context: RouteContext, _ question: PublishQuestion, isCompressed: Bool, _ answer: inout RouteResponse
    ) async throws {
        let stream = FilteredStream(question)
        let (client, snapshot) = try await context.audience.hub.subscribe(
            .own, context.channel, endings: context.admission.endings
        ) { batch in
            let text = stream.text(batch)
            return isCompressed && !text.isEmpty ? DeflateWriter.sealed(text.span) : text
        }
        let form = RowForm.ipf(fields: question.fields, ending: .completeLive)
        let rows = try RowAnswer(context) {
            snapshot.view.rowWriter(form, of: question.filter, in: .type)
        }.stream(isCompressed ? .sealed : .plain)
        answer.body = .stream(length: nil) { writer in
            defer { client.end() }
            if isCompressed { try await writer.write(ByteBuffer(bytes: DeflateWriter.gzipHeader)) }
            try await rows.write(to: &writer)
            try await client.send(to: &writer)
        }
    }
}

/// The batches of a filtered stream: profiles that match the filter, and removals of instruments that no longer match.
private struct FilteredStream: Sendable {
    let question: PublishQuestion

    init(_ question: PublishQuestion) { self.question = question }

    /// - Parameter batch: The batch; `nil` for a heartbeat.
    func text(_ batch: ChangeHub.Batch?) -> [UInt8] {
        guard let batch else { return ChangeHub.heartbeat }
        var profiles: [InstrumentProfile] = []
        for change in batch.changes {
            switch change {
            case .added(let new): if question.filter.matches(new) { profiles.append(new) }
            case .removed(let old): if question.filter.matches(old) { profiles.append(change.profile) }
            case .updated(let old, let new):
                if question.filter.matches(new) {
                    profiles.append(new)
                } else if question.filter.matches(old) {
                    profiles.append(CatalogChange.removed(old).profile)
                }
            }
        }
        return profiles.isEmpty ? [] : ChangeHub.text(profiles, fields: question.fields)
    }
}
