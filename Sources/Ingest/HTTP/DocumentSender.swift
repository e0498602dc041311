internal import SystemFiles

/// Sends documents to one URL by POST, one after the other over a connection that is kept, by the thread that made it.
package final class DocumentSender {
    private let url: String
    private let options: IngestOptions
    private let transfer: any Transfer

    /// - Parameter url: `http:` or `https:`.
    /// - Throws: `IngestError` where there is no libcurl.
    package init(_ url: String) throws(IngestError) {
        self.url = url
        var options = IngestOptions()
        options.connectTimeout = .seconds(5)
        options.stallTimeout = .seconds(10)
        self.options = options
        guard options.transferType.isForObjects else {
            throw IngestError(kind: .unreachable, reason: "nothing here sends documents")
        }
        transfer = try options.transferType.init()
    }

    /// Sends a document, and waits for the answer.
    ///
    /// - Parameter type: the media type.
    /// - Throws: `IngestError` where it isn't taken (another status than 2xx) or nobody answers.
    package func send(_ document: [UInt8], type: String) throws(IngestError) {
        let request = TransferRequest(
            .post, url: url, headers: [("Content-Type", type), ("Expect", "")], nil, body: .bytes(document), options)
        let answer = KeptAnswer(limit: 1 << 20)
        switch try transfer.perform(request, answer) {
        case .failed(let fault): throw fault.failure(received: 0, of: nil, options).error.at(url)
        case .stopped: throw IngestError(kind: .connectionLost, address: url, reason: "its answer is too long")
        case .finished: break
        }
        guard let status = answer.head?.status, (200..<300).contains(status) else {
            throw IngestError(
                kind: answer.head.map { .httpStatus($0.status) } ?? .connectionLost, address: url,
                reason: answer.head.map { "answered with status \($0.status), expected 200" } ?? "gave no answer")
        }
    }
}
