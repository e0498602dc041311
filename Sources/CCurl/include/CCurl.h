// libcurl, loaded when the first of its functions is called: most uses of the product transfer nothing, and the dynamic linker needs
// 5 ms for libcurl and the thirty libraries behind it. Its variadic functions are typed ones here, and its macros constants, which
// Swift can use.
#ifndef SWIFT_IPF_CCURL_H
#define SWIFT_IPF_CCURL_H
#include <curl/curl.h>

// What libcurl hands bytes to, or asks for at most size * count of them; returning another number than size * count ends a
// transfer that receives.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static const long ccurl_auth_basic = (long)CURLAUTH_BASIC;
static const long ccurl_auth_bearer = (long)CURLAUTH_BEARER;
// What the callback for the bytes to send returns to end the transfer.
static const size_t ccurl_readfunc_abort = CURL_READFUNC_ABORT;
static const CURLversion ccurl_version_now = CURLVERSION_NOW;

// Why libcurl can't be loaded, a constant; NULL if it is there. Without it nothing is initialized and no handle is made.
const char *ccurl_missing(void);

CURLcode ccurl_setopt_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_setopt_string(CURL *handle, CURLoption option, const char *value);
CURLcode ccurl_setopt_pointer(CURL *handle, CURLoption option, void *value);
CURLcode ccurl_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode ccurl_setopt_callback(CURL *handle, CURLoption option, ccurl_data_callback value);
CURLcode ccurl_setopt_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode ccurl_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value);

#endif
