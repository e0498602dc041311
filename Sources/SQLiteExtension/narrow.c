/* Speeds up repeated filters in a join. For example, a self join of calls and puts filters the inner table once per row
 * of the outer table:
 *
 *     underlying = 'SPY' AND type = 'OPTION' AND expiration = ? AND strike = ?
 *
 * The first two terms have the same values each time. So the rows that these terms select are stored together with
 * their days and strikes. For the following outer rows, only the days and strikes are compared. SQLite tests the rows
 * again, as with any filter. */
#include "extension.h"

enum {
  /* The number of equal filters in succession before rows are stored. Storing rows takes about as long as two
   * filters. */
  LEAST_REPETITIONS = 3,
  /* The maximum number of stored rows. Comparing more rows takes longer than a filter that uses the catalog's
   * indexes. */
  MOST_STORED = 1 << 18
};

void narrowed_clear(Narrowed *narrowed) {
  for (int place = 0; place < narrowed->value_count; place++) sqlite3_value_free(narrowed->values[place]);
  for (int place = 0; place < MOST_NARROWED; place++) free(narrowed->numbers[place]);
  row_list_clear(&narrowed->list);
  *narrowed = (Narrowed){0};
}

/* Returns whether a term is evaluated here by comparing each row, instead of by the filter. */
static bool is_compared(const Table *table, Term term) {
  return term.operator == SQLITE_INDEX_CONSTRAINT_EQ &&
         (term.column == table->expiration || term.column == table->last_trade || term.column == table->strike);
}

static bool is_same(sqlite3_value *one, sqlite3_value *other) {
  int type = sqlite3_value_type(one);
  if (type != sqlite3_value_type(other)) return false;
  if (type == SQLITE_INTEGER) return sqlite3_value_int64(one) == sqlite3_value_int64(other);
  if (type == SQLITE_FLOAT) return sqlite3_value_double(one) == sqlite3_value_double(other);
  if (type == SQLITE_NULL) return true;
  const void *bytes = sqlite3_value_blob(one), *others = sqlite3_value_blob(other);
  int size = sqlite3_value_bytes(one);
  return size == sqlite3_value_bytes(other) && (size == 0 || (bytes && others && memcmp(bytes, others, (size_t)size) == 0));
}

/* Separates the terms that are compared here, and their values, from the terms and values of the filter. False if one
 * of the two groups is empty, or if a term does not allow storing rows. */
static bool split(
    const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values, Plan *filter, sqlite3_value **filtered,
    Term *compared, sqlite3_value **numbers, int *compared_count) {
  *filter = *plan;
  filter->term_count = 0;
  *compared_count = 0;
  if (plan->order_count) return false;
  for (int place = 0; place < plan->term_count; place++) {
    Term term = plan->terms[place];
    sqlite3_value *value = operator_has_value(term.operator) ? *values++ : NULL;
    if (term.operator == OPERATOR_IN || term.column < 0 || term.column >= table->field_count || !snapshot->has[term.column])
      return false;
    if (is_compared(table, term) && *compared_count < MOST_NARROWED) {
      compared[*compared_count] = term;
      numbers[(*compared_count)++] = value;
    } else {
      if (value) *filtered++ = value;
      filter->terms[filter->term_count++] = term;
    }
  }
  return *compared_count && filter->term_count;
}

/* Counts equal filters in succession. Returns true if there were enough of them to store the rows. */
static bool is_repeated(Narrowed *narrowed, const Plan *plan, const Plan *filter, sqlite3_value **filtered) {
  int count = 0;
  for (int place = 0; place < filter->term_count; place++) count += operator_has_value(filter->terms[place].operator);
  bool is_equal = narrowed->plan == plan;
  for (int place = 0; is_equal && place < count; place++) is_equal = is_same(narrowed->values[place], filtered[place]);
  if (is_equal) return ++narrowed->repetitions >= LEAST_REPETITIONS;
  narrowed_clear(narrowed);
  for (; narrowed->value_count < count; narrowed->value_count++)
    if (!(narrowed->values[narrowed->value_count] = sqlite3_value_dup(filtered[narrowed->value_count]))) return false;
  narrowed->plan = plan;
  narrowed->repetitions = 1;
  return false;
}

/* Returns the numbers of a column; NaN for NULL. */
static double *read_numbers(const Snapshot *snapshot, const RowList *list, const Field *field, char **message) {
  ipf_error *error = NULL;
  struct ArrowArrayStream stream;
  struct ArrowArray batch;
  ipf_text name = {field->name, field->size};
  if (ipf_catalog_columns(snapshot->catalog, list->handle, &name, 1, &stream, &error) != IPF_OK) {
    *message = message_of(error);
    return NULL;
  }
  double *numbers = malloc(((size_t)list->count + 1) * sizeof *numbers);
  int64_t row = 0;
  while (numbers && row < list->count && stream.get_next(&stream, &batch) == 0 && batch.release) {
    const struct ArrowArray *column = batch.children[0];
    for (int64_t index = 0; index < column->length && row < list->count; index++, row++) {
      int64_t place = index + column->offset;
      numbers[row] = arrow_is_null(column, index)  ? __builtin_nan("")
                     : field->kind == KIND_DAY ? ((const int32_t *)column->buffers[1])[place]
                                               : ((const double *)column->buffers[1])[place];
    }
    batch.release(&batch);
  }
  if (numbers && row < list->count) {
    *message = arrow_message(&stream, "ipf: the days and strikes can't be read");
    free(numbers);
    numbers = NULL;
  }
  stream.release(&stream);
  return numbers;
}

/* Stores the rows that the filter selects, with their days and strikes. */
static bool store(
    Narrowed *narrowed, const Table *table, const Snapshot *snapshot, const Plan *filter, sqlite3_value **filtered,
    const Term *compared, int compared_count, char **message) {
  if (!select_rows(&narrowed->list, table, snapshot, filter, filtered, message)) return false;
  narrowed->is_stored = true;
  if (narrowed->list.count > MOST_STORED) {
    row_list_clear(&narrowed->list);
    narrowed->is_too_large = true;
  }
  for (int place = 0; !narrowed->is_too_large && place < compared_count; place++)
    if (!(narrowed->numbers[place] =
              read_numbers(snapshot, &narrowed->list, &table->fields[compared[place].column], message)))
      return false;
  return true;
}

/* Appends the stored rows that meet the compared terms. */
static bool add_rows(
    RowList *list, const Narrowed *narrowed, const Table *table, const Term *compared, sqlite3_value **values, int count) {
  double from[MOST_NARROWED], through[MOST_NARROWED];
  for (int place = 0; place < count; place++)
    value_range(&table->fields[compared[place].column], values[place], &from[place], &through[place]);
  int64_t *rows = malloc(((size_t)narrowed->list.count + 1) * sizeof *rows);
  if (!rows) return false;
  int64_t found = 0;
  for (int64_t row = 0; row < narrowed->list.count; row++) {
    bool is_in = true;
    for (int place = 0; is_in && place < count; place++) {
      double number = narrowed->numbers[place][row];
      is_in = number >= from[place] && number <= through[place];
    }
    if (is_in) rows[found++] = row_list_at(&narrowed->list, row);
  }
  *list = (RowList){.rows = rows, .count = found, .memory = rows};
  return true;
}

bool select_repeatedly(
    Narrowed *narrowed, RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values,
    char **message) {
  Plan filter;
  Term compared[MOST_NARROWED];
  sqlite3_value *filtered[MOST_TERMS], *numbers[MOST_NARROWED];
  int count;
  if (!split(table, snapshot, plan, values, &filter, filtered, compared, numbers, &count) ||
      !is_repeated(narrowed, plan, &filter, filtered) || narrowed->is_too_large)
    return select_rows(list, table, snapshot, plan, values, message);
  if (!narrowed->is_stored && !store(narrowed, table, snapshot, &filter, filtered, compared, count, message)) {
    narrowed_clear(narrowed);
    return false;
  }
  if (narrowed->is_too_large) return select_rows(list, table, snapshot, plan, values, message);
  return add_rows(list, narrowed, table, compared, numbers, count);
}
