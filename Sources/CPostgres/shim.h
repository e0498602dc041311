// libpq's functions and types, and its macros as constants, which Swift can use.
#ifndef SWIFT_IPF_CPOSTGRES_SHIM_H
#define SWIFT_IPF_CPOSTGRES_SHIM_H
#include <libpq-fe.h>

// The letters of the fields of an error (protocol, "Error and Notice Message Fields").
static const int cpostgres_field_state = PG_DIAG_SQLSTATE;
static const int cpostgres_field_message = PG_DIAG_MESSAGE_PRIMARY;
static const int cpostgres_field_detail = PG_DIAG_MESSAGE_DETAIL;
static const int cpostgres_field_hint = PG_DIAG_MESSAGE_HINT;

// Keeps the server's notices from standard error, where libpq writes them by itself.
static inline void cpostgres_drop_notice(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

static inline void cpostgres_silence(PGconn *connection) {
    PQsetNoticeReceiver(connection, cpostgres_drop_notice, 0);
}

#endif
