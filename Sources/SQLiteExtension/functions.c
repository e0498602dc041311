/* The functions ipf_is_open and ipf_round. */
#include "extension.h"

static void result_message(sqlite3_context *context, char *message) {
  if (!message) {
    sqlite3_result_error_nomem(context);
    return;
  }
  sqlite3_result_error(context, message, -1);
  sqlite3_free(message);
}

/* A schedule that is cached for the following rows, and the table for its symbols; NULL if no table is given. */
typedef struct KeptSchedule {
  ipf_schedule *schedule;
  char *table;
} KeptSchedule;

static void free_schedule(void *pointer) {
  KeptSchedule *kept = pointer;
  ipf_schedule_free(kept->schedule);
  sqlite3_free(kept->table);
  sqlite3_free(kept);
}

static KeptSchedule *keep_schedule(ipf_schedule *schedule, const char *table) {
  KeptSchedule *kept = sqlite3_malloc(sizeof *kept);
  if (kept) *kept = (KeptSchedule){schedule, table ? sqlite3_mprintf("%s", table) : NULL};
  if (kept && (kept->table || !table)) return kept;
  sqlite3_free(kept);
  ipf_schedule_free(schedule);
  return NULL;
}

static void free_price(void *price) { ipf_price_free(price); }

/* The limits of a text that is read as seconds. A shorter text is more likely a year or a day. */
enum { LEAST_SECONDS_DIGITS = 9, MOST_SECONDS_DIGITS = 12 };

/* Parses a moment: a text in SQLite's format, or seconds since 1970, also as the text that strftime('%s') returns. */
static bool moment_of(sqlite3_value *value, int64_t *microseconds) {
  const char *text;
  size_t size;
  double seconds;
  switch (sqlite3_value_type(value)) {
  case SQLITE_INTEGER:
    return !__builtin_mul_overflow(sqlite3_value_int64(value), 1000000, microseconds);
  case SQLITE_FLOAT:
    seconds = sqlite3_value_double(value);
    if (!(seconds > -9e12 && seconds < 9e12)) return false;
    /* Convert whole seconds and the fraction separately, because their product as a double would lose a microsecond. */
    *microseconds = (int64_t)seconds * 1000000 + (int64_t)((seconds - (double)(int64_t)seconds) * 1e6);
    return true;
  case SQLITE_TEXT:
    text = (const char *)sqlite3_value_text(value);
    size = (size_t)sqlite3_value_bytes(value);
    if (text && size >= LEAST_SECONDS_DIGITS && size <= MOST_SECONDS_DIGITS && strspn(text, "0123456789") == size)
      return !__builtin_mul_overflow(sqlite3_value_int64(value), 1000000, microseconds);
    return text && parse_moment(text, size, microseconds);
  default:
    return false;
  }
}

/* ipf_is_open(name, moment), ipf_is_open(name, moment, table): 1 if the moment is within a session, including pre- and
 * after-market, otherwise 0. The result is NULL if the name has no schedule, so that one bad row does not stop a
 * statement. */
static void is_open(sqlite3_context *context, int count, sqlite3_value **values) {
  for (int place = 0; place < count; place++)
    if (sqlite3_value_type(values[place]) == SQLITE_NULL) return;
  int64_t moment;
  char *message = NULL;
  if (!moment_of(values[1], &moment)) {
    const unsigned char *text = sqlite3_value_text(values[1]);
    result_message(context, sqlite3_mprintf("ipf_is_open: '%s' is not a time; expected UTC such as '2026-11-27 15:30', "
                                            "or seconds since 1970", text ? (const char *)text : ""));
    return;
  }
  const char *table = count > 2 ? (const char *)sqlite3_value_text(values[2]) : NULL;
  KeptSchedule *kept = sqlite3_get_auxdata(context, 0);
  bool is_new = !kept || (table && strcmp(kept->table, table) != 0);
  if (is_new) {
    const char *name = (const char *)sqlite3_value_text(values[0]);
    bool is_of_name;
    ipf_schedule *schedule = schedule_named(
        sqlite3_user_data(context), name, (size_t)sqlite3_value_bytes(values[0]), table, &message, &is_of_name);
    kept = schedule ? keep_schedule(schedule, table) : NULL;
    if (!kept && is_of_name) sqlite3_free(message);
    else if (!kept) result_message(context, message);
    if (!kept) return;
  }
  uint8_t open;
  ipf_error *error;
  if (ipf_schedule_is_open(kept->schedule, &moment, 1, IPF_MICROSECONDS, IPF_TRADING, &open, &error) == IPF_OK)
    sqlite3_result_int(context, open);
  else result_message(context, message_of(error));
  /* If the name is a constant, SQLite caches the schedule for the following rows; otherwise, SQLite frees it. */
  if (is_new) sqlite3_set_auxdata(context, 0, kept, free_schedule);
}

/* ipf_round(price, increments): the nearest multiple of the increment at the price; ties go to the even multiple. The
 * result is NULL if the increments cannot be parsed, so that one bad row does not stop a statement. */
static void round_price(sqlite3_context *context, int count, sqlite3_value **values) {
  for (int place = 0; place < count; place++)
    if (sqlite3_value_type(values[place]) == SQLITE_NULL) return;
  ipf_error *error = NULL;
  ipf_price *price = sqlite3_get_auxdata(context, 1);
  bool is_new = !price;
  double number = sqlite3_value_double(values[0]), rounded;
  const char *text = (const char *)sqlite3_value_text(values[1]);
  if (is_new && ipf_price_open(text, (size_t)sqlite3_value_bytes(values[1]), &price, &error) != IPF_OK) {
    ipf_error_free(error);
    return;
  }
  if (ipf_price_round(price, &number, 1, IPF_HALF_EVEN, &rounded, &error) != IPF_OK) result_message(context, message_of(error));
  else sqlite3_result_double(context, rounded);
  if (is_new && price) sqlite3_set_auxdata(context, 1, price, free_price);
}

int functions_register(Connection *connection) {
  static const struct {
    const char *name;
    int count, flags;
    void (*body)(sqlite3_context *, int, sqlite3_value **);
  } functions[] = {
      /* The functions are not SQLITE_DETERMINISTIC. Their results are constant within a statement, but change if the
       * catalog is replaced. */
      {"ipf_is_open", 2, SQLITE_UTF8 | SQLITE_INNOCUOUS, is_open},
      {"ipf_is_open", 3, SQLITE_UTF8 | SQLITE_INNOCUOUS, is_open},
      {"ipf_round", 2, SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC, round_price},
  };
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    connection->references++;
    int status = sqlite3_create_function_v2(
        connection->db, functions[index].name, functions[index].count, functions[index].flags, connection,
        functions[index].body, NULL, NULL, connection_release);
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}
