internal import Scanning
internal import SystemFiles

/// The head of a server's response, obtained without downloading the body.
///
/// ```swift
/// let probe = try SourceProbe.ask(SourceAddress(parsing: "https://example.org/ipf/all.ipf.gz"))
/// print(probe?.seconds ?? 0)                                           // 0.084
/// ```
package struct SourceProbe: Sendable {
    /// The server's clock, in seconds since 1970 UTC; `nil` if the response has no date.
    package let date: Int64?
    /// The size of the body in bytes; `nil` if unknown.
    package let length: Int?
    /// The time from the request until the head of the response, in seconds.
    package let seconds: Double

    /// Sends one request and waits for the head of its response.
    ///
    /// - Returns: The head; `nil` if the address is not read over HTTP.
    /// - Throws: `IngestError`, as when reading the source.
    package static func ask(
        _ address: SourceAddress, _ options: IngestOptions = IngestOptions()
    ) throws(IngestError) -> SourceProbe? {
        do throws(IngestError) {
            try options.check(for: address)
            switch address.place {
            case .web(let url): return try ask(address, .web(url: url), options)
            case .object(let object): return try ask(address, .object(object, try options.objectAccess), options)
            case .file, .standardInput: return nil
            }
        } catch {
            throw error.at(address)
        }
    }

    private static func ask(
        _ address: SourceAddress, _ target: DownloadTarget, _ options: IngestOptions
    ) throws(IngestError) -> SourceProbe {
        let start = MonotonicTime.now
        let answer = KeptAnswer(limit: ObjectFault.bodyBytes) { $0.status != 200 }
        let end = try options.transferType.init().perform(target.request(address, [], options), answer)
        if let head = answer.head, head.status == 200 {
            return SourceProbe(
                date: head.headers["date"].flatMap { HTTPDate.seconds($0) }, length: head.contentLength,
                seconds: start.secondsSince)
        }
        if case .failed(let fault) = end { throw fault.failure(received: 0, of: nil, options).error }
        guard let head = answer.head else { throw .cancelled }
        if case .object(_, let access) = target { throw ObjectFault(head, answer.body, access).error }
        throw HTTPFault.error(head.status, options.credentialAdvice)
    }
}
