internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Refuses a request whose target and `Host` name different authorities (RFC 9112, section 3.2.2). The refusal is an
/// error in the pipeline. The check can't be made later, because the framework's requests no longer contain the
/// authority of the target.
final class TargetCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), let problem = Self.fault(of: head) {
            context.fireErrorCaught(problem)
        } else {
            context.fireChannelRead(data)
        }
    }

    private static func fault(of head: HTTPRequestHead) -> Problem? {
        guard head.uri.utf8.first != UInt8(ascii: "/"), head.method != .CONNECT,
            let scheme = head.uri.firstRange(of: "://")
        else { return nil }
        let authority = head.uri[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let host = head.headers.first(name: "Host")
        if authority.lowercased() == host?.lowercased() { return nil }
        return .differentHosts(target: authority, host: host)
    }
}
