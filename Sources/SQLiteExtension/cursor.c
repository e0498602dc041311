/* Finds the rows of a question, and goes through them. */
#include "extension.h"

enum { FIRST_PAGE = 64, MOST_OF_PAGE = 4096, MOST_OF_SYMBOL = 64 };

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  Snapshot *snapshot;
  RowList list;
  int64_t place;
  Block block;
  /* The symbol that the one row was looked up by, so that it needn't be read; of no bytes for other lists. */
  char symbol[MOST_OF_SYMBOL];
  size_t symbol_size;
  /* A search: the hits of the current page are the list, and their filter and text ask for the next one. */
  ipf_hits *hits;
  Condition condition;
  char *query;
  size_t query_size;
  /* Hits of the pages before. */
  int64_t earlier;
  size_t page;
} Cursor;

void row_list_clear(RowList *list) {
  ipf_rows_free(list->handle);
  free(list->memory);
  *list = (RowList){0};
}

static void cursor_clear(Cursor *cursor) {
  row_list_clear(&cursor->list);
  condition_clear(&cursor->condition);
  ipf_hits_free(cursor->hits);
  cursor->hits = NULL;
  sqlite3_free(cursor->query);
  cursor->query = NULL;
  cursor->place = cursor->earlier = 0;
  cursor->symbol_size = 0;
}

int cursor_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out) {
  Table *table = (Table *)vtab;
  char *message = NULL;
  /* All cursors of a statement see one file. */
  if (table->cursors == 0 && !table_refresh(table, &message)) return fail(vtab, message);
  Cursor *cursor = sqlite3_malloc(sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  *cursor = (Cursor){.snapshot = snapshot_retain(table->snapshot)};
  if (!block_init(&cursor->block, table)) {
    snapshot_release(cursor->snapshot);
    sqlite3_free(cursor);
    return SQLITE_NOMEM;
  }
  table->cursors++;
  *out = &cursor->base;
  return SQLITE_OK;
}

int cursor_close(sqlite3_vtab_cursor *base) {
  Cursor *cursor = (Cursor *)base;
  ((Table *)base->pVtab)->cursors--;
  cursor_clear(cursor);
  block_clear(&cursor->block);
  snapshot_release(cursor->snapshot);
  sqlite3_free(cursor);
  return SQLITE_OK;
}

/* ---- Searching ---- */

static bool search_page(Cursor *cursor, char **message) {
  ipf_hits *hits;
  ipf_error *error;
  ipf_text next = cursor->hits ? ipf_hits_next(cursor->hits) : (ipf_text){NULL, 0};
  ipf_status status = ipf_catalog_search(
      cursor->snapshot->catalog, cursor->query, cursor->query_size, cursor->condition.filter, IPF_NO_DAY, cursor->page, next.data,
      next.size, &hits, &error);
  if (status != IPF_OK) {
    *message = message_of(error);
    return false;
  }
  if (cursor->hits) {
    cursor->earlier += cursor->list.count;
    ipf_hits_free(cursor->hits);
  }
  cursor->hits = hits;
  cursor->list = (RowList){.rows = ipf_hits_rows(hits), .count = (int64_t)ipf_hits_count(hits)};
  cursor->place = 0;
  if (cursor->page < MOST_OF_PAGE) cursor->page *= 4;
  block_reset(&cursor->block, cursor->snapshot);
  return true;
}

static bool search(Cursor *cursor, const Table *table, const Plan *plan, sqlite3_value **values, char **message) {
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return true;
  const unsigned char *text = sqlite3_value_text(values[0]);
  cursor->query_size = (size_t)sqlite3_value_bytes(values[0]);
  cursor->query = sqlite3_malloc64(cursor->query_size + 1);
  if (!text || !cursor->query) return false;
  memcpy(cursor->query, text, cursor->query_size);
  cursor->page = FIRST_PAGE;
  if (plan->term_count > 1 && plan->terms[1].column == LIMIT_COLUMN) {
    sqlite3_int64 limit = sqlite3_value_int64(values[1]);
    if (limit > 0 && limit < MOST_OF_PAGE) cursor->page = (size_t)limit;
  }
  cursor->condition = condition_make(table, cursor->snapshot, plan, values);
  return cursor->condition.is_empty || search_page(cursor, message);
}

/* ---- Listing ---- */

static bool select_rows(Cursor *cursor, const Table *table, const Plan *plan, sqlite3_value **values, char **message) {
  const OrderTerm *first = plan->order_count ? &plan->order[0] : NULL;
  bool by_symbol = first && first->column != ROWID_COLUMN && first->column == table->symbol;
  if (plan->strategy != BY_FILTER && !by_symbol && !table->moment) {
    cursor->list.count = cursor->snapshot->count;
  } else {
    Condition condition = condition_make(table, cursor->snapshot, plan, values);
    ipf_error *error = NULL;
    if (!condition.is_empty) {
      ipf_catalog_select(cursor->snapshot->catalog, condition.filter, by_symbol ? IPF_BY_SYMBOL : IPF_BY_RANK, 0, SIZE_MAX,
                         &cursor->list.handle, &error);
      cursor->list.rows = ipf_rows_data(cursor->list.handle);
      cursor->list.count = (int64_t)ipf_rows_count(cursor->list.handle);
    }
    condition_clear(&condition);
    if (error) {
      *message = message_of(error);
      return false;
    }
  }
  bool by_rowid = first && first->column == ROWID_COLUMN && !table->moment;
  bool is_ordered = !first || ((by_symbol || by_rowid) && !first->descending);
  return is_ordered || sort_rows(table, cursor->snapshot, plan, &cursor->list, message);
}

/* ---- Looking up ---- */

/* What became of a value that rows are looked up by. */
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

/* Adds the rows of a value. What isn't a text or number of the index's kind is for SQLite to compare, row by row. */
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

/* Several values may find one row. */
static void keep_each_once(RowList *list) {
  int64_t count = 0;
  if (list->count > 1) qsort(list->memory, (size_t)list->count, sizeof *list->memory, compare_rows);
  for (int64_t index = 0; index < list->count; index++)
    if (count == 0 || list->memory[count - 1] != list->memory[index]) list->memory[count++] = list->memory[index];
  list->count = count;
}

static void keep_symbol(Cursor *cursor, sqlite3_value *value) {
  size_t size = (size_t)sqlite3_value_bytes(value);
  if (size > MOST_OF_SYMBOL) return;
  memcpy(cursor->symbol, sqlite3_value_text(value), size);
  cursor->symbol_size = size;
}

static bool look_up_all(Cursor *cursor, const Table *table, const Plan *plan, sqlite3_value **values, char **message) {
  RowList *list = &cursor->list;
  Term term = plan->terms[0];
  Found found = FOUND;
  sqlite3_value *value = NULL;
  while (found == FOUND && (value = next_value(term, values[0], value)))
    found = look_up(list, table, cursor->snapshot, plan, value);
  if (found == FOUND) {
    keep_each_once(list);
    if (plan->strategy == BY_SYMBOL && term.operator == SQLITE_INDEX_CONSTRAINT_EQ && list->count == 1)
      keep_symbol(cursor, values[0]);
    return true;
  }
  row_list_clear(list);
  if (found == NO_MEMORY) return false;
  /* The filter decides it for a file that came later and has no index of the field. */
  Plan other = *plan;
  other.strategy = found == NO_INDEX ? BY_FILTER : BY_SCAN;
  return select_rows(cursor, table, &other, values, message);
}

static bool find(Cursor *cursor, const Table *table, const Plan *plan, sqlite3_value **values, char **message) {
  switch (plan->strategy) {
  case BY_SEARCH:
    return search(cursor, table, plan, values, message);
  case BY_FILTER:
  case BY_SCAN:
    return select_rows(cursor, table, plan, values, message);
  default:
    return look_up_all(cursor, table, plan, values, message);
  }
}

int cursor_filter(sqlite3_vtab_cursor *base, int number, const char *words, int count, sqlite3_value **values) {
  (void)words, (void)count;
  Cursor *cursor = (Cursor *)base;
  const Table *table = (const Table *)base->pVtab;
  char *message = NULL;
  cursor_clear(cursor);
  if (!find(cursor, table, &table->plans[number]->plan, values, &message)) return fail(base->pVtab, message);
  block_reset(&cursor->block, cursor->snapshot);
  return SQLITE_OK;
}

/* ---- Going through ---- */

int cursor_next(sqlite3_vtab_cursor *base) {
  Cursor *cursor = (Cursor *)base;
  char *message = NULL;
  cursor->place++;
  if (cursor->place == cursor->list.count) {
    bool is_last = !cursor->hits || !ipf_hits_next(cursor->hits).data;
    return is_last || search_page(cursor, &message) ? SQLITE_OK : fail(base->pVtab, message);
  }
  bool is_there = cursor->place < cursor->block.end || block_advance(&cursor->block, &cursor->list, cursor->place, &message);
  return is_there ? SQLITE_OK : fail(base->pVtab, message);
}

int cursor_eof(sqlite3_vtab_cursor *base) {
  Cursor *cursor = (Cursor *)base;
  return cursor->place >= cursor->list.count;
}

int cursor_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  Cursor *cursor = (Cursor *)base;
  *rowid = row_list_at(&cursor->list, cursor->place);
  return SQLITE_OK;
}

static const char *tier_name(ipf_tier tier) {
  static const char *const names[] = {
      [IPF_TIER_EXACT_SYMBOL] = "exact symbol",
      [IPF_TIER_EXACT_IDENTIFIER] = "exact identifier",
      [IPF_TIER_NOTATION] = "notation",
      [IPF_TIER_ALIAS] = "alias",
      [IPF_TIER_SYMBOL_PREFIX] = "symbol prefix",
      [IPF_TIER_DESCRIPTION] = "description",
      [IPF_TIER_ALIAS_PREFIX] = "alias prefix",
      [IPF_TIER_SYMBOL_SUBSTRING] = "symbol substring",
      [IPF_TIER_TYPO] = "typo"};
  return tier >= 0 && (size_t)tier < sizeof names / sizeof *names ? names[tier] : NULL;
}

int cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
  Cursor *cursor = (Cursor *)base;
  const Table *table = (const Table *)base->pVtab;
  int field_count = table->field_count;
  if (column == table->symbol && cursor->symbol_size) {
    sqlite3_result_text(context, cursor->symbol, (int)cursor->symbol_size, SQLITE_TRANSIENT);
    return SQLITE_OK;
  }
  if (column < field_count) {
    block_result(&cursor->block, &cursor->list, cursor->place, column, context);
    return SQLITE_OK;
  }
  /* The hidden columns are NULL but in a search. */
  if (!cursor->hits) return SQLITE_OK;
  size_t hit = (size_t)cursor->place;
  ipf_text reason;
  switch (column - field_count) {
  case HIDDEN_QUERY:
    sqlite3_result_text(context, cursor->query, (int)cursor->query_size, SQLITE_TRANSIENT);
    break;
  case HIDDEN_RANK:
    sqlite3_result_int64(context, cursor->earlier + cursor->place);
    break;
  case HIDDEN_TIER:
    sqlite3_result_text(context, tier_name(ipf_hits_tier(cursor->hits, hit)), -1, SQLITE_STATIC);
    break;
  case HIDDEN_REASON:
    reason = ipf_hits_reason(cursor->hits, hit);
    sqlite3_result_text(context, reason.data, (int)reason.size, SQLITE_TRANSIENT);
    break;
  }
  return SQLITE_OK;
}
