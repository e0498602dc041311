#pragma once
#include <stddef.h>

/// A file embedded in the program.
typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t size;
} master_file;

/// Returns an array of `master_files_count()` files. They are constants of the program.
const master_file *_Nonnull master_files(void);
size_t master_files_count(void);
