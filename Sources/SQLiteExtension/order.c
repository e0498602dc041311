/* Sorts rows by fields, because GROUP BY and ORDER BY of SQLite are slow for many rows. Each value is converted to a
 * number that sorts in the same order; NULL is 0. An LSD radix sort then sorts by these numbers, starting with the last
 * field. The sort is stable, so rows with equal values remain in rank order. */
#include "extension.h"

typedef struct Pair {
  uint64_t key;
  uint64_t index;
} Pair;

/* Sorts pairs by their keys, with a stable sort. `spare` must have room for `count` pairs. */
static void radix_sort(Pair *pairs, Pair *spare, size_t count) {
  Pair *from = pairs, *to = spare;
  for (int shift = 0; shift < 64; shift += 8) {
    size_t starts[257] = {0};
    for (size_t index = 0; index < count; index++) starts[(from[index].key >> shift & 0xFF) + 1]++;
    /* Skip this byte if all keys have the same value in it. */
    if (count && starts[(from[0].key >> shift & 0xFF) + 1] == count) continue;
    for (int byte = 0; byte < 256; byte++) starts[byte + 1] += starts[byte];
    for (size_t index = 0; index < count; index++) to[starts[from[index].key >> shift & 0xFF]++] = from[index];
    Pair *swap = from;
    from = to;
    to = swap;
  }
  if (from != pairs) memcpy(pairs, from, count * sizeof *pairs);
}

/* ---- Texts ---- */

typedef struct Place {
  const char *data;
  size_t size;
  size_t index;
} Place;

static int compare_texts(const void *left, const void *right) {
  const Place *one = left, *other = right;
  size_t size = one->size < other->size ? one->size : other->size;
  int order = size ? memcmp(one->data, other->data, size) : 0;
  return order ? order : (one->size > other->size) - (one->size < other->size);
}

/* Returns the first eight bytes as a number that sorts in the same order. */
static uint64_t prefix_of(const Place *text) {
  uint64_t prefix = 0;
  for (size_t at = 0; at < 8; at++) prefix = prefix << 8 | (at < text->size ? (uint8_t)text->data[at] : 0);
  return prefix;
}

/* Ranks texts by their bytes, starting at 1. Equal texts have the same rank. ranks[index] is the rank of the text with
 * this index. */
static bool rank_texts(Place *texts, size_t count, uint64_t *ranks) {
  Pair *pairs = malloc((count + 1) * 2 * sizeof *pairs);
  Place *sorted = malloc((count + 1) * sizeof *sorted);
  if (pairs && sorted) {
    for (size_t index = 0; index < count; index++) pairs[index] = (Pair){prefix_of(&texts[index]), index};
    radix_sort(pairs, pairs + count, count);
    for (size_t index = 0; index < count; index++) sorted[index] = texts[pairs[index].index];
    uint64_t rank = 0;
    for (size_t start = 0; start < count;) {
      size_t end = start + 1;
      while (end < count && pairs[end].key == pairs[start].key) end++;
      qsort(sorted + start, end - start, sizeof *sorted, compare_texts);
      for (size_t index = start; index < end; index++) {
        if (index == start || compare_texts(&sorted[index - 1], &sorted[index])) rank++;
        ranks[sorted[index].index] = rank;
      }
      start = end;
    }
  }
  bool is_done = pairs && sorted;
  free(pairs);
  free(sorted);
  return is_done;
}

static uint64_t number_key(double number) {
  uint64_t bits;
  /* As in SQLite, minus zero equals zero, and NaN is NULL. */
  if (number == 0) number = 0;
  if (number != number) return 0;
  memcpy(&bits, &number, sizeof bits);
  return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

/* ---- A field of many rows ---- */

typedef struct Batches {
  struct ArrowArray *arrays;
  size_t count;
  int64_t rows;
  uint8_t code_size;
} Batches;

static void batches_clear(Batches *batches) {
  for (size_t index = 0; index < batches->count; index++) batches->arrays[index].release(&batches->arrays[index]);
  free(batches->arrays);
}

static bool batches_read(Batches *batches, const Snapshot *snapshot, ipf_rows *rows, const Field *field, char **message) {
  ipf_error *error = NULL;
  struct ArrowArrayStream stream;
  ipf_text name = {field->name, field->size};
  if (ipf_catalog_columns(snapshot->catalog, rows, &name, 1, &stream, &error) != IPF_OK) {
    *message = message_of(error);
    return false;
  }
  bool is_done = false, is_started = arrow_code_sizes(&stream, &batches->code_size);
  while (is_started && !is_done) {
    struct ArrowArray *arrays = realloc(batches->arrays, (batches->count + 1) * sizeof *arrays);
    if (!arrays) break;
    batches->arrays = arrays;
    if (stream.get_next(&stream, &arrays[batches->count])) break;
    if (arrays[batches->count].release) batches->rows += arrays[batches->count++].length;
    else is_done = true;
  }
  if (!is_done) *message = arrow_message(&stream, "ipf: out of memory");
  stream.release(&stream);
  return is_done;
}

/* Ranks the texts of a column. If the column has a dictionary, each text is compared only once. */
static bool text_keys(const Batches *batches, uint64_t *keys) {
  const struct ArrowArray *codes = batches->count ? batches->arrays[0].children[0]->dictionary : NULL;
  size_t most = codes ? (size_t)codes->length : (size_t)batches->rows, count = 0, row = 0;
  Place *texts = malloc((most + 1) * sizeof *texts);
  uint64_t *ranks = codes ? malloc((most + 1) * sizeof *ranks) : keys;
  bool is_done = texts && ranks;
  if (is_done && codes) {
    for (; count < most; count++) {
      ipf_text text = arrow_text(codes, 0, (int64_t)count);
      texts[count] = (Place){text.data, text.size, count};
    }
    is_done = rank_texts(texts, count, ranks);
  }
  for (size_t batch = 0; is_done && batch < batches->count; batch++) {
    const struct ArrowArray *column = batches->arrays[batch].children[0];
    for (int64_t index = 0; index < column->length; index++, row++) {
      if (codes || arrow_is_null(column, index)) {
        keys[row] = arrow_is_null(column, index) ? 0 : ranks[arrow_code(column, batches->code_size, index)];
      } else {
        ipf_text text = arrow_text(column, 0, index);
        texts[count++] = (Place){text.data, text.size, row};
      }
    }
  }
  if (is_done && !codes) is_done = rank_texts(texts, count, keys);
  if (codes) free(ranks);
  free(texts);
  return is_done;
}

static bool field_keys(
    const Snapshot *snapshot, ipf_rows *rows, int64_t count, const Field *field, uint64_t *keys, char **message) {
  Batches batches = {0};
  bool is_done = batches_read(&batches, snapshot, rows, field, message) && batches.rows == count;
  if (is_done && field->kind == KIND_TEXT) is_done = text_keys(&batches, keys);
  size_t row = 0;
  for (size_t batch = 0; is_done && field->kind != KIND_TEXT && batch < batches.count; batch++) {
    const struct ArrowArray *column = batches.arrays[batch].children[0];
    for (int64_t index = 0; index < column->length; index++, row++) {
      int64_t place = index + column->offset;
      if (arrow_is_null(column, index)) keys[row] = 0;
      else if (field->kind == KIND_NUMBER) keys[row] = number_key(((const double *)column->buffers[1])[place]);
      else if (field->kind == KIND_DAY) keys[row] = (uint64_t)((int64_t)((const int32_t *)column->buffers[1])[place] + INT32_MAX);
      else keys[row] = (uint64_t)((const int64_t *)column->buffers[1])[place] ^ (uint64_t)1 << 63;
    }
  }
  batches_clear(&batches);
  return is_done;
}

/* ---- Rows ---- */

/* Computes the sort keys of a term for the rows of a list, in the order of the list. */
static bool term_keys(
    const Table *table, const Snapshot *snapshot, OrderTerm term, const RowList *list, ipf_rows *rows, uint64_t *keys,
    char **message) {
  int64_t count = list->count;
  if (term.column == ROWID_COLUMN) {
    for (int64_t index = 0; index < count; index++) keys[index] = (uint64_t)row_list_at(list, index);
  } else if (!snapshot->has[term.column]) {
    memset(keys, 0, (size_t)count * sizeof *keys);
  } else if (!field_keys(snapshot, rows, count, &table->fields[term.column], keys, message)) {
    return false;
  }
  for (int64_t index = 0; term.descending && index < count; index++) keys[index] = ~keys[index];
  return true;
}

bool sort_rows(const Table *table, const Snapshot *snapshot, const Plan *plan, RowList *list, char **message) {
  size_t count = (size_t)list->count;
  if (count < 2) return true;
  Pair *pairs = malloc((count + 1) * 2 * sizeof *pairs);
  uint64_t *keys = malloc((count + 1) * sizeof *keys);
  int64_t *sorted = malloc((count + 1) * sizeof *sorted);
  bool is_done = pairs && keys && sorted;
  if (is_done)
    for (size_t index = 0; index < count; index++) pairs[index].index = index;
  for (int place = plan->order_count - 1; is_done && place >= 0; place--) {
    is_done = term_keys(table, snapshot, plan->order[place], list, list->handle, keys, message);
    if (!is_done) break;
    for (size_t index = 0; index < count; index++) pairs[index].key = keys[pairs[index].index];
    radix_sort(pairs, pairs + count, count);
  }
  if (is_done) {
    for (size_t index = 0; index < count; index++) sorted[index] = row_list_at(list, (int64_t)pairs[index].index);
    row_list_clear(list);
    *list = (RowList){.rows = sorted, .count = (int64_t)count, .memory = sorted};
    sorted = NULL;
  } else if (!*message) {
    *message = message_of(NULL);
  }
  free(pairs);
  free(keys);
  free(sorted);
  return is_done;
}
