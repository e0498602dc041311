/* Passes the arguments of the program to Swift's library, which would read them from /proc, and has none where that is not mounted. */

#include "CArguments.h"
#ifdef __linux__
#include <features.h>
#endif

/* GNU's C library calls constructors with what `main` gets; other libraries do not. */
#ifdef __GLIBC__
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor)) static void pass_arguments(int count, char **arguments) {
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}
#endif
