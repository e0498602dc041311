#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif
#if os(Linux)
    internal import CLinux
#endif

/// Blocks of memory that the system can enlarge by moving pages instead of bytes.
package enum RawMemory {
    /// Makes a block, or enlarges one that this function made; its bytes may move. The block is aligned for every plain type.
    ///
    /// - Parameter block: `nil` for a new one; not to be used afterwards.
    /// - Returns: `nil` where there is no memory; the block is as it was then.
    @unsafe package static func resize(_ block: UnsafeMutableRawPointer?, to count: Int) -> UnsafeMutableRawPointer? {
        // SAFETY: the caller hands a block of `realloc`'s own.
        unsafe realloc(block, count)
    }

    /// Frees a block that `resize` made.
    @unsafe package static func free(_ block: UnsafeMutableRawPointer?) {
        // SAFETY: the caller hands a block of `realloc`'s own, and doesn't use it afterwards.
        unsafe systemFree(block)
    }
}

/// `free` under a name that no method of ours hides.
private func systemFree(_ block: UnsafeMutableRawPointer?) {
    // SAFETY: see `RawMemory.free`.
    unsafe free(block)
}

/// How the C library keeps a program's memory.
package enum ProgramMemory {
    /// Keeps freed blocks in one store for each core, where GNU's C library has eight for each: memory that one thread
    /// frees is reused by the others. For programs of a command, before they start threads; other C libraries keep one store anyway.
    package static func sharesFreedBlocks() {
        #if os(Linux)
            ipf_limit_stores(Int32(Processors.count))
        #endif
    }
}
