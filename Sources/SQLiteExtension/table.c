/* The module ipf: CREATE VIRTUAL TABLE t USING ipf('all.ipfc'). If fields follow the path, the table has only these
 * columns. as_of = '2026-03-31' selects an earlier state of the catalog. */
#include "extension.h"

static const char *const hidden_names[HIDDEN_COUNT] = {
    [HIDDEN_RANK] = "rank", [HIDDEN_TIER] = "tier", [HIDDEN_REASON] = "reason"};

/* Returns the text of an argument, without its SQL quotes if it has any. */
static char *unquoted(const char *argument) {
  size_t size = strlen(argument);
  char open = argument[0], close = open == '[' ? ']' : open;
  bool is_quoted = size >= 2 && argument[size - 1] == close && strchr("'\"`[", open);
  char *text = sqlite3_malloc64(size + 1);
  if (!text) return NULL;
  if (!is_quoted) return memcpy(text, argument, size + 1);
  char *end = text;
  for (size_t at = 1; at < size - 1; at++) {
    *end++ = argument[at];
    /* A quote inside a quoted text is doubled. */
    if (argument[at] == close && at + 1 < size - 1 && argument[at + 1] == close) at++;
  }
  *end = 0;
  return text;
}

static Kind kind_of(const char *format) {
  if (strcmp(format, "l") == 0) return KIND_INTEGER;
  if (strcmp(format, "g") == 0) return KIND_NUMBER;
  if (strcmp(format, "tdD") == 0) return KIND_DAY;
  return KIND_TEXT;
}

/* Reads the type and the number of distinct values of each field from the schema and one row of a stream. */
static bool learn_fields(Table *table, ipf_catalog *catalog, const ipf_text *names, size_t count, char **message) {
  ipf_error *error = NULL;
  ipf_rows *rows = NULL;
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  struct ArrowArray batch;
  if (ipf_catalog_select(catalog, NULL, IPF_BY_RANK, 0, 1, &rows, &error) != IPF_OK ||
      ipf_catalog_columns(catalog, rows, names, count, &stream, &error) != IPF_OK) {
    ipf_rows_free(rows);
    *message = message_of(error);
    return false;
  }
  ipf_rows_free(rows);
  bool has_schema = stream.get_schema(&stream, &schema) == 0;
  if (!has_schema || stream.get_next(&stream, &batch)) {
    *message = arrow_message(&stream, "ipf: the catalog's columns can't be read");
    if (has_schema) schema.release(&schema);
    stream.release(&stream);
    return false;
  }
  table->fields = calloc((size_t)schema.n_children + 1, sizeof *table->fields);
  bool is_complete = table->fields != NULL;
  for (int place = 0; is_complete && place < schema.n_children; place++) {
    Field *field = &table->fields[table->field_count++];
    const char *name = schema.children[place]->name;
    field->name = sqlite3_mprintf("%s", name);
    is_complete = field->name != NULL;
    field->size = strlen(name);
    field->kind = kind_of(schema.children[place]->format);
    const struct ArrowArray *codes = batch.release ? batch.children[place]->dictionary : NULL;
    field->distinct = codes ? codes->length : MANY_VALUES;
    if (strcmp(name, "SYMBOL") == 0) table->symbol = place;
    if (strcmp(name, "EXPIRATION") == 0) table->expiration = place;
    if (strcmp(name, "LAST_TRADE") == 0) table->last_trade = place;
    if (strcmp(name, "STRIKE") == 0) table->strike = place;
  }
  if (batch.release) batch.release(&batch);
  schema.release(&schema);
  stream.release(&stream);
  if (!is_complete) *message = message_of(NULL);
  return is_complete;
}

static bool learn_identifiers(Table *table, ipf_catalog *catalog, char **message) {
  ipf_error *error = NULL;
  ipf_names *names = NULL;
  if (ipf_catalog_identifier_fields(catalog, &names, &error) != IPF_OK) {
    *message = message_of(error);
    return false;
  }
  for (int place = 0; place < table->field_count; place++) {
    Field *field = &table->fields[place];
    for (size_t index = 0; index < ipf_names_count(names); index++) {
      ipf_text name = ipf_names_at(names, index);
      if (name.size == field->size && memcmp(name.data, field->name, name.size) == 0) field->is_identifier = true;
    }
  }
  ipf_names_free(names);
  return true;
}

static int compare_names(const void *left, const void *right) {
  return strcmp((*(const Field *const *)left)->name, (*(const Field *const *)right)->name);
}

/* A condition identifies a field by its column, so no field may occur twice. */
static bool has_each_once(const Table *table, char **message) {
  const Field **fields = malloc(((size_t)table->field_count + 1) * sizeof *fields);
  if (!fields) {
    *message = message_of(NULL);
    return false;
  }
  for (int place = 0; place < table->field_count; place++) fields[place] = &table->fields[place];
  qsort(fields, (size_t)table->field_count, sizeof *fields, compare_names);
  const Field *twice = NULL;
  for (int place = 1; place < table->field_count && !twice; place++)
    if (strcmp(fields[place - 1]->name, fields[place]->name) == 0) twice = fields[place];
  if (twice) *message = sqlite3_mprintf("ipf: the field %s is named twice; name it once", twice->name);
  free(fields);
  return !twice;
}

/* Returns the value of an argument `as_of = value`; NULL for any other argument. */
static const char *moment_in(const char *argument) {
  if (sqlite3_strnicmp(argument, "as_of", 5) != 0) return NULL;
  argument += 5 + strspn(argument + 5, " \t\r\n");
  return *argument == '=' ? argument + 1 + strspn(argument + 1, " \t\r\n") : NULL;
}

/* Parses the arguments after the path, and reads the required data from the catalog. */
static bool learn(Table *table, int count, const char *const *arguments, char **message) {
  ipf_text *names = calloc((size_t)count + 1, sizeof *names);
  char **texts = calloc((size_t)count + 1, sizeof *texts);
  size_t name_count = 0;
  bool done = names && texts;
  for (int index = 0; done && index < count; index++) {
    const char *moment = moment_in(arguments[index]);
    char *text = unquoted(moment ? moment : arguments[index]);
    done = text != NULL;
    if (moment) {
      sqlite3_free(table->moment);
      table->moment = text;
    } else if (text) {
      texts[name_count] = text;
      names[name_count++] = (ipf_text){text, IPF_TERMINATED};
    }
  }
  if (!done) *message = message_of(NULL);
  ipf_catalog *catalog = done ? catalog_open(table, message) : NULL;
  done = catalog && learn_fields(table, catalog, name_count ? names : NULL, name_count, message) &&
         has_each_once(table, message) && learn_identifiers(table, catalog, message);
  for (size_t index = 0; index < name_count; index++) sqlite3_free(texts[index]);
  free(texts);
  free(names);
  ipf_catalog_free(catalog);
  return done;
}

static int declare(Table *table, sqlite3 *db, char **message) {
  static const char *const types[] = {
      [KIND_TEXT] = "TEXT", [KIND_INTEGER] = "INTEGER", [KIND_NUMBER] = "REAL", [KIND_DAY] = "TEXT"};
  int count = table->field_count + HIDDEN_COUNT, most = sqlite3_limit(db, SQLITE_LIMIT_COLUMN, -1);
  if (count > most) {
    *message = sqlite3_mprintf(
        "%s has %d fields, but a table has at most %d; name the fields that you need: USING ipf('…', SYMBOL, TYPE)",
        table->path, table->field_count, most - HIDDEN_COUNT);
    return SQLITE_ERROR;
  }
  ColumnNames names;
  sqlite3_str *text = sqlite3_str_new(db);
  int status = names_init(&names, count) ? SQLITE_OK : SQLITE_NOMEM;
  for (int place = 0; place < count && status == SQLITE_OK; place++) {
    int hidden = place - table->field_count;
    const char *name = hidden < 0 ? table->fields[place].name : hidden == HIDDEN_QUERY ? table->name : hidden_names[hidden];
    const char *unique = names_add(&names, name);
    if (unique && hidden == HIDDEN_QUERY) table->query_name = sqlite3_mprintf("%s", unique);
    if (!unique || (hidden == HIDDEN_QUERY && !table->query_name)) status = SQLITE_NOMEM;
    else
      sqlite3_str_appendf(text, "%s\"%w\" %s", place ? ", " : "CREATE TABLE x(", unique,
                          hidden < 0              ? types[table->fields[place].kind]
                          : hidden == HIDDEN_RANK ? "INTEGER HIDDEN"
                                                  : "TEXT HIDDEN");
  }
  sqlite3_str_appendall(text, ")");
  char *declaration = sqlite3_str_finish(text);
  if (!declaration) status = SQLITE_NOMEM;
  if (status == SQLITE_OK) status = sqlite3_declare_vtab(db, declaration);
  if (status != SQLITE_OK) *message = sqlite3_mprintf("%s", sqlite3_errmsg(db));
  sqlite3_free(declaration);
  names_clear(&names);
  return status;
}

static int table_disconnect(sqlite3_vtab *vtab) {
  Table *table = (Table *)vtab;
  table->connection->databases_size = 0;
  for (Table **place = &table->connection->tables; *place; place = &(*place)->next) {
    if (*place == table) {
      *place = table->next;
      break;
    }
  }
  for (int place = 0; place < table->field_count; place++) sqlite3_free(table->fields[place].name);
  for (int place = 0; place < table->plan_count; place++) {
    sqlite3_free(table->plans[place]->words);
    free(table->plans[place]);
  }
  free(table->plans);
  free(table->fields);
  snapshot_release(table->snapshot);
  sqlite3_free(table->schema);
  sqlite3_free(table->name);
  sqlite3_free(table->path);
  sqlite3_free(table->moment);
  sqlite3_free(table->query_name);
  sqlite3_free(table);
  return SQLITE_OK;
}

static int table_connect(
    sqlite3 *db, void *connection, int count, const char *const *arguments, sqlite3_vtab **out, char **message) {
  if (count < 4) {
    *message = sqlite3_mprintf(
        "ipf: expected the path of a catalog: CREATE VIRTUAL TABLE %s USING ipf('all.ipfc')", arguments[2]);
    return SQLITE_ERROR;
  }
  Table *table = sqlite3_malloc(sizeof *table);
  if (!table) return SQLITE_NOMEM;
  *table = (Table){.connection = connection, .symbol = -1, .expiration = -1, .last_trade = -1, .strike = -1};
  table->schema = sqlite3_mprintf("%s", arguments[1]);
  table->name = sqlite3_mprintf("%s", arguments[2]);
  table->path = unquoted(arguments[3]);
  int status = table->schema && table->name && table->path ? SQLITE_OK : SQLITE_NOMEM;
  if (status == SQLITE_OK && !learn(table, count - 4, arguments + 4, message)) status = SQLITE_ERROR;
  if (status == SQLITE_OK) status = declare(table, db, message);
  if (status == SQLITE_OK && !(table->snapshot = snapshot_open(table, message))) status = SQLITE_ERROR;
  if (status != SQLITE_OK) {
    table_disconnect(&table->base);
    return status;
  }
  table->next = table->connection->tables;
  table->connection->tables = table;
  *out = &table->base;
  return SQLITE_OK;
}

bool table_refresh(Table *table, char **message) {
  if (snapshot_is_current(table->snapshot, table->path)) return true;
  Snapshot *snapshot = snapshot_open(table, message);
  if (!snapshot) return false;
  snapshot_release(table->snapshot);
  table->snapshot = snapshot;
  return true;
}

static int table_rename(sqlite3_vtab *vtab, const char *name) {
  Table *table = (Table *)vtab;
  char *copy = sqlite3_mprintf("%s", name);
  if (!copy) return SQLITE_NOMEM;
  sqlite3_free(table->name);
  table->name = copy;
  return SQLITE_OK;
}

sqlite3_module table_module = {
    .xCreate = table_connect,
    .xConnect = table_connect,
    .xBestIndex = table_best_index,
    .xDisconnect = table_disconnect,
    .xDestroy = table_disconnect,
    .xOpen = cursor_open,
    .xClose = cursor_close,
    .xFilter = cursor_filter,
    .xNext = cursor_next,
    .xEof = cursor_eof,
    .xColumn = cursor_column,
    .xRowid = cursor_rowid,
    .xFindFunction = table_find_function,
    .xRename = table_rename,
};
