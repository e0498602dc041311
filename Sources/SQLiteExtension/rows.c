/* Finds the rows of a plan, by an index or a filter. */
#include "extension.h"

void row_list_clear(RowList *list) {
  ipf_rows_free(list->handle);
  free(list->memory);
  *list = (RowList){0};
}

/* ---- Listing ---- */

bool select_rows(
    RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values, char **message) {
  const OrderTerm *first = plan->order_count ? &plan->order[0] : NULL;
  bool by_symbol = first && first->column != ROWID_COLUMN && first->column == table->symbol;
  if (plan->strategy != BY_FILTER && !by_symbol && !table->moment) {
    list->count = snapshot->count;
  } else {
    Condition condition = condition_make(table, snapshot, plan, values);
    ipf_error *error = NULL;
    if (!condition.is_empty) {
      ipf_catalog_select(snapshot->catalog, condition.filter, by_symbol ? IPF_BY_SYMBOL : IPF_BY_RANK, 0, SIZE_MAX,
                         &list->handle, &error);
      list->rows = ipf_rows_data(list->handle);
      list->count = (int64_t)ipf_rows_count(list->handle);
    }
    condition_clear(&condition);
    if (error) {
      *message = message_of(error);
      return false;
    }
  }
  bool by_rowid = first && first->column == ROWID_COLUMN && !table->moment;
  bool is_ordered = !first || ((by_symbol || by_rowid) && !first->descending);
  return is_ordered || sort_rows(table, snapshot, plan, list, message);
}

/* ---- Looking up ---- */

/* The outcome of looking up a value. */
typedef enum { FOUND, MUST_COMPARE, NO_INDEX, NO_MEMORY } Found;

static bool append_rows(RowList *list, const int64_t *rows, int64_t count) {
  if (count == 0) return true;
  int64_t *memory = realloc(list->memory, (size_t)(list->count + count) * sizeof *memory);
  if (!memory) return false;
  memcpy(memory + list->count, rows, (size_t)count * sizeof *rows);
  list->rows = list->memory = memory;
  list->count += count;
  return true;
}

/* Adds the rows that have a value. If the value is neither a text nor a number of the index's kind, returns
 * MUST_COMPARE, and SQLite compares row by row. */
static Found look_up(RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value *value) {
  int type = sqlite3_value_type(value), column = plan->terms[0].column;
  int64_t row;
  if (type == SQLITE_NULL) return FOUND;
  if (plan->strategy == BY_ROWID) {
    if (type != SQLITE_INTEGER || table->moment) return MUST_COMPARE;
    row = sqlite3_value_int64(value);
    return append_rows(list, &row, row >= 0 && row < snapshot->count) ? FOUND : NO_MEMORY;
  }
  if (type != SQLITE_TEXT) return MUST_COMPARE;
  if (!snapshot->has[column]) return FOUND;
  const char *text = (const char *)sqlite3_value_text(value);
  size_t size = (size_t)sqlite3_value_bytes(value);
  if (!text) return NO_MEMORY;
  if (plan->strategy == BY_SYMBOL) {
    row = ipf_catalog_row(snapshot->catalog, text, size);
    return append_rows(list, &row, row >= 0) ? FOUND : NO_MEMORY;
  }
  const Field *field = &table->fields[column];
  ipf_rows *rows;
  ipf_status status =
      ipf_catalog_rows_of_identifier(snapshot->catalog, field->name, field->size, text, size, &rows, NULL);
  bool is_appended = append_rows(list, ipf_rows_data(rows), (int64_t)ipf_rows_count(rows));
  ipf_rows_free(rows);
  if (!is_appended) return NO_MEMORY;
  return status == IPF_OK || status == IPF_NOT_FOUND || status == IPF_INVALID_TEXT ? FOUND : NO_INDEX;
}

static int compare_rows(const void *left, const void *right) {
  int64_t one = *(const int64_t *)left, other = *(const int64_t *)right;
  return (one > other) - (one < other);
}

/* Removes duplicate rows, because several values may identify the same row. */
static void keep_each_once(RowList *list) {
  int64_t count = 0;
  if (list->count > 1) qsort(list->memory, (size_t)list->count, sizeof *list->memory, compare_rows);
  for (int64_t index = 0; index < list->count; index++)
    if (count == 0 || list->memory[count - 1] != list->memory[index]) list->memory[count++] = list->memory[index];
  list->count = count;
}

bool look_up_rows(
    RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values, char **message) {
  Term term = plan->terms[0];
  Found found = FOUND;
  sqlite3_value *value = NULL;
  while (found == FOUND && (value = next_value(term, values[0], value)))
    found = look_up(list, table, snapshot, plan, value);
  if (found == FOUND) {
    keep_each_once(list);
    return true;
  }
  row_list_clear(list);
  if (found == NO_MEMORY) return false;
  /* If the file was replaced by one without this index, use a filter instead. */
  Plan other = *plan;
  other.strategy = found == NO_INDEX ? BY_FILTER : BY_SCAN;
  return select_rows(list, table, snapshot, &other, values, message);
}
