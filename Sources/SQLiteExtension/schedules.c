/* Finds the schedule with a name, also among the symbols of the connection's catalog tables. */
#include "extension.h"

/* Returns the names and files of the connection's databases, in the order of attachment. Each text ends with a zero
 * byte, and a further zero byte follows the last one. NULL if they cannot be read. */
static char *databases_of(sqlite3 *db, size_t *size) {
  sqlite3_stmt *databases;
  if (sqlite3_prepare_v2(db, "PRAGMA database_list", -1, &databases, NULL) != SQLITE_OK) return NULL;
  sqlite3_str *text = sqlite3_str_new(NULL);
  int status;
  while ((status = sqlite3_step(databases)) == SQLITE_ROW) {
    for (int column = 1; column <= 2; column++) {
      const char *one = (const char *)sqlite3_column_text(databases, column);
      sqlite3_str_append(text, one ? one : "", (int)strlen(one ? one : "") + 1);
    }
  }
  sqlite3_finalize(databases);
  sqlite3_str_append(text, "", 1);
  *size = (size_t)sqlite3_str_length(text);
  char *list = sqlite3_str_finish(text);
  if (list && status == SQLITE_DONE) return list;
  sqlite3_free(list);
  return NULL;
}

/* Returns the next database in a list of `databases_of`. The name is empty at the end of the list. */
static const char *next_database(const char *database) {
  const char *file = database + strlen(database) + 1;
  return file + strlen(file) + 1;
}

/* Connects the tables of a schema that no statement has used yet, by preparing a statement for each without running it.
 * False if the schema cannot be read. */
static bool connect_tables(sqlite3 *db, const char *schema) {
  sqlite3_stmt *tables, *one;
  char *text = sqlite3_mprintf(
      "SELECT name FROM \"%w\".%s WHERE type = 'table' AND sql LIKE 'create virtual table%%using%%ipf%%'", schema,
      strcmp(schema, "temp") == 0 ? "sqlite_temp_master" : "sqlite_master");
  int status = text ? sqlite3_prepare_v2(db, text, -1, &tables, NULL) : SQLITE_NOMEM;
  sqlite3_free(text);
  if (status != SQLITE_OK) return false;
  while ((status = sqlite3_step(tables)) == SQLITE_ROW) {
    char *question = sqlite3_mprintf("SELECT 1 FROM \"%w\".\"%w\"", schema, sqlite3_column_text(tables, 0));
    /* A table whose catalog file was removed cannot be connected. The error appears when a statement uses the table. */
    if (question && sqlite3_prepare_v2(db, question, -1, &one, NULL) == SQLITE_OK) sqlite3_finalize(one);
    sqlite3_free(question);
  }
  sqlite3_finalize(tables);
  return status == SQLITE_DONE;
}

/* Connects all tables that are not connected yet. Otherwise, the meaning of a name would depend on earlier
 * statements. */
static void connect_all(Connection *connection) {
  size_t size = 0;
  char *databases = databases_of(connection->db, &size);
  bool is_known = databases && connection->databases && connection->databases_size == size &&
                  memcmp(databases, connection->databases, size) == 0;
  bool is_complete = databases != NULL;
  for (const char *one = databases; !is_known && one && *one; one = next_database(one))
    is_complete &= connect_tables(connection->db, one);
  sqlite3_free(connection->databases);
  connection->databases = databases;
  connection->databases_size = is_complete ? size : 0;
}

/* Returns the position of a schema in the order in which SQLite searches for tables. */
static int schema_place(const Connection *connection, const char *schema) {
  if (sqlite3_stricmp(schema, "temp") == 0) return -1;
  int place = 0;
  for (const char *one = connection->databases; one && *one; one = next_database(one), place++)
    if (sqlite3_stricmp(one, schema) == 0) break;
  return place;
}

/* Returns whether a name denotes the table, with its schema (main.t) or without. */
static bool is_named(const Table *table, const char *name) {
  size_t size = strlen(table->schema);
  return sqlite3_stricmp(table->name, name) == 0 ||
         (sqlite3_strnicmp(table->schema, name, (int)size) == 0 && name[size] == '.' &&
          sqlite3_stricmp(table->name, name + size + 1) == 0);
}

/* Returns the table that SQLite would choose for a name, or for NULL among all tables. Also returns the number of
 * candidates. */
static Table *find_table(const Connection *connection, const char *name, int *count) {
  Table *found = NULL;
  *count = 0;
  for (Table *table = connection->tables; table; table = table->next) {
    if (name && !is_named(table, name)) continue;
    if (!found || schema_place(connection, table->schema) < schema_place(connection, found->schema)) found = table;
    ++*count;
  }
  return found;
}

/* Returns whether an error is caused by the name: it cannot be parsed, or nothing has this name. */
static bool is_fault_of_name(ipf_status code) {
  return code == IPF_INVALID_TEXT || code == IPF_NOT_FOUND || code == IPF_INVALID_RULES;
}

ipf_schedule *schedule_named(
    Connection *connection, const char *name, size_t size, const char *table_name, char **message, bool *is_of_name) {
  int count;
  *is_of_name = false;
  connect_all(connection);
  Table *table = find_table(connection, table_name, &count);
  if (table_name && !table) {
    *message = sqlite3_mprintf(
        "found no catalog table %s; create it with CREATE VIRTUAL TABLE %s USING ipf('all.ipfc')", table_name, table_name);
    return NULL;
  }
  bool is_chosen = table_name || count == 1;
  if (is_chosen && table->cursors == 0 && !table_refresh(table, message)) return NULL;
  ipf_error *error;
  ipf_schedule *schedule;
  if (ipf_schedule_open(name, size, is_chosen ? table->snapshot->catalog : NULL, NULL, 0, &schedule, &error) == IPF_OK)
    return schedule;
  ipf_status code = ipf_error_code(error);
  bool is_unknown = code == IPF_NOT_FOUND;
  *message = message_of(error);
  *is_of_name = *message && is_fault_of_name(code) && (is_chosen || !is_unknown);
  if (!is_unknown || is_chosen || !*message) return NULL;
  /* The name may be a symbol, but it is not clear which catalog is meant. */
  *message = sqlite3_mprintf(
      count ? "%z; to look up symbols, name one of the %d catalog tables as the last argument"
            : "%z; to look up symbols, create a catalog table: CREATE VIRTUAL TABLE t USING ipf('all.ipfc')",
      *message, count);
  return NULL;
}
