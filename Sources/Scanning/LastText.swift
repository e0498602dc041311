internal import CScan

/// The text that a thread last put together from a list in which each shares its beginning with the one before: the next one of its
/// block goes on from it.
package struct LastText {
    /// The list's number; 0 where there is no text.
    package var list: UInt64
    /// Which text of the list it is.
    package var index: Int
    /// Its bytes.
    package var length: Int
    /// Where the next one begins, counted from the start of the block.
    package var next: Int

    /// Room for the bytes of a text of 128, written in words of eight.
    package static let room = 136

    /// The calling thread's, and where its bytes are.
    ///
    /// SAFETY: both are the thread's as long as it runs, and no other's.
    @unsafe package static func ofThread() -> (
        text: UnsafeMutablePointer<LastText>, bytes: UnsafeMutableRawBufferPointer
    ) {
        // SAFETY: the memory has 21 words, of which the text takes four; all zero is a text.
        let memory = unsafe UnsafeMutableRawPointer(cscan_thread_memory()!)
        return unsafe (
            memory.assumingMemoryBound(to: LastText.self),
            UnsafeMutableRawBufferPointer(start: memory + MemoryLayout<LastText>.size, count: room)
        )
    }
}
