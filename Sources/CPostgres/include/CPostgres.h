// libpq, loaded when one of its functions is first called: only a master needs it and the libraries on which it
// depends. Macros are constants here, so that Swift can use them.
#ifndef SWIFT_IPF_CPOSTGRES_H
#define SWIFT_IPF_CPOSTGRES_H
// Debian installs the header in a separate folder.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

// The codes of the fields of an error (PostgreSQL protocol, "Error and Notice Message Fields").
static const int cpostgres_field_state = PG_DIAG_SQLSTATE;
static const int cpostgres_field_message = PG_DIAG_MESSAGE_PRIMARY;
static const int cpostgres_field_detail = PG_DIAG_MESSAGE_DETAIL;
static const int cpostgres_field_hint = PG_DIAG_MESSAGE_HINT;

// Returns the reason that libpq cannot be loaded, a constant; NULL if it is loaded. Without libpq, no address is parsed
// and no connection is made.
const char *cpostgres_missing(void);

// Suppresses notices of the server, which libpq writes to standard error by default.
void cpostgres_silence(PGconn *connection);

#endif
