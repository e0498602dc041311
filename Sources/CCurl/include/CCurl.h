// libcurl, loaded when the first of its functions is called: most runs transfer nothing, and libcurl pulls in some
// thirty libraries. Its variadic functions are declared with fixed types here, and its macros as constants, so that
// Swift can use them.
#ifndef SWIFT_IPF_CCURL_H
#define SWIFT_IPF_CCURL_H
#include <curl/curl.h>

// A callback that receives bytes, or supplies at most size * count of them. While receiving, any result other than
// size * count ends the transfer.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static const long ccurl_auth_basic = (long)CURLAUTH_BASIC;
static const long ccurl_auth_bearer = (long)CURLAUTH_BEARER;
// The result with which a sending callback ends the transfer.
static const size_t ccurl_readfunc_abort = CURL_READFUNC_ABORT;
static const CURLversion ccurl_version_now = CURLVERSION_NOW;

// Returns the reason why libcurl can't be loaded, a constant; NULL if it is loaded. Without libcurl, initialization
// fails and no handle is created.
const char *ccurl_missing(void);

CURLcode ccurl_setopt_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_setopt_string(CURL *handle, CURLoption option, const char *value);
CURLcode ccurl_setopt_pointer(CURL *handle, CURLoption option, void *value);
CURLcode ccurl_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode ccurl_setopt_callback(CURL *handle, CURLoption option, ccurl_data_callback value);
CURLcode ccurl_setopt_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode ccurl_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value);

#endif
