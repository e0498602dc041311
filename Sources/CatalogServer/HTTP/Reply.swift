internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A response, and its body where that is there as a whole: the framework's response gives it only to tasks.
struct Reply {
    var response: Response
    /// `nil` where there is none, or it is written piece by piece.
    var bytes: ByteBuffer?

    init(response: Response) { self.response = response }

    init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ bytes: ByteBuffer) {
        response = Response(status: status, headers: headers, body: .init(byteBuffer: bytes))
        self.bytes = bytes
    }
}
