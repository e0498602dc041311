// The functions of libcurl that the product uses. The first call of one of them loads the library.
#include "CCurl.h"

// Apple systems use URLSession instead.
#ifndef __APPLE__

// If the compiler can check argument types, libcurl's headers define these functions as macros.
#undef curl_easy_setopt
#undef curl_easy_getinfo

// This ABI has existed since libcurl 7.16 (2006). Debian names the library after the TLS library with which it was
// built.
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};

// X(type, name, parameters, arguments, result if the library is missing)
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

#define LIBRARY "libcurl"
// Variadic functions. Swift calls them through the functions with fixed types below.
#define VARIADIC(X) \
    X(CURLcode, curl_easy_setopt, (CURL *handle, CURLoption option, ...)) \
    X(CURLcode, curl_easy_getinfo, (CURL *handle, CURLINFO info, ...))
#include "CLoad.h"

const char *ccurl_missing(void) { return is_loaded() ? NULL : why; }

// No check is needed here, because a handle exists only if the library is loaded.
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
