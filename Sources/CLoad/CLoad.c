#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

void *cload_open(const char *const *files, size_t count, char *why, size_t size) {
    for (size_t index = 0; index < count; index++) {
        void *opened = dlopen(files[index], RTLD_NOW | RTLD_LOCAL);
        if (opened) {
            why[0] = 0;
            return opened;
        }
        const char *error = dlerror();
        if (error && index == 0) snprintf(why, size, "%s", error);
    }
    return NULL;
}

bool cload_find(void *opened, const char *library, const char *function, void *pointer, char *why, size_t size) {
    void *found = dlsym(opened, function);
    *(void **)pointer = found;
    if (!found) snprintf(why, size, "%s lacks %s", library, function);
    return found != NULL;
}
