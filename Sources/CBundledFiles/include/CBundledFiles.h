#pragma once
#include <stddef.h>

/// A file embedded in the program, in UTF-8, without a terminating NUL.
typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t size;
} bundled_file;

/// Each of these functions returns a constant of the program.
bundled_file bundled_schedule(void);
bundled_file bundled_contracts(void);
bundled_file bundled_places(void);
bundled_file bundled_aliases(void);
bundled_file bundled_lists(void);
