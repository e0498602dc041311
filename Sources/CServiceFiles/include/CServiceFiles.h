#pragma once
#include <stddef.h>

/// A file embedded in the program.
typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t size;
} service_file;

/// Returns an array of `service_files_count()` files. They are constants of the program.
const service_file *_Nonnull service_files(void);
size_t service_files_count(void);
