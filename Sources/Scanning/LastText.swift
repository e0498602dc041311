internal import CScan

/// The text of a front-coded list that the calling thread decoded last. The next text of its block can be decoded from
/// it.
package struct LastText {
    /// The number that identifies the list; 0 if no text was decoded.
    package var list: UInt64
    /// The index of the text in its list.
    package var index: Int
    /// The length of the text in bytes.
    package var length: Int
    /// The offset in the block at which the next text starts.
    package var next: Int

    /// The number of bytes reserved for a text. A text has up to 128 bytes and is written in words of eight.
    package static let room = 136

    /// Returns the calling thread's last text and the memory of its bytes.
    ///
    /// SAFETY: Both belong to the calling thread and are valid as long as it runs.
    @unsafe package static func ofThread() -> (
        text: UnsafeMutablePointer<LastText>, bytes: UnsafeMutableRawBufferPointer
    ) {
        // SAFETY: The memory has 21 words, of which this structure uses four. If all bytes are zero, it is valid.
        let memory = unsafe UnsafeMutableRawPointer(cscan_thread_memory()!)
        return unsafe (
            memory.assumingMemoryBound(to: LastText.self),
            UnsafeMutableRawBufferPointer(start: memory + MemoryLayout<LastText>.size, count: room)
        )
    }
}
