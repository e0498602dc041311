/* Reads fields of rows. The first rows of a list are read field by field, because most queries stop there. The
 * following rows are read in stages of growing size. In each stage, the fields that were requested for at least every
 * eighth row of the previous stage are read column by column. So if a condition selects few rows, its own field is read
 * in bulk, and other fields only for the selected rows. */
#include "extension.h"

/* Reading single fields is cheap. Building the dictionary of a column is worthwhile only for many rows. */
enum { FIRST_STAGE = 256, GROWTH = 16, MOST_OF_STAGE = 1 << 16, FIRST_CAPACITY = 256 };

bool block_init(Block *block, const Table *table) {
  size_t count = (size_t)table->field_count + 1;
  *block = (Block){.table = table, .capacity = FIRST_CAPACITY};
  block->uses = calloc(count, sizeof *block->uses);
  block->places = calloc(count, sizeof *block->places);
  block->buffer = malloc(block->capacity);
  block->code_sizes = calloc(count, sizeof *block->code_sizes);
  if (block->uses && block->places && block->code_sizes && block->buffer) return true;
  block_clear(block);
  return false;
}

static void release_batch(Block *block) {
  if (block->batch.release) block->batch.release(&block->batch);
  block->batch.release = NULL;
}

void block_clear(Block *block) {
  release_batch(block);
  free(block->uses);
  free(block->places);
  free(block->code_sizes);
  free(block->buffer);
}

static void forget_uses(Block *block) {
  memset(block->uses, 0, (size_t)block->table->field_count * sizeof *block->uses);
}

void block_reset(Block *block, Snapshot *snapshot) {
  release_batch(block);
  forget_uses(block);
  block->snapshot = snapshot;
  block->start = 0;
  block->end = FIRST_STAGE;
  block->next_size = FIRST_STAGE * GROWTH;
}

/* Returns the next rows of a list as an argument for the library. */
static ipf_rows *stage_rows(const RowList *list, int64_t place, int64_t count, ipf_error **error) {
  ipf_rows *rows = NULL;
  if (list->rows) {
    ipf_rows_create(list->rows + place, (size_t)count, &rows, error);
    return rows;
  }
  int64_t *numbers = malloc((size_t)count * sizeof *numbers);
  if (!numbers) return NULL;
  for (int64_t index = 0; index < count; index++) numbers[index] = row_list_at(list, place + index);
  ipf_rows_create(numbers, (size_t)count, &rows, error);
  free(numbers);
  return rows;
}

static bool read_batch(
    Block *block, const RowList *list, int64_t place, int64_t size, const ipf_text *names, size_t count, char **message) {
  ipf_error *error = NULL;
  struct ArrowArrayStream stream;
  ipf_rows *rows = stage_rows(list, place, size, &error);
  if (!rows || ipf_catalog_columns(block->snapshot->catalog, rows, names, count, &stream, &error) != IPF_OK) {
    ipf_rows_free(rows);
    *message = message_of(error);
    return false;
  }
  ipf_rows_free(rows);
  bool is_read =
      arrow_code_sizes(&stream, block->code_sizes) && stream.get_next(&stream, &block->batch) == 0 && block->batch.release;
  if (!is_read) *message = arrow_message(&stream, "ipf: the catalog's columns are truncated");
  stream.release(&stream);
  return is_read;
}

bool block_advance(Block *block, const RowList *list, int64_t place, char **message) {
  int64_t passed = block->end - block->start, size = list->count - place;
  if (size > block->next_size) size = block->next_size;
  release_batch(block);
  ipf_text *names = malloc(((size_t)block->table->field_count + 1) * sizeof *names);
  if (!names) {
    *message = message_of(NULL);
    return false;
  }
  int count = 0;
  for (int field = 0; field < block->table->field_count; field++) {
    bool is_wanted = block->snapshot->has[field] && (int64_t)block->uses[field] * 8 >= passed;
    block->places[field] = is_wanted ? count : -1;
    if (is_wanted) names[count++] = (ipf_text){block->table->fields[field].name, block->table->fields[field].size};
  }
  bool is_read = count == 0 || read_batch(block, list, place, size, names, (size_t)count, message);
  free(names);
  if (!is_read) return false;
  forget_uses(block);
  block->start = place;
  /* If texts are long, a batch may have fewer rows than requested. */
  block->end = place + (count ? block->batch.length : size);
  if (block->next_size < MOST_OF_STAGE) block->next_size *= GROWTH;
  if (block->next_size > MOST_OF_STAGE) block->next_size = MOST_OF_STAGE;
  return true;
}

/* ---- Values ---- */

static void result_of_array(
    const struct ArrowArray *array, uint8_t code_size, Kind kind, int64_t index, sqlite3_context *context) {
  if (arrow_is_null(array, index)) return;
  int64_t place = index + array->offset;
  ipf_text text;
  char day[DAY_SIZE + 1];
  switch (kind) {
  case KIND_TEXT:
    text = arrow_text(array, code_size, index);
    sqlite3_result_text(context, text.data, (int)text.size, SQLITE_TRANSIENT);
    break;
  case KIND_INTEGER:
    sqlite3_result_int64(context, ((const int64_t *)array->buffers[1])[place]);
    break;
  case KIND_NUMBER:
    sqlite3_result_double(context, ((const double *)array->buffers[1])[place]);
    break;
  case KIND_DAY:
    day_text(((const int32_t *)array->buffers[1])[place], day);
    sqlite3_result_text(context, day, DAY_SIZE, SQLITE_TRANSIENT);
    break;
  }
}

static void result_of_field(Block *block, int64_t row, const Field *field, sqlite3_context *context) {
  size_t size = 0;
  ipf_error *error = NULL;
  ipf_status status = ipf_catalog_field(
      block->snapshot->catalog, row, field->name, field->size, block->buffer, block->capacity, &size, &error);
  /* The function that parses numbers requires a terminating zero byte. */
  if (status == IPF_OK && size >= block->capacity) {
    char *buffer = realloc(block->buffer, size + 1);
    if (!buffer) {
      sqlite3_result_error_nomem(context);
      return;
    }
    block->buffer = buffer;
    block->capacity = size + 1;
    status = ipf_catalog_field(
        block->snapshot->catalog, row, field->name, field->size, block->buffer, block->capacity, &size, &error);
  }
  if (status != IPF_OK) {
    char *message = message_of(error);
    sqlite3_result_error(context, message, -1);
    sqlite3_free(message);
  } else if (size > 0 && (field->kind == KIND_TEXT || field->kind == KIND_DAY)) {
    sqlite3_result_text(context, block->buffer, (int)size, SQLITE_TRANSIENT);
  } else if (size > 0 && size < block->capacity) {
    block->buffer[size] = 0;
    if (field->kind == KIND_INTEGER) sqlite3_result_int64(context, strtoll(block->buffer, NULL, 10));
    else sqlite3_result_double(context, strtod_l(block->buffer, NULL, block->table->connection->numbers));
  }
}

void block_result(Block *block, const RowList *list, int64_t place, int field, sqlite3_context *context) {
  const Field *wanted = &block->table->fields[field];
  if (!block->snapshot->has[field]) return;
  block->uses[field]++;
  int column = block->places[field];
  if (block->batch.release && column >= 0)
    result_of_array(
        block->batch.children[column], block->code_sizes[column], wanted->kind, place - block->start, context);
  else result_of_field(block, row_list_at(list, place), wanted, context);
}
