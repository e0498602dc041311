/* Finds the rows of a query and iterates over them. */
#include "extension.h"

enum { FIRST_PAGE = 64, MOST_OF_PAGE = 4096, MOST_OF_SYMBOL = 64 };

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  Snapshot *snapshot;
  RowList list;
  int64_t place;
  Block block;
  /* The symbol by which the row was looked up, if it was, so that the symbol need not be read. Empty for other
   * plans. */
  char symbol[MOST_OF_SYMBOL];
  size_t symbol_size;
  /* For a search: the list is the current page of hits; the filter and the text are required to fetch the next page. */
  ipf_hits *hits;
  Condition condition;
  char *query;
  size_t query_size;
  /* The hits of the further search texts. A row is returned only if it is among the hits of each text. */
  HitSet others[MOST_OTHER_SEARCHES];
  int other_count;
  /* The number of hits on the preceding pages. */
  int64_t earlier;
  size_t page;
  Narrowed narrowed;
} Cursor;

static void cursor_clear(Cursor *cursor) {
  row_list_clear(&cursor->list);
  condition_clear(&cursor->condition);
  ipf_hits_free(cursor->hits);
  cursor->hits = NULL;
  sqlite3_free(cursor->query);
  cursor->query = NULL;
  while (cursor->other_count > 0) hit_set_clear(&cursor->others[--cursor->other_count]);
  cursor->place = cursor->earlier = 0;
  cursor->symbol_size = 0;
}

int cursor_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out) {
  Table *table = (Table *)vtab;
  char *message = NULL;
  /* All cursors that are open at the same time read the same file. */
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
  narrowed_clear(&cursor->narrowed);
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

/* Finds the hits of the further search texts. */
static bool search_others(Cursor *cursor, const Table *table, const Plan *plan, sqlite3_value **values, char **message) {
  for (int place = 1; place < plan->term_count; place++) {
    if (!operator_has_value(plan->terms[place].operator)) continue;
    values++;
    if (plan->terms[place].column != table->field_count + HIDDEN_QUERY) continue;
    const char *text = (const char *)sqlite3_value_text(*values);
    size_t size = (size_t)sqlite3_value_bytes(*values);
    if (sqlite3_value_type(*values) == SQLITE_NULL) cursor->condition.is_empty = true;
    else if (!text || !hit_set_fill(&cursor->others[cursor->other_count], cursor->snapshot, text, size, message)) return false;
    else cursor->other_count++;
  }
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
  return search_others(cursor, table, plan, values, message) &&
         (cursor->condition.is_empty || search_page(cursor, message));
}

static void keep_symbol(Cursor *cursor, sqlite3_value *value) {
  size_t size = (size_t)sqlite3_value_bytes(value);
  if (sqlite3_value_type(value) != SQLITE_TEXT || size > MOST_OF_SYMBOL) return;
  memcpy(cursor->symbol, sqlite3_value_text(value), size);
  cursor->symbol_size = size;
}

static bool find(Cursor *cursor, const Table *table, const Plan *plan, sqlite3_value **values, char **message) {
  RowList *list = &cursor->list;
  switch (plan->strategy) {
  case BY_SEARCH:
    return search(cursor, table, plan, values, message);
  case BY_FILTER:
    return select_repeatedly(&cursor->narrowed, list, table, cursor->snapshot, plan, values, message);
  case BY_SCAN:
    return select_rows(list, table, cursor->snapshot, plan, values, message);
  default:
    if (!look_up_rows(list, table, cursor->snapshot, plan, values, message)) return false;
    if (plan->strategy == BY_SYMBOL && plan->terms[0].operator == SQLITE_INDEX_CONSTRAINT_EQ && list->count == 1)
      keep_symbol(cursor, values[0]);
    return true;
  }
}

static bool is_hit_of_others(const Cursor *cursor) {
  for (int place = 0; place < cursor->other_count; place++)
    if (!hit_set_contains(&cursor->others[place], row_list_at(&cursor->list, cursor->place))) return false;
  return true;
}

/* Advances to the next row. */
static int advance(Cursor *cursor) {
  sqlite3_vtab *vtab = cursor->base.pVtab;
  char *message = NULL;
  cursor->place++;
  if (cursor->place == cursor->list.count) {
    bool is_last = !cursor->hits || !ipf_hits_next(cursor->hits).data;
    return is_last || search_page(cursor, &message) ? SQLITE_OK : fail(vtab, message);
  }
  bool is_there = cursor->place < cursor->block.end || block_advance(&cursor->block, &cursor->list, cursor->place, &message);
  return is_there ? SQLITE_OK : fail(vtab, message);
}

/* Advances from the current row to the first row that is a hit of all search texts. */
static int skip_others(Cursor *cursor) {
  int status = SQLITE_OK;
  while (status == SQLITE_OK && cursor->place < cursor->list.count && !is_hit_of_others(cursor)) status = advance(cursor);
  return status;
}

int cursor_filter(sqlite3_vtab_cursor *base, int number, const char *words, int count, sqlite3_value **values) {
  (void)words, (void)count;
  Cursor *cursor = (Cursor *)base;
  const Table *table = (const Table *)base->pVtab;
  char *message = NULL;
  cursor_clear(cursor);
  if (!find(cursor, table, &table->plans[number]->plan, values, &message)) return fail(base->pVtab, message);
  block_reset(&cursor->block, cursor->snapshot);
  return skip_others(cursor);
}

/* ---- Iterating ---- */

int cursor_next(sqlite3_vtab_cursor *base) {
  Cursor *cursor = (Cursor *)base;
  int status = advance(cursor);
  return status == SQLITE_OK ? skip_others(cursor) : status;
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
  /* The hidden columns are NULL unless the plan is a search. */
  if (!cursor->hits) {
    if (column - field_count == HIDDEN_QUERY) match_result_row(context, row_list_at(&cursor->list, cursor->place));
    return SQLITE_OK;
  }
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
