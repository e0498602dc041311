// libcurl's variadic functions as typed ones, and its macros as constants, which Swift can use.
#ifndef SWIFT_IPF_CCURL_SHIM_H
#define SWIFT_IPF_CCURL_SHIM_H
#include <curl/curl.h>

// What libcurl hands bytes to, or asks for at most size * count of them; returning another number than size * count ends a
// transfer that receives.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static const long ccurl_auth_basic = (long)CURLAUTH_BASIC;
static const long ccurl_auth_bearer = (long)CURLAUTH_BEARER;
// What the callback for the bytes to send returns to end the transfer.
static const size_t ccurl_readfunc_abort = CURL_READFUNC_ABORT;
static const CURLversion ccurl_version_now = CURLVERSION_NOW;

static inline CURLcode ccurl_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_setopt_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_setopt_callback(CURL *handle, CURLoption option, ccurl_data_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_setopt_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

#endif
