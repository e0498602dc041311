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

/// Heap blocks that the system can grow by remapping pages instead of copying bytes.
package enum RawMemory {
    /// Allocates a block, or resizes one from this function; its address may change. Aligned for every trivial type.
    ///
    /// - Parameter block: The block to resize, invalid afterwards; `nil` to allocate a new one.
    /// - Returns: `nil` if memory is exhausted; `block` is unchanged then.
    @unsafe package static func resize(_ block: UnsafeMutableRawPointer?, to count: Int) -> UnsafeMutableRawPointer? {
        // SAFETY: The caller passes a block from `realloc`.
        unsafe realloc(block, count)
    }

    /// Frees a block that `resize` returned.
    @unsafe package static func free(_ block: UnsafeMutableRawPointer?) {
        // SAFETY: The caller passes a block from `realloc`, and does not use it afterwards.
        unsafe systemFree(block)
    }

    /// Asks the system for large pages in a block that will be filled, so that it has fewer page faults.
    ///
    /// This is only a hint, for blocks of several megabytes.
    @unsafe package static func prefersLargePages(_ block: UnsafeRawPointer, _ count: Int) {
        #if os(Linux)
            guard count >= 4 << 20 else { return }
            let page = Int(getpagesize())
            let first = (Int(bitPattern: block) + page - 1) / page * page
            let end = (Int(bitPattern: block) + count) / page * page
            // SAFETY: The range is within the caller's block, and the hint changes no contents.
            unsafe _ = madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_HUGEPAGE)
        #endif
    }
}

/// `free` under a name that no method shadows.
private func systemFree(_ block: UnsafeMutableRawPointer?) {
    // SAFETY: see `RawMemory.free`.
    unsafe free(block)
}

/// Settings of the C library's allocator.
package enum ProgramMemory {
    /// Limits glibc to one arena per core instead of eight, so that threads reuse each other's freed memory.
    ///
    /// For commands, before they start threads. Other C libraries need no such setting.
    package static func sharesFreedBlocks() {
        #if os(Linux)
            ipf_limit_stores(Int32(Processors.count))
        #endif
    }
}
