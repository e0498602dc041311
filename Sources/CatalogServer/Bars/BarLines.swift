internal import Scanning
internal import SystemFiles

/// The lines of a bar file from an offset on, read in blocks.
///
/// The file isn't mapped, because it may be larger than memory, and because it may be written while it is read.
struct BarLines {
    /// A line without its line ending; empty for an empty line.
    struct Line {
        /// The offset of the first byte in the file.
        var offset: Int
        var bytes: [UInt8]
    }

    /// A limit in bytes that no valid line exceeds.
    static let longestLine = 1024
    static let blockBytes = 16 << 10

    private let file: OpenFile
    private var block: [UInt8] = []
    /// The offset of the block in the file.
    private var blockStart: Int
    /// The offset of the next line within the block.
    private var place = 0
    private var isLastBlock = false

    /// - Parameter offset: The offset at which the first line begins.
    init(_ file: OpenFile, at offset: Int) {
        self.file = file
        blockStart = offset
    }

    enum Fault: Error {
        case file(FileFault)
        /// The line at this offset is longer than `longestLine` bytes.
        case tooLong(Int)
    }

    /// Returns the next line; `nil` at the end of the file.
    mutating func next() throws(Fault) -> Line? {
        var end = lineEnd
        if end == nil, !isLastBlock {
            blockStart += place
            place = 0
            do throws(FileFault) { block = try file.bytes(at: blockStart, limit: Self.blockBytes) } catch {
                throw .file(error)
            }
            isLastBlock = block.count < Self.blockBytes
            end = lineEnd
        }
        guard place < block.count else { return nil }
        let bytes = block[place..<(end ?? block.count)]
        let offset = blockStart + place
        guard bytes.count <= Self.longestLine else { throw .tooLong(offset) }
        place = end.map { $0 + 1 } ?? block.count
        return Line(offset: offset, bytes: Array(bytes.last == ASCII.carriageReturn ? bytes.dropLast() : bytes))
    }

    private var lineEnd: Int? { block[place...].firstIndex(of: ASCII.lineFeed) }
}
