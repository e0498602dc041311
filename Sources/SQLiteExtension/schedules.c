/* Finds the schedule that a name means, in the catalogs that the connection has tables of. */
#include "extension.h"

/* A table that no statement has named yet is not connected. So a statement names each, and is not run. What a name means must not
 * depend on the statements before. */
static void connect_tables(Connection *connection) {
  connection->has_all_tables = true;
  sqlite3_stmt *databases = NULL, *tables, *one;
  if (sqlite3_prepare_v2(connection->db, "PRAGMA database_list", -1, &databases, NULL) != SQLITE_OK) return;
  while (sqlite3_step(databases) == SQLITE_ROW) {
    const unsigned char *schema = sqlite3_column_text(databases, 1);
    char *text = sqlite3_mprintf(
        "SELECT name FROM \"%w\".%s WHERE type = 'table' AND sql LIKE 'create virtual table%%using%%ipf%%'", schema,
        strcmp((const char *)schema, "temp") == 0 ? "sqlite_temp_master" : "sqlite_master");
    if (text && sqlite3_prepare_v2(connection->db, text, -1, &tables, NULL) == SQLITE_OK) {
      while (sqlite3_step(tables) == SQLITE_ROW) {
        char *question = sqlite3_mprintf("SELECT 1 FROM \"%w\".\"%w\"", schema, sqlite3_column_text(tables, 0));
        /* One whose catalog is gone can't be connected; who asks for it is told so. */
        if (question && sqlite3_prepare_v2(connection->db, question, -1, &one, NULL) == SQLITE_OK) sqlite3_finalize(one);
        sqlite3_free(question);
      }
      sqlite3_finalize(tables);
    }
    sqlite3_free(text);
  }
  sqlite3_finalize(databases);
}

static Table *find_table(Connection *connection, const char *name, int *count) {
  Table *found = NULL;
  *count = 0;
  for (Table *table = connection->tables; table; table = table->next) {
    if (name && sqlite3_stricmp(table->name, name) != 0) continue;
    /* That of the temporary schema hides others of its name, as everywhere in SQLite. */
    if (!found || sqlite3_stricmp(table->schema, "temp") == 0) found = table;
    ++*count;
  }
  return found;
}

ipf_schedule *schedule_named(Connection *connection, const char *name, size_t size, const char *table_name, char **message) {
  int count;
  if (!connection->has_all_tables) connect_tables(connection);
  Table *table = find_table(connection, table_name, &count);
  if (!table && table_name) {
    /* Perhaps one of a database that was attached since. */
    connect_tables(connection);
    table = find_table(connection, table_name, &count);
  }
  if (table_name && !table) {
    *message = sqlite3_mprintf(
        "there is no table %s of a catalog; CREATE VIRTUAL TABLE %s USING ipf('all.ipfc') makes one", table_name, table_name);
    return NULL;
  }
  bool is_chosen = table_name || count == 1;
  if (is_chosen && table->cursors == 0 && !table_refresh(table, message)) return NULL;
  ipf_error *error;
  ipf_schedule *schedule;
  if (ipf_schedule_open(name, size, is_chosen ? table->snapshot->catalog : NULL, NULL, 0, &schedule, &error) == IPF_OK)
    return schedule;
  bool is_unknown = ipf_error_code(error) == IPF_NOT_FOUND;
  *message = message_of(error);
  if (!is_unknown || is_chosen || !*message) return NULL;
  /* A symbol, perhaps, but of which catalog? */
  *message = sqlite3_mprintf(
      count ? "%z; symbols are known of one table: name it as last argument, there are %d of catalogs"
            : "%z; symbols are known with a table of a catalog: CREATE VIRTUAL TABLE t USING ipf('all.ipfc')",
      *message, count);
  return NULL;
}
