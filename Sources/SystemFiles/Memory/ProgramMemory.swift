#if os(Linux)
    internal import CLinux
#endif

/// How the C library keeps a program's memory.
package enum ProgramMemory {
    /// Keeps freed blocks in one store for each core, where GNU's C library has eight for each: what a thread frees is used by the others,
    /// too, in place of new memory. For programs of a command, before they start threads; other C libraries keep one store anyway.
    package static func sharesFreedBlocks() {
        #if os(Linux)
            ipf_limit_stores(Int32(Processors.count))
        #endif
    }
}
