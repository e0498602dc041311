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

static void free_schedule(void *schedule) { ipf_schedule_free(schedule); }
static void free_price(void *price) { ipf_price_free(price); }

/* A moment: a text as SQLite writes it, or seconds since 1970. */
static bool moment_of(sqlite3_value *value, int64_t *microseconds) {
  const char *text;
  switch (sqlite3_value_type(value)) {
  case SQLITE_INTEGER:
    return !__builtin_mul_overflow(sqlite3_value_int64(value), 1000000, microseconds);
  case SQLITE_TEXT:
    text = (const char *)sqlite3_value_text(value);
    return text && parse_moment(text, (size_t)sqlite3_value_bytes(value), microseconds);
  default:
    return false;
  }
}

/* ipf_is_open(name, moment), ipf_is_open(name, moment, table): 1 where a session, pre- and after-market included, holds it. */
static void is_open(sqlite3_context *context, int count, sqlite3_value **values) {
  for (int place = 0; place < count; place++)
    if (sqlite3_value_type(values[place]) == SQLITE_NULL) return;
  int64_t moment;
  char *message = NULL;
  if (!moment_of(values[1], &moment)) {
    const unsigned char *text = sqlite3_value_text(values[1]);
    result_message(context, sqlite3_mprintf("ipf_is_open: '%s' is no time; expected one in UTC as '2026-11-27 15:30', or seconds "
                                            "since 1970", text ? (const char *)text : ""));
    return;
  }
  ipf_schedule *schedule = sqlite3_get_auxdata(context, 0);
  bool is_new = !schedule;
  if (is_new) {
    const char *name = (const char *)sqlite3_value_text(values[0]);
    const char *table = count > 2 ? (const char *)sqlite3_value_text(values[2]) : NULL;
    schedule = schedule_named(sqlite3_user_data(context), name, (size_t)sqlite3_value_bytes(values[0]), table, &message);
    if (!schedule) {
      result_message(context, message);
      return;
    }
  }
  uint8_t open;
  ipf_error *error;
  if (ipf_schedule_is_open(schedule, &moment, 1, IPF_MICROSECONDS, IPF_TRADING, &open, &error) == IPF_OK)
    sqlite3_result_int(context, open);
  else result_message(context, message_of(error));
  /* Kept for the rows to come where the name is a constant, else freed. */
  if (is_new) sqlite3_set_auxdata(context, 0, schedule, free_schedule);
}

/* ipf_round(price, increments): the nearest multiple of the step, ties to the even one. */
static void round_price(sqlite3_context *context, int count, sqlite3_value **values) {
  for (int place = 0; place < count; place++)
    if (sqlite3_value_type(values[place]) == SQLITE_NULL) return;
  ipf_error *error = NULL;
  ipf_price *price = sqlite3_get_auxdata(context, 1);
  bool is_new = !price;
  double number = sqlite3_value_double(values[0]), rounded;
  const char *text = (const char *)sqlite3_value_text(values[1]);
  if ((is_new && ipf_price_open(text, (size_t)sqlite3_value_bytes(values[1]), &price, &error) != IPF_OK) ||
      ipf_price_round(price, &number, 1, IPF_HALF_EVEN, &rounded, &error) != IPF_OK)
    result_message(context, message_of(error));
  else sqlite3_result_double(context, rounded);
  if (is_new && price) sqlite3_set_auxdata(context, 1, price, free_price);
}

int functions_register(Connection *connection) {
  static const struct {
    const char *name;
    int count, flags;
    void (*body)(sqlite3_context *, int, sqlite3_value **);
  } functions[] = {
      /* The same question has the same answer while a statement runs, but not for ever: the catalog may be replaced. */
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
