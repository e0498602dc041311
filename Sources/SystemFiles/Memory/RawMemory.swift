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

/// Heap blocks that the system can enlarge by remapping pages, without copying bytes.
package enum RawMemory {
    /// Allocates a block, or resizes a block that this function returned. A block is aligned for every trivial type.
    /// Resizing may change the address.
    ///
    /// - Parameter block: The block to resize, which is invalid after the call; `nil` to allocate a new block.
    /// - Returns: The block; `nil` if there is no memory, in which case `block` is unchanged.
    @unsafe package static func resize(_ block: UnsafeMutableRawPointer?, to count: Int) -> UnsafeMutableRawPointer? {
        // SAFETY: the caller passes a block from `realloc`.
        unsafe realloc(block, count)
    }

    /// Frees a block that `resize` returned.
    @unsafe package static func free(_ block: UnsafeMutableRawPointer?) {
        // SAFETY: the caller passes a block from `realloc`, and does not use it afterwards.
        unsafe systemFree(block)
    }

    /// Asks the system to use large pages for a block that will be filled, in order to reduce the number of page
    /// faults.
    ///
    /// It is only a hint, and is useful for blocks of several megabytes.
    @unsafe package static func prefersLargePages(_ block: UnsafeRawPointer, _ count: Int) {
        #if os(Linux)
            guard count >= 4 << 20 else { return }
            let page = Int(getpagesize())
            let first = (Int(bitPattern: block) + page - 1) / page * page
            let end = (Int(bitPattern: block) + count) / page * page
            // SAFETY: the range is within the caller's block, and the hint does not change its content.
            unsafe _ = madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_HUGEPAGE)
        #endif
    }
}

/// The function `free` of the system, under a name that no method shadows.
private func systemFree(_ block: UnsafeMutableRawPointer?) {
    // SAFETY: see `RawMemory.free`.
    unsafe free(block)
}

/// Settings of the allocator of the C library.
package enum ProgramMemory {
    /// Limits glibc to one arena per core instead of eight. Threads then reuse memory that other threads have freed.
    ///
    /// Commands call this before they start threads. Other C libraries do not need such a setting.
    package static func sharesFreedBlocks() {
        #if os(Linux)
            ipf_limit_stores(Int32(Processors.count))
        #endif
    }
}
