internal import CScan

/// The text of a front-coded list that a thread decoded last. The next text of its block is decoded from it.
package struct LastText {
    /// The number of the list; 0 if there is no text.
    package var list: UInt64
    /// The index of the text in its list.
    package var index: Int
    /// The length of the text in bytes.
    package var length: Int
    /// The start of the next text, as an offset in the block.
    package var next: Int

    /// The bytes reserved for a text of 128 bytes, which is written in words of eight.
    package static let room = 136

    /// Returns the calling thread's text and the storage of its bytes.
    ///
    /// SAFETY: Both belong to the calling thread and are valid while it runs.
    @unsafe package static func ofThread() -> (
        text: UnsafeMutablePointer<LastText>, bytes: UnsafeMutableRawBufferPointer
    ) {
        // SAFETY: The memory has 21 words, of which the text uses four. All zeros are a valid text.
        let memory = unsafe UnsafeMutableRawPointer(cscan_thread_memory()!)
        return unsafe (
            memory.assumingMemoryBound(to: LastText.self),
            UnsafeMutableRawBufferPointer(start: memory + MemoryLayout<LastText>.size, count: room)
        )
    }
}
