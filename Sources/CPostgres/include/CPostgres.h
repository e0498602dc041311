// libpq, loaded when the first of its functions is called: only a master store needs it, and the dynamic linker needs 4 ms for it and
// the libraries behind it. Its macros are constants here, which Swift can use.
#ifndef SWIFT_IPF_CPOSTGRES_H
#define SWIFT_IPF_CPOSTGRES_H
// Debian has a folder of its own for it.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

// The letters of the fields of an error (protocol, "Error and Notice Message Fields").
static const int cpostgres_field_state = PG_DIAG_SQLSTATE;
static const int cpostgres_field_message = PG_DIAG_MESSAGE_PRIMARY;
static const int cpostgres_field_detail = PG_DIAG_MESSAGE_DETAIL;
static const int cpostgres_field_hint = PG_DIAG_MESSAGE_HINT;

// Why libpq can't be loaded, a constant; NULL if it is there. Without it no address is parsed and no connection made.
const char *cpostgres_missing(void);

// Keeps the server's notices from standard error, where libpq writes them by itself.
void cpostgres_silence(PGconn *connection);

#endif
