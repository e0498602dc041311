// libcurl, loaded when one of its functions is first called: most runs transfer nothing, and libcurl depends on some
// thirty other libraries. Variadic functions are declared with fixed types here, and macros as constants, so that Swift
// can use them.
#ifndef SWIFT_IPF_CCURL_H
#define SWIFT_IPF_CCURL_H
#include <curl/curl.h>

// A callback that receives bytes, or supplies at most size * count bytes. If a receiving callback returns any value
// other than size * count, the transfer ends.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static const long ccurl_auth_basic = (long)CURLAUTH_BASIC;
static const long ccurl_auth_bearer = (long)CURLAUTH_BEARER;
// The value that a supplying callback returns to end the transfer.
static const size_t ccurl_readfunc_abort = CURL_READFUNC_ABORT;
static const CURLversion ccurl_version_now = CURLVERSION_NOW;

// Returns the reason that libcurl cannot be loaded, a constant; NULL if it is loaded. Without libcurl, initialization
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
