internal import SystemFiles

/// Sends documents to one URL by POST over a persistent connection. All calls must come from the thread that created
/// it.
package final class DocumentSender {
    private let url: String
    private let options: IngestOptions
    private let transfer: any Transfer

    /// Creates a sender for a URL.
    ///
    /// - Parameters:
    ///   - url: An `http:` or `https:` URL.
    ///   - answerBound: The maximum time for which the receiver may send nothing.
    /// - Throws: `IngestError` if libcurl is missing.
    package init(_ url: String, answerBound: Duration = .seconds(10)) throws(IngestError) {
        self.url = url
        var options = IngestOptions()
        options.connectTimeout = .seconds(5)
        options.stallTimeout = answerBound
        self.options = options
        guard options.transferType.isForObjects else {
            throw IngestError(kind: .unreachable, reason: "this build can't send documents over HTTP")
        }
        transfer = try options.transferType.init()
    }

    /// Sends a document and waits for the response.
    ///
    /// - Parameters:
    ///   - type: The media type of the document.
    ///   - headers: Further header fields.
    /// - Throws: `IngestError` if there is no response, or its status is not 2xx. A redirect is not followed.
    package func send(
        _ document: [UInt8], type: String, headers: [(name: String, value: String)] = []
    ) throws(IngestError) {
        var request = TransferRequest(
            .post, url: url, headers: [("Content-Type", type), ("Expect", "")] + headers, nil, body: .bytes(document),
            options)
        request.redirects = nil
        let answer = KeptAnswer(limit: 1 << 20)
        switch try transfer.perform(request, answer) {
        case .failed(let fault): throw fault.failure(received: 0, of: nil, options).error.at(url)
        case .stopped: throw IngestError(kind: .connectionLost, address: url, reason: "the response is too long")
        case .finished: break
        }
        guard let status = answer.head?.status, (200..<300).contains(status) else {
            throw IngestError(
                kind: answer.head.map { .httpStatus($0.status) } ?? .connectionLost, address: url,
                reason: answer.head.map { "responded with status \($0.status), expected 200" } ?? "sent no response")
        }
    }
}
