/* Translates SQL conditions to a filter of the library. The filter may select more rows than SQL does, never fewer. */
#include "extension.h"

/* The range that all terms about a field allow. */
typedef struct Range {
  double from, through;
  bool is_asked;
} Range;

enum { EXPIRATION, LAST_TRADE, STRIKE, RANGE_COUNT };

#define INFINITE (1.0 / 0.0)
static const Range everything = {-INFINITE, INFINITE, false};

void condition_clear(Condition *condition) {
  ipf_filter_free(condition->filter);
  condition->filter = NULL;
}

sqlite3_value *next_value(Term term, sqlite3_value *argument, sqlite3_value *before) {
#if SQLITE_VERSION_NUMBER >= 3038000
  if (term.operator == OPERATOR_IN) {
    sqlite3_value *value = NULL;
    int status = before ? sqlite3_vtab_in_next(argument, &value) : sqlite3_vtab_in_first(argument, &value);
    return status == SQLITE_OK ? value : NULL;
  }
#endif
  return before ? NULL : argument;
}

/* Converts a value to a number in the way of a comparison with a numeric column. False if the value is not a number. */
static bool number_of(sqlite3_value *value, double *number) {
  /* Use a copy, because sqlite3_value_numeric_type changes the type in place, and the value may be shared. */
  sqlite3_value *copy = sqlite3_value_dup(value);
  int type = copy ? sqlite3_value_numeric_type(copy) : SQLITE_NULL;
  bool is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
  if (is_number) *number = sqlite3_value_double(copy);
  sqlite3_value_free(copy);
  return is_number;
}

static bool is_upper(int operator) { return operator == SQLITE_INDEX_CONSTRAINT_LT || operator == SQLITE_INDEX_CONSTRAINT_LE; }
static bool is_lower(int operator) { return operator == SQLITE_INDEX_CONSTRAINT_GT || operator == SQLITE_INDEX_CONSTRAINT_GE; }

static bool is_pattern(int operator) {
  return operator == SQLITE_INDEX_CONSTRAINT_GLOB || operator == SQLITE_INDEX_CONSTRAINT_LIKE;
}

/* Returns the number of bytes before the first wildcard of a pattern. */
static size_t prefix_size(const char *pattern, size_t size, int operator) {
  const char *wildcards = operator == SQLITE_INDEX_CONSTRAINT_GLOB ? "*?[" : "%_";
  size_t length = 0;
  while (length < size && pattern[length] && !strchr(wildcards, pattern[length])) length++;
  return length;
}

/* Returns the range of days whose texts start with a prefix. To find its end, a tilde is appended to the prefix,
 * because it sorts after all digits. */
static Range range_of_prefix(const char *prefix, size_t size) {
  char last[DAY_SIZE + 1];
  if (size > DAY_SIZE) size = DAY_SIZE;
  memcpy(last, prefix, size);
  last[size] = '~';
  return (Range){first_day(prefix, size, false), first_day(last, size + 1, true) - 1, false};
}

/* Returns the range that a comparison allows. Strict comparisons become inclusive, because SQLite compares again. */
static Range range_of(const Field *field, int operator, sqlite3_value *value) {
  Range range = everything;
  if (field->kind == KIND_DAY) {
    const char *text = (const char *)sqlite3_value_text(value);
    size_t size = (size_t)sqlite3_value_bytes(value);
    if (!text) return range;
    if (is_pattern(operator)) return range_of_prefix(text, prefix_size(text, size, operator));
    if (!is_upper(operator)) range.from = first_day(text, size, false);
    if (!is_lower(operator)) range.through = first_day(text, size, true) - 1;
  } else {
    double number;
    if (!number_of(value, &number)) return range;
    if (!is_upper(operator)) range.from = number;
    if (!is_lower(operator)) range.through = number;
  }
  return range;
}

static void glob(Condition *condition, const Field *field, const char *text, size_t size) {
  char *pattern = malloc(size + 1);
  if (!pattern) return;
  /* Patterns of the library have no character sets. So use only the part of the pattern before the set. */
  const char *set = memchr(text, '[', size);
  size_t length = set ? (size_t)(set - text) : size;
  memcpy(pattern, text, length);
  if (set) pattern[length++] = '*';
  if (length == 0) condition->is_empty = true;
  /* If the library rejects the pattern, the filter has no condition for it. */
  ipf_filter_require(condition->filter, field->name, field->size, pattern, length, NULL);
  free(pattern);
}

/* The maximum number of letters of a prefix that are listed in both cases. This results in at most 2^MOST_LETTERS
 * patterns, each of which is found by binary search. */
enum { MOST_LETTERS = 4, MOST_OF_PREFIX = 16 };

/* LIKE ignores the case of ASCII letters, but the library does not. So the filter lists both cases of the first
 * letters. */
static void like(Condition *condition, const Field *field, const char *pattern, size_t size) {
  char prefix[MOST_OF_PREFIX + 1];
  size_t letters[MOST_LETTERS], letter_count = 0, length = 0;
  size = prefix_size(pattern, size, SQLITE_INDEX_CONSTRAINT_LIKE);
  for (; length < size && length < MOST_OF_PREFIX; length++) {
    uint8_t byte = (uint8_t)pattern[length], letter = byte | 0x20;
    /* The prefix ends before a wildcard of the library, and before a byte whose case another implementation of LIKE may
     * ignore. */
    if (byte == '*' || byte == '?' || byte >= 0x80) break;
    if (letter >= 'a' && letter <= 'z') {
      if (letter_count == MOST_LETTERS) break;
      letters[letter_count++] = length;
    }
    prefix[length] = (char)byte;
  }
  if (length == 0) return;
  prefix[length] = '*';
  for (unsigned cases = 0; cases < 1u << letter_count; cases++) {
    for (size_t index = 0; index < letter_count; index++) {
      char letter = prefix[letters[index]] | 0x20;
      prefix[letters[index]] = cases >> index & 1 ? letter : (char)(letter & ~0x20);
    }
    ipf_filter_require(condition->filter, field->name, field->size, prefix, length + 1, NULL);
  }
}

/* The maximum number of comparisons per row for a list of values. The library compares each value of the list with each
 * distinct value of the field. With more comparisons than this, SQLite's own test of all rows is as fast. */
enum { MOST_COMPARISONS_OF_ROW = 64 };

/* Returns the number of list values up to which the library is faster than SQLite. A column without a dictionary has
 * about one distinct value per row. */
static int64_t most_values(const Field *field, const Snapshot *snapshot) {
  int64_t rows = snapshot->count + 1, distinct = field->distinct < MANY_VALUES ? field->distinct + 1 : rows;
  return rows * MOST_COMPARISONS_OF_ROW / distinct;
}

/* Returns whether the library compares a field with a value in the way of SQL. */
static bool is_comparable(const Field *field, sqlite3_value *value) {
  double number;
  if (sqlite3_value_type(value) == SQLITE_NULL) return true;
  if (field->kind == KIND_TEXT || field->kind == KIND_DAY) return sqlite3_value_type(value) == SQLITE_TEXT;
  return number_of(value, &number) && number > -1e15 && number < 1e15;
}

/* Adds an alternative to the texts that a field may have. False if no field can have the value: texts are UTF-8 and not
 * empty, numbers are not zero. */
static bool allow(Condition *condition, const Field *field, sqlite3_value *value) {
  char digits[24];
  const char *text = digits;
  size_t size;
  double number;
  if (field->kind == KIND_TEXT) {
    text = (const char *)sqlite3_value_text(value);
    size = (size_t)sqlite3_value_bytes(value);
  } else {
    if (!number_of(value, &number) || number == 0 || number != (double)(int64_t)number) return false;
    sqlite3_snprintf(sizeof digits, digits, "%lld", (sqlite3_int64)number);
    size = strlen(digits);
  }
  return size > 0 && ipf_filter_require_exactly(condition->filter, field->name, field->size, text, size, NULL) == IPF_OK;
}

void value_range(const Field *field, sqlite3_value *value, double *from, double *through) {
  Range range = sqlite3_value_type(value) == SQLITE_NULL ? (Range){INFINITE, -INFINITE, true}
                : is_comparable(field, value)             ? range_of(field, SQLITE_INDEX_CONSTRAINT_EQ, value)
                                                          : everything;
  *from = range.from;
  *through = range.through;
}

/* Adds a comparison with a value, or with all values of a list. */
static void compare(
    Condition *condition, Range *range, const Field *field, int64_t most, Term term, sqlite3_value *argument) {
  int64_t count = 0;
  Range any = {INFINITE, -INFINITE, true};
  bool can_match = false;
  sqlite3_value *value = NULL;
  while ((value = next_value(term, argument, value)))
    /* The library cannot evaluate this comparison, so add no condition; SQLite tests all rows. */
    if (!is_comparable(field, value) || (!range && ++count > most)) return;
  while ((value = next_value(term, argument, value))) {
    /* A comparison with NULL is never true. */
    if (sqlite3_value_type(value) == SQLITE_NULL) continue;
    if (range) {
      Range one = range_of(field, term.operator, value);
      if (one.from < any.from) any.from = one.from;
      if (one.through > any.through) any.through = one.through;
      can_match |= one.from <= one.through;
    } else {
      can_match |= allow(condition, field, value);
    }
  }
  if (!can_match) condition->is_empty = true;
  if (!range) return;
  if (any.from > range->from) range->from = any.from;
  if (any.through < range->through) range->through = any.through;
  range->is_asked = true;
}

static void add(
    Condition *condition, Range *range, const Field *field, int64_t most, Term term, sqlite3_value *argument) {
  bool is_null = argument && term.operator != OPERATOR_IN && sqlite3_value_type(argument) == SQLITE_NULL;
  if (term.operator == SQLITE_INDEX_CONSTRAINT_ISNOTNULL) {
    ipf_filter_require(condition->filter, field->name, field->size, "?*", 2, NULL);
  } else if (term.operator == SQLITE_INDEX_CONSTRAINT_ISNULL || (is_null && term.operator == SQLITE_INDEX_CONSTRAINT_IS)) {
    ipf_filter_require(condition->filter, field->name, field->size, "", 0, NULL);
  } else if (range || !is_pattern(term.operator)) {
    compare(condition, range, field, most, term, argument);
  } else if (is_null) {
    condition->is_empty = true;
  } else if (sqlite3_value_type(argument) == SQLITE_TEXT) {
    const char *text = (const char *)sqlite3_value_text(argument);
    size_t size = (size_t)sqlite3_value_bytes(argument);
    if (text && term.operator == SQLITE_INDEX_CONSTRAINT_GLOB) glob(condition, field, text, size);
    else if (text) like(condition, field, text, size);
  }
}

/* Returns the day at an end of a range; IPF_NO_DAY if the end is open. */
static int32_t day_of(double end) { return end == INFINITE || end == -INFINITE ? IPF_NO_DAY : (int32_t)end; }

Condition condition_make(const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values) {
  Condition condition = {.filter = ipf_filter_create()};
  Range ranges[RANGE_COUNT] = {everything, everything, everything};
  for (int place = 0; place < plan->term_count; place++) {
    Term term = plan->terms[place];
    sqlite3_value *value = operator_has_value(term.operator) ? *values++ : NULL;
    if (term.column < 0 || term.column >= table->field_count) continue;
    Range *range = term.column == table->expiration   ? &ranges[EXPIRATION]
                   : term.column == table->last_trade ? &ranges[LAST_TRADE]
                   : term.column == table->strike     ? &ranges[STRIKE]
                                                      : NULL;
    if (snapshot->has[term.column]) {
      const Field *field = &table->fields[term.column];
      add(&condition, range, field, most_values(field, snapshot), term, value);
    } else {
      /* The file may have been replaced by one without the field. Then the field is NULL in all rows. */
      bool is_null = term.operator == SQLITE_INDEX_CONSTRAINT_ISNULL ||
                     (term.operator == SQLITE_INDEX_CONSTRAINT_IS && sqlite3_value_type(value) == SQLITE_NULL);
      if (!is_null) condition.is_empty = true;
    }
  }
  for (int place = 0; place < RANGE_COUNT; place++) {
    Range range = ranges[place];
    if (!range.is_asked) continue;
    if (range.from > range.through) condition.is_empty = true;
    else if (place == EXPIRATION)
      ipf_filter_require_expiration(condition.filter, day_of(range.from), day_of(range.through), NULL);
    else if (place == LAST_TRADE)
      ipf_filter_require_last_trade(condition.filter, day_of(range.from), day_of(range.through), NULL);
    else ipf_filter_require_strike(condition.filter, range.from, range.through, NULL);
  }
  return condition;
}
