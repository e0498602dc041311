internal import NIOCore

/// Finds where a request's header ends, however its bytes are divided into reads: after the first blank line that follows a line.
struct HeaderScanner {
    private enum Place {
        /// Nothing but empty lines has come.
        case start
        case line
        /// A line has ended.
        case lineStart
        /// A line has ended, and CR follows.
        case carriageReturn
    }

    private var place = Place.start

    /// The header that the last call looked at has begun: it holds more than empty lines.
    private(set) var hasBegun = false

    /// Bytes up to the header's end, after which the next one begins; all of them, where it does not end here.
    mutating func length(of bytes: ByteBufferView) -> Int {
        if case .start = place { hasBegun = false }
        for (index, byte) in bytes.enumerated() {
            let isLineFeed = byte == UInt8(ascii: "\n")
            switch place {
            case .start where isLineFeed || byte == UInt8(ascii: "\r"): continue
            case .start: hasBegun = true
            case .line, .lineStart, .carriageReturn: break
            }
            switch place {
            case .start, .line: place = isLineFeed ? .lineStart : .line
            case .lineStart where byte == UInt8(ascii: "\r"): place = .carriageReturn
            case .lineStart, .carriageReturn:
                if isLineFeed {
                    place = .start
                    return index + 1
                }
                place = .line
            }
        }
        return bytes.count
    }
}
