/* MATCH if the search index cannot be used: next to OR, after NOT, or in too many terms. All hits of the text are found
 * once; each row is then looked up among them. */
#include "extension.h"

enum { HITS_AT_ONCE = 1 << 16 };

static const char pointer_type[] = "ipf row";

void hit_set_clear(HitSet *set) {
  free(set->query);
  free(set->rows);
  *set = (HitSet){0};
}

static int compare_rows(const void *left, const void *right) {
  int64_t one = *(const int64_t *)left, other = *(const int64_t *)right;
  return (one > other) - (one < other);
}

/* Appends the hits of a page. */
static bool append(HitSet *set, const ipf_hits *hits) {
  size_t count = ipf_hits_count(hits);
  if (count == 0) return true;
  int64_t *rows = realloc(set->rows, ((size_t)set->count + count) * sizeof *rows);
  if (!rows) return false;
  memcpy(rows + set->count, ipf_hits_rows(hits), count * sizeof *rows);
  set->rows = rows;
  set->count += (int64_t)count;
  return true;
}

bool hit_set_fill(HitSet *set, const Snapshot *snapshot, const char *query, size_t size, char **message) {
  *set = (HitSet){.query = malloc(size + 1), .size = size};
  bool is_done = false, is_filled = set->query != NULL;
  if (is_filled) memcpy(set->query, query, size);
  ipf_hits *hits = NULL;
  while (is_filled && !is_done) {
    ipf_error *error = NULL;
    ipf_hits *page = NULL;
    ipf_text next = hits ? ipf_hits_next(hits) : (ipf_text){NULL, 0};
    ipf_status status = ipf_catalog_search(
        snapshot->catalog, set->query, size, NULL, IPF_NO_DAY, HITS_AT_ONCE, next.data, next.size, &page, &error);
    ipf_hits_free(hits);
    hits = page;
    if (status != IPF_OK) *message = message_of(error);
    is_filled = status == IPF_OK && append(set, hits);
    is_done = is_filled && !ipf_hits_next(hits).data;
  }
  ipf_hits_free(hits);
  if (!is_filled) hit_set_clear(set);
  else if (set->count > 1) qsort(set->rows, (size_t)set->count, sizeof *set->rows, compare_rows);
  return is_filled;
}

bool hit_set_contains(const HitSet *set, int64_t row) {
  return set->count > 0 && bsearch(&row, set->rows, (size_t)set->count, sizeof row, compare_rows);
}

/* Returns the hits of a text, which the snapshot caches for the following rows. */
static const HitSet *hits_of(Snapshot *snapshot, const char *query, size_t size, char **message) {
  for (int place = 0; place < KEPT_HIT_SETS; place++) {
    const HitSet *set = &snapshot->hit_sets[place];
    if (set->query && set->size == size && memcmp(set->query, query, size) == 0) return set;
  }
  HitSet *set = &snapshot->hit_sets[snapshot->next_hit_set++ % KEPT_HIT_SETS];
  hit_set_clear(set);
  return hit_set_fill(set, snapshot, query, size, message) ? set : NULL;
}

/* Pass the row as a pointer value, which is never dereferenced. SQL statements can neither create nor read such
 * values. */
void match_result_row(sqlite3_context *context, int64_t row) {
  sqlite3_result_pointer(context, (void *)(intptr_t)(row + 1), pointer_type, NULL);
}

/* match(text, column), the function that implements `column MATCH text`. */
static void match(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  const Table *table = sqlite3_user_data(context);
  int64_t row = (int64_t)(intptr_t)sqlite3_value_pointer(values[1], pointer_type) - 1;
  char *message = NULL;
  if (row < 0) {
    message = sqlite3_mprintf(
        "ipf: MATCH can't be evaluated here; expected the hidden column \"%w\" on its left side; for a second "
        "search, use rowid IN (SELECT rowid FROM \"%w\" WHERE \"%w\" MATCH 'text')",
        table->query_name, table->name, table->query_name);
  } else if (sqlite3_value_type(values[0]) != SQLITE_NULL) {
    const char *text = (const char *)sqlite3_value_text(values[0]);
    /* While a cursor is open, the table's snapshot is the one that the row belongs to. */
    const HitSet *set = text ? hits_of(table->snapshot, text, (size_t)sqlite3_value_bytes(values[0]), &message) : NULL;
    if (set) sqlite3_result_int(context, hit_set_contains(set, row));
    else if (!message) sqlite3_result_error_nomem(context);
  }
  if (!message) return;
  sqlite3_result_error(context, message, -1);
  sqlite3_free(message);
}

int table_find_function(
    sqlite3_vtab *vtab, int count, const char *name, void (**function)(sqlite3_context *, int, sqlite3_value **), void **data) {
  if (count != 2 || sqlite3_stricmp(name, "match") != 0) return 0;
  *function = match;
  *data = vtab;
  return 1;
}
