#if canImport(Glibc)
    internal import CLinux
    internal import Glibc
#endif

/// How the C library keeps a program's memory.
package enum ProgramMemory {
    /// Keeps freed blocks in one store for each core, where GNU's C library has eight for each: what a thread frees is used by the others,
    /// too, in place of new memory. For programs of a command, before they start threads; other C libraries keep one store anyway.
    package static func sharesFreedBlocks() {
        #if canImport(Glibc)
            ipf_limit_stores(Int32(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        #endif
    }
}
