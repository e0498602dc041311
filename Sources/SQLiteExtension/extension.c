/* Registers the extension with a connection. */
#define _GNU_SOURCE
#define IPF_EXTENSION_MAIN
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

#include "extension.h"

void connection_release(void *pointer) {
  Connection *connection = pointer;
  if (--connection->references > 0) return;
  if (connection->numbers) freelocale(connection->numbers);
  sqlite3_free(connection->databases);
  sqlite3_free(connection);
}

/* SQLite derives this name of the entry point from the file name ipf_catalog. */
__attribute__((visibility("default"))) int sqlite3_ipfcatalog_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  /* The newest SQLite functions that the extension uses are sqlite3_str_new and its relatives. */
  if (sqlite3_libversion_number() < 3024000) {
    *message = sqlite3_mprintf("ipf_catalog needs SQLite 3.24 or newer, this is %s", sqlite3_libversion());
    return SQLITE_ERROR;
  }
  if (ipf_abi_version() != IPF_ABI_VERSION) {
    *message = sqlite3_mprintf("ipf_catalog needs libipf.so.%d beside it, and found one of version %u", IPF_ABI_VERSION,
                               ipf_abi_version());
    return SQLITE_ERROR;
  }
  Connection *connection = sqlite3_malloc(sizeof *connection);
  if (!connection) return SQLITE_NOMEM;
  *connection = (Connection){.db = db, .references = 1};
  connection->numbers = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!connection->numbers) {
    connection_release(connection);
    return SQLITE_NOMEM;
  }
  /* SQLite calls the destructor even if the registration fails, so count the reference first. */
  connection->references++;
  int status = sqlite3_create_module_v2(db, "ipf", &table_module, connection, connection_release);
  if (status == SQLITE_OK) {
    connection->references++;
    status = sqlite3_create_module_v2(db, "ipf_sessions", &sessions_module, connection, connection_release);
  }
  if (status == SQLITE_OK) status = functions_register(connection);
  connection_release(connection);
  /* libipf contains the Swift runtime, which cannot be unloaded. */
  return status == SQLITE_OK ? SQLITE_OK_LOAD_PERMANENTLY : status;
}
