// The functions of libcurl that the product uses, each defined here and handed on to the library, which the first call loads.
// They are hidden, so that nothing else in the process sees them in libcurl's place.
#include "CCurl.h"

// Apple's systems have URLSession in its place.
#ifndef __APPLE__
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

// libcurl's headers make macros of these for compilers that check the types of arguments.
#undef curl_easy_setopt
#undef curl_easy_getinfo

// The ABI of libcurl since 7.16 (2006). Debian has one name for each of the libraries behind it that do TLS.
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};

// X(type, name, parameters, arguments, what is returned without the library)
#define FUNCTIONS(X) \
    X(CURLcode, curl_global_init, (long flags), (flags), CURLE_NOT_BUILT_IN) \
    X(curl_version_info_data *, curl_version_info, (CURLversion age), (age), NULL) \
    X(const char *, curl_easy_strerror, (CURLcode code), (code), "libcurl can't be loaded") \
    X(CURL *, curl_easy_init, (void), (), NULL) \
    X(void, curl_easy_cleanup, (CURL *handle), (handle), (void)0) \
    X(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text), NULL) \
    X(void, curl_slist_free_all, (struct curl_slist *list), (list), (void)0) \
    X(CURLM *, curl_multi_init, (void), (), NULL) \
    X(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi), CURLM_BAD_HANDLE) \
    X(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *handle), (multi, handle), CURLM_BAD_HANDLE) \
    X(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *handle), (multi, handle), CURLM_BAD_HANDLE) \
    X(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running), CURLM_BAD_HANDLE) \
    X(CURLMcode, curl_multi_poll, (CURLM *multi, struct curl_waitfd *more, unsigned int count, int milliseconds, int *ready), \
      (multi, more, count, milliseconds, ready), CURLM_BAD_HANDLE) \
    X(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi), CURLM_BAD_HANDLE) \
    X(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left), NULL)

static int is_complete;
static CURLcode (*loaded_curl_easy_setopt)(CURL *handle, CURLoption option, ...);
static CURLcode (*loaded_curl_easy_getinfo)(CURL *handle, CURLINFO info, ...);
#define POINTER(type, name, parameters, arguments, missing) static type(*loaded_##name) parameters;
FUNCTIONS(POINTER)

static char why[256];

static int find(void *library, const char *name, void *pointer) {
    void *function = dlsym(library, name);
    *(void **)pointer = function;
    if (!function) snprintf(why, sizeof why, "libcurl lacks %s", name);
    return function != NULL;
}

static void load(void) {
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof names[0]; index++) {
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        const char *error = library ? NULL : dlerror();
        if (error && index == 0) snprintf(why, sizeof why, "%s", error);
    }
    if (!library) return;
    why[0] = 0;
#define FIND(type, name, parameters, arguments, missing) if (!find(library, #name, &loaded_##name)) return;
    FUNCTIONS(FIND)
    if (!find(library, "curl_easy_getinfo", &loaded_curl_easy_getinfo)) return;
    is_complete = find(library, "curl_easy_setopt", &loaded_curl_easy_setopt);
}

static int is_loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_complete;
}

const char *ccurl_missing(void) { return is_loaded() ? NULL : why; }

#define DEFINE(type, name, parameters, arguments, missing) \
    __attribute__((visibility("hidden"))) type name parameters { return is_loaded() ? loaded_##name arguments : missing; }
FUNCTIONS(DEFINE)

// A handle is only there with the library.
CURLcode ccurl_setopt_long(CURL *handle, CURLoption option, long value) {
    return loaded_curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return loaded_curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_setopt_pointer(CURL *handle, CURLoption option, void *value) {
    return loaded_curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return loaded_curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_setopt_callback(CURL *handle, CURLoption option, ccurl_data_callback value) {
    return loaded_curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_setopt_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return loaded_curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return loaded_curl_easy_getinfo(handle, info, value);
}
#endif
