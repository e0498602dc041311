/* The table-valued function ipf_sessions(name, first, last, table): the trading sessions in a range of days. If a name
 * has no schedule, the result is one row that has only the reason, in the column `fault`. So one bad name in a join
 * does not stop the statement. */
#include "extension.h"

enum { DATE, KIND, OPEN, CLOSE, IS_BEYOND_COVERAGE, FAULT, NAME, FIRST, LAST, TABLE, COLUMN_COUNT };

typedef struct SessionsVtab {
  sqlite3_vtab base;
  Connection *connection;
} SessionsVtab;

typedef struct SessionsCursor {
  sqlite3_vtab_cursor base;
  struct ArrowArrayStream stream;
  struct ArrowArray batch;
  int64_t place, rowid;
  /* The reason why the name has no schedule, which is returned as a single row; NULL if there are the rows of
   * `batch`. */
  char *fault;
  uint8_t code_sizes[COLUMN_COUNT];
  sqlite3_value *arguments[COLUMN_COUNT - NAME];
} SessionsCursor;

static int sessions_connect(
    sqlite3 *db, void *connection, int count, const char *const *arguments, sqlite3_vtab **out, char **message) {
  (void)count, (void)arguments, (void)message;
  /* Also allow the function in views of untrusted schemas. SQLite before 3.31 has no such setting. */
  sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  int status = sqlite3_declare_vtab(
      db, "CREATE TABLE x(date TEXT, kind TEXT, open TEXT, close TEXT, is_beyond_coverage INTEGER, fault TEXT, "
          "name TEXT HIDDEN, first TEXT HIDDEN, last TEXT HIDDEN, catalog TEXT HIDDEN)");
  if (status != SQLITE_OK) return status;
  SessionsVtab *vtab = sqlite3_malloc(sizeof *vtab);
  if (!vtab) return SQLITE_NOMEM;
  *vtab = (SessionsVtab){.connection = connection};
  *out = &vtab->base;
  return SQLITE_OK;
}

static int sessions_disconnect(sqlite3_vtab *vtab) {
  sqlite3_free(vtab);
  return SQLITE_OK;
}

enum { MUST_HAVE = 1 << (NAME - NAME) | 1 << (FIRST - NAME) };

/* Chooses a plan, whose number has one bit for each given argument. */
static int sessions_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info) {
  (void)vtab;
  int given[COLUMN_COUNT - NAME] = {-1, -1, -1, -1}, count = 0;
  for (int place = 0; place < info->nConstraint; place++) {
    const struct sqlite3_index_constraint *one = &info->aConstraint[place];
    if (one->iColumn < NAME || one->op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (!one->usable) return SQLITE_CONSTRAINT;
    given[one->iColumn - NAME] = place;
  }
  for (int argument = 0; argument < COLUMN_COUNT - NAME; argument++) {
    if (given[argument] < 0) continue;
    info->idxNum |= 1 << argument;
    info->aConstraintUsage[given[argument]].argvIndex = ++count;
    info->aConstraintUsage[given[argument]].omit = 1;
  }
  info->estimatedRows = 100;
  /* For the branches of an OR, SQLite asks for plans without the arguments. The high cost makes such a plan the last
   * choice; it fails when it is run. */
  info->estimatedCost = (info->idxNum & MUST_HAVE) == MUST_HAVE ? 1000 : 1e50;
  return SQLITE_OK;
}

static int sessions_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out) {
  (void)vtab;
  SessionsCursor *cursor = sqlite3_malloc(sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  memset(cursor, 0, sizeof *cursor);
  *out = &cursor->base;
  return SQLITE_OK;
}

static void sessions_clear(SessionsCursor *cursor) {
  if (cursor->batch.release) cursor->batch.release(&cursor->batch);
  if (cursor->stream.release) cursor->stream.release(&cursor->stream);
  memset(&cursor->batch, 0, sizeof cursor->batch);
  memset(&cursor->stream, 0, sizeof cursor->stream);
  for (int argument = 0; argument < COLUMN_COUNT - NAME; argument++) {
    sqlite3_value_free(cursor->arguments[argument]);
    cursor->arguments[argument] = NULL;
  }
  sqlite3_free(cursor->fault);
  cursor->fault = NULL;
  cursor->place = cursor->rowid = 0;
}

static int sessions_close(sqlite3_vtab_cursor *cursor) {
  sessions_clear((SessionsCursor *)cursor);
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static int next_batch(SessionsCursor *cursor) {
  cursor->place = 0;
  /* A batch of days without sessions is empty, so continue with the next one. */
  do {
    if (cursor->batch.release) cursor->batch.release(&cursor->batch);
    memset(&cursor->batch, 0, sizeof cursor->batch);
    if (cursor->stream.get_next(&cursor->stream, &cursor->batch))
      return fail(cursor->base.pVtab, arrow_message(&cursor->stream, "ipf_sessions: the sessions can't be read"));
  } while (cursor->batch.release && cursor->batch.length == 0);
  return SQLITE_OK;
}

static bool day_of(sqlite3_value *value, int32_t *day, char **message) {
  const char *text = (const char *)sqlite3_value_text(value);
  size_t size = (size_t)sqlite3_value_bytes(value);
  int64_t moment;
  /* A time of day may follow the date and is ignored. */
  if (text && parse_moment(text, size, &moment) && parse_day(text, size, day)) return true;
  *message = sqlite3_mprintf("ipf_sessions: '%s' is not a date; expected one such as '2026-11-27'", text ? text : "");
  return false;
}

static int sessions_filter(sqlite3_vtab_cursor *base, int given, const char *words, int count, sqlite3_value **values) {
  (void)words, (void)count;
  SessionsCursor *cursor = (SessionsCursor *)base;
  Connection *connection = ((SessionsVtab *)base->pVtab)->connection;
  sqlite3_value **arguments = cursor->arguments;
  sessions_clear(cursor);
  if ((given & MUST_HAVE) != MUST_HAVE)
    return fail(base->pVtab, sqlite3_mprintf("expected ipf_sessions('AAPL', '2026-11-23', '2026-11-27'): a symbol, a venue or "
                                             "trading hours, the first day and the last"));
  for (int argument = 0; argument < COLUMN_COUNT - NAME; argument++) {
    if (!(given >> argument & 1)) continue;
    if (sqlite3_value_type(*values) == SQLITE_NULL) {
      /* If an argument is NULL, there are no rows, as a function would return NULL. */
      sessions_clear(cursor);
      return SQLITE_OK;
    }
    if (!(arguments[argument] = sqlite3_value_dup(*values++))) return SQLITE_NOMEM;
  }
  int32_t first, last;
  char *message = NULL;
  if (!day_of(arguments[FIRST - NAME], &first, &message)) return fail(base->pVtab, message);
  last = first;
  if (arguments[LAST - NAME] && !day_of(arguments[LAST - NAME], &last, &message)) return fail(base->pVtab, message);
  const char *name = (const char *)sqlite3_value_text(arguments[0]);
  const char *table = arguments[TABLE - NAME] ? (const char *)sqlite3_value_text(arguments[TABLE - NAME]) : NULL;
  bool is_of_name;
  ipf_schedule *schedule =
      schedule_named(connection, name, (size_t)sqlite3_value_bytes(arguments[0]), table, &message, &is_of_name);
  if (!schedule && !is_of_name) return fail(base->pVtab, message);
  if (!schedule) {
    /* Use only the first line; the others show the position in the text. */
    message[strcspn(message, "\n")] = 0;
    cursor->fault = message;
    return SQLITE_OK;
  }
  ipf_error *error = NULL;
  ipf_status status = ipf_schedule_sessions(schedule, first, last, IPF_TRADING, &cursor->stream, &error);
  ipf_schedule_free(schedule);
  if (status != IPF_OK) return fail(base->pVtab, message_of(error));
  return arrow_code_sizes(&cursor->stream, cursor->code_sizes) ? next_batch(cursor) : SQLITE_NOMEM;
}

static int sessions_next(sqlite3_vtab_cursor *base) {
  SessionsCursor *cursor = (SessionsCursor *)base;
  cursor->rowid++;
  if (cursor->fault) {
    sqlite3_free(cursor->fault);
    cursor->fault = NULL;
    return SQLITE_OK;
  }
  return ++cursor->place < cursor->batch.length ? SQLITE_OK : next_batch(cursor);
}

static int sessions_eof(sqlite3_vtab_cursor *base) {
  SessionsCursor *cursor = (SessionsCursor *)base;
  return !cursor->batch.release && !cursor->fault;
}

static int sessions_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((SessionsCursor *)base)->rowid;
  return SQLITE_OK;
}

static int sessions_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
  SessionsCursor *cursor = (SessionsCursor *)base;
  if (column >= NAME) {
    if (cursor->arguments[column - NAME]) sqlite3_result_value(context, cursor->arguments[column - NAME]);
    return SQLITE_OK;
  }
  if (cursor->fault || column == FAULT) {
    if (cursor->fault && column == FAULT) sqlite3_result_text(context, cursor->fault, -1, SQLITE_TRANSIENT);
    return SQLITE_OK;
  }
  const struct ArrowArray *array = cursor->batch.children[column];
  if (arrow_is_null(array, cursor->place)) return SQLITE_OK;
  int64_t place = cursor->place + array->offset;
  char text[MOMENT_SIZE + 1];
  ipf_text kind;
  switch (column) {
  case DATE:
    day_text(((const int32_t *)array->buffers[1])[place], text);
    sqlite3_result_text(context, text, DAY_SIZE, SQLITE_TRANSIENT);
    break;
  case KIND:
    kind = arrow_text(array, cursor->code_sizes[column], cursor->place);
    sqlite3_result_text(context, kind.data, (int)kind.size, SQLITE_TRANSIENT);
    break;
  case OPEN:
  case CLOSE:
    moment_text(((const int64_t *)array->buffers[1])[place], text);
    sqlite3_result_text(context, text, MOMENT_SIZE, SQLITE_TRANSIENT);
    break;
  case IS_BEYOND_COVERAGE:
    sqlite3_result_int(context, ((const uint8_t *)array->buffers[1])[place / 8] >> (place % 8) & 1);
    break;
  }
  return SQLITE_OK;
}

sqlite3_module sessions_module = {
    .xConnect = sessions_connect,
    .xBestIndex = sessions_best_index,
    .xDisconnect = sessions_disconnect,
    .xOpen = sessions_open,
    .xClose = sessions_close,
    .xFilter = sessions_filter,
    .xNext = sessions_next,
    .xEof = sessions_eof,
    .xColumn = sessions_column,
    .xRowid = sessions_rowid,
};
