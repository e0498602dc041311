/* Converts values between the library, Arrow and SQLite. */
#include "extension.h"

char *message_of(ipf_error *error) {
  char *message = sqlite3_mprintf("%s", error ? ipf_error_text(error).data : "ipf: out of memory");
  ipf_error_free(error);
  return message;
}

int fail(sqlite3_vtab *vtab, char *message) {
  if (!message) return SQLITE_NOMEM;
  sqlite3_free(vtab->zErrMsg);
  vtab->zErrMsg = message;
  return SQLITE_ERROR;
}

/* ---- Arrow ---- */

bool arrow_is_null(const struct ArrowArray *array, int64_t index) {
  const uint8_t *bits = array->buffers[0];
  int64_t place = index + array->offset;
  return bits && !(bits[place / 8] >> (place % 8) & 1);
}

bool arrow_code_sizes(struct ArrowArrayStream *stream, uint8_t *sizes) {
  struct ArrowSchema schema;
  if (stream->get_schema(stream, &schema)) return false;
  for (int64_t place = 0; place < schema.n_children; place++) {
    const struct ArrowSchema *column = schema.children[place];
    sizes[place] = !column->dictionary ? 0 : column->format[0] == 'c' ? 1 : column->format[0] == 's' ? 2 : 4;
  }
  schema.release(&schema);
  return true;
}

int64_t arrow_code(const struct ArrowArray *array, uint8_t code_size, int64_t index) {
  int64_t place = index + array->offset;
  switch (code_size) {
  case 1: return ((const int8_t *)array->buffers[1])[place];
  case 2: return ((const int16_t *)array->buffers[1])[place];
  default: return ((const int32_t *)array->buffers[1])[place];
  }
}

ipf_text arrow_text(const struct ArrowArray *array, uint8_t code_size, int64_t index) {
  int64_t place = index + array->offset;
  if (code_size) {
    place = arrow_code(array, code_size, index) + array->dictionary->offset;
    array = array->dictionary;
  }
  const int32_t *offsets = array->buffers[1];
  return (ipf_text){(const char *)array->buffers[2] + offsets[place], (size_t)(offsets[place + 1] - offsets[place])};
}

char *arrow_message(struct ArrowArrayStream *stream, const char *otherwise) {
  const char *text = stream->get_last_error(stream);
  return sqlite3_mprintf("%s", text ? text : otherwise);
}

/* ---- Days and moments ---- */

static void digits(char *out, int count, int number) {
  for (int place = count - 1; place >= 0; place--, number /= 10) out[place] = (char)('0' + number % 10);
}

/* Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". Years start in March; an era has 400 years. */
static void civil(int32_t day, int *year, int *month, int *day_of_month) {
  int shifted = day + 719468;
  int era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  int day_of_era = shifted - era * 146097;
  int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int shifted_month = (5 * day_of_year + 2) / 153;
  *day_of_month = day_of_year - (153 * shifted_month + 2) / 5 + 1;
  *month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  *year = year_of_era + era * 400 + (*month <= 2);
}

static int32_t day_number(int year, int month, int day_of_month) {
  year -= month <= 2;
  int era = (year >= 0 ? year : year - 399) / 400;
  int year_of_era = year - era * 400;
  int day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day_of_month - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

void day_text(int32_t day, char out[DAY_SIZE + 1]) {
  int year, month, day_of_month;
  civil(day, &year, &month, &day_of_month);
  digits(out, 4, year);
  out[4] = out[7] = '-';
  digits(out + 5, 2, month);
  digits(out + 8, 2, day_of_month);
  out[DAY_SIZE] = 0;
}

void moment_text(int64_t microseconds, char out[MOMENT_SIZE + 1]) {
  int64_t seconds = microseconds / 1000000 - (microseconds % 1000000 < 0);
  int64_t day = seconds / 86400 - (seconds % 86400 < 0);
  int second = (int)(seconds - day * 86400);
  day_text((int32_t)day, out);
  out[10] = ' ';
  out[13] = out[16] = ':';
  digits(out + 11, 2, second / 3600);
  digits(out + 14, 2, second / 60 % 60);
  digits(out + 17, 2, second % 60);
  out[MOMENT_SIZE] = 0;
}

int32_t first_day(const char *text, size_t size, bool after) {
  /* Days sort in the same order as their texts, so use a binary search. */
  int32_t low = FIRST_DAY, high = LAST_DAY + 1;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    char day[DAY_SIZE + 1];
    day_text(middle, day);
    int order = memcmp(day, text, size < DAY_SIZE ? size : DAY_SIZE);
    if (order == 0) order = size < DAY_SIZE ? 1 : size > DAY_SIZE ? -1 : 0;
    if (order < 0 || (after && order == 0)) low = middle + 1; else high = middle;
  }
  return low;
}

/* Parses `count` digits; -1 if there is any other character. */
static int number(const char *text, int count) {
  int result = 0;
  for (int place = 0; place < count; place++) {
    if (text[place] < '0' || text[place] > '9') return -1;
    result = result * 10 + text[place] - '0';
  }
  return result;
}

bool parse_day(const char *text, size_t size, int32_t *day) {
  if (size < DAY_SIZE || text[4] != '-' || text[7] != '-') return false;
  int year = number(text, 4), month = number(text + 5, 2), day_of_month = number(text + 8, 2);
  if (year < 0 || month < 1 || month > 12 || day_of_month < 1 || day_of_month > 31) return false;
  *day = day_number(year, month, day_of_month);
  char again[DAY_SIZE + 1];
  day_text(*day, again);
  return memcmp(again, text, DAY_SIZE) == 0;
}

bool parse_moment(const char *text, size_t size, int64_t *microseconds) {
  int32_t day;
  if (!parse_day(text, size, &day)) return false;
  const char *at = text + DAY_SIZE, *end = text + size;
  int64_t seconds = (int64_t)day * 86400, fraction = 0;
  if (at < end) {
    if ((*at != ' ' && *at != 'T') || end - at < 6 || at[3] != ':') return false;
    int hour = number(at + 1, 2), minute = number(at + 4, 2), second = 0;
    at += 6;
    if (end - at >= 3 && *at == ':') {
      second = number(at + 1, 2);
      at += 3;
      if (end - at >= 2 && *at == '.') {
        int64_t unit = 100000;
        for (at++; at < end && *at >= '0' && *at <= '9'; at++, unit /= 10) fraction += (*at - '0') * unit;
      }
    }
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
    seconds += hour * 3600 + minute * 60 + second;
    if (end - at == 1 && *at == 'Z') {
      at++;
    } else if (end - at == 6 && (*at == '+' || *at == '-') && at[3] == ':') {
      int hours = number(at + 1, 2), minutes = number(at + 4, 2);
      if (hours < 0 || hours > 15 || minutes < 0 || minutes > 59) return false;
      seconds -= (*at == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
      at = end;
    }
  }
  *microseconds = seconds * 1000000 + fraction;
  return at == end;
}
