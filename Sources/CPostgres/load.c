// The functions of libpq that the product uses. The first call of one of them loads the library.
#include "CPostgres.h"

// This ABI has existed since PostgreSQL 8.2 (2006).
#ifdef __APPLE__
static const char *const names[] = {
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib"};
#else
static const char *const names[] = {"libpq.so.5"};
#endif

// X(type, name, parameters, arguments, result if the library is missing)
#define FUNCTIONS(X) \
    X(PQconninfoOption *, PQconninfoParse, (const char *text, char **message), (text, message), NULL) \
    X(void, PQconninfoFree, (PQconninfoOption *options), (options), (void)0) \
    X(PGconn *, PQconnectdbParams, (const char *const *keys, const char *const *values, int expand), (keys, values, expand), NULL) \
    X(void, PQfinish, (PGconn *connection), (connection), (void)0) \
    X(ConnStatusType, PQstatus, (const PGconn *connection), (connection), CONNECTION_BAD) \
    X(char *, PQerrorMessage, (const PGconn *connection), (connection), why) \
    X(int, PQconnectionNeedsPassword, (const PGconn *connection), (connection), 0) \
    X(int, PQconnectionUsedPassword, (const PGconn *connection), (connection), 0) \
    X(char *, PQdb, (const PGconn *connection), (connection), NULL) \
    X(char *, PQhost, (const PGconn *connection), (connection), NULL) \
    X(char *, PQport, (const PGconn *connection), (connection), NULL) \
    X(char *, PQuser, (const PGconn *connection), (connection), NULL) \
    X(int, PQsocket, (const PGconn *connection), (connection), -1) \
    X(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *connection, PQnoticeReceiver receiver, void *context), \
      (connection, receiver, context), NULL) \
    X(PGcancel *, PQgetCancel, (PGconn *connection), (connection), NULL) \
    X(int, PQcancel, (PGcancel *request, char *words, int size), (request, words, size), 0) \
    X(void, PQfreeCancel, (PGcancel *request), (request), (void)0) \
    X(PGresult *, PQexec, (PGconn *connection, const char *query), (connection, query), NULL) \
    X(PGresult *, PQexecParams, \
      (PGconn *connection, const char *query, int count, const Oid *types, const char *const *values, const int *lengths, \
       const int *formats, int format), \
      (connection, query, count, types, values, lengths, formats, format), NULL) \
    X(PGresult *, PQgetResult, (PGconn *connection), (connection), NULL) \
    X(int, PQconsumeInput, (PGconn *connection), (connection), 0) \
    X(PGnotify *, PQnotifies, (PGconn *connection), (connection), NULL) \
    X(int, PQputCopyData, (PGconn *connection, const char *bytes, int count), (connection, bytes, count), -1) \
    X(int, PQputCopyEnd, (PGconn *connection, const char *error), (connection, error), -1) \
    X(int, PQgetCopyData, (PGconn *connection, char **bytes, int background), (connection, bytes, background), -2) \
    X(ExecStatusType, PQresultStatus, (const PGresult *result), (result), PGRES_FATAL_ERROR) \
    X(char *, PQresultErrorField, (const PGresult *result, int field), (result, field), NULL) \
    X(int, PQntuples, (const PGresult *result), (result), 0) \
    X(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column), NULL) \
    X(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column), 0) \
    X(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column), 1) \
    X(void, PQclear, (PGresult *result), (result), (void)0) \
    X(void, PQfreemem, (void *memory), (memory), (void)0)

#define LIBRARY "libpq"
#include "CLoad.h"

const char *cpostgres_missing(void) { return is_loaded() ? NULL : why; }

static void drop_notice(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

void cpostgres_silence(PGconn *connection) { PQsetNoticeReceiver(connection, drop_notice, NULL); }
