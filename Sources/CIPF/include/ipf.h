/* libipf: instrument catalogs, trading hours, price increments and studies, for C and for bindings of other languages.
 *
 *     ipf_catalog *catalog;
 *     ipf_error *error;
 *     if (ipf_catalog_open("all.ipfc", IPF_TERMINATED, &catalog, &error) != IPF_OK) {
 *         fprintf(stderr, "%s\n", ipf_error_text(error).data);
 *         ipf_error_free(error);
 *         return 1;
 *     }
 *     int64_t row = ipf_catalog_row(catalog, "AAPL", IPF_TERMINATED);
 *     ...
 *     ipf_catalog_free(catalog);
 *
 * These rules apply to all functions:
 *
 * Errors
 * - A function that can fail returns an ipf_status. If the status is not IPF_OK, *error is set to an object with a
 *   message for people, and the caller frees it. If the status is IPF_OK, *error is set to NULL. `error` itself may be
 *   NULL.
 * - After an error, all other results are NULL or unchanged. An array may be partly filled.
 * - Invalid arguments never trap. If a required object is NULL, the status is IPF_INVALID_ARGUMENT.
 *
 * Memory
 * - Each kind of object has one ..._free function, which accepts NULL. A freed object must not be used.
 * - An object retains the objects that it depends on. For example, a stream of columns may be read after its catalog
 *   was freed.
 *
 * Texts
 * - Input texts are UTF-8. Pass their number of bytes, or IPF_TERMINATED if a zero byte ends the text. If a text is not
 *   UTF-8, the status is IPF_INVALID_TEXT.
 * - An ipf_text result belongs to the object that returned it, and is valid until that object is freed. A zero byte
 *   follows the last byte. The text itself may also contain zero bytes.
 *
 * Threads
 * - All functions may be called from any number of threads.
 * - Catalogs, rows, hits, schedules, prices, errors, records and names never change. Several threads may use one
 *   object.
 * - Only one thread at a time may use a stream, a study, or a filter to which conditions are still added.
 * - One thread runs an import. Other threads may request its progress or cancel it at the same time.
 * - There is no global state, and there are no callbacks. The library does no work between calls, but its idle threads
 *   end only some seconds after a call. After fork, parent and child may both call the library.
 *
 * Values
 * - Days are counted since 1970-01-01.
 * - A row is the number of an instrument in one catalog. The rows of a file are in rank order, best first.
 * - Tables are Apache Arrow streams (the C stream interface), which pyarrow, polars, duckdb, pandas and R read.
 *
 * The interface is stable within an ABI version: functions and constants may be added, but existing ones never change.
 * Structs never change.
 */
#ifndef IPF_H
#define IPF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Apache Arrow: the C data and stream interfaces, copied as Arrow recommends ---- */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif /* ARROW_C_STREAM_INTERFACE */

/* ---- Versions ---- */

/* The ABI version of this header. Do not use the header with a library whose ipf_abi_version() differs. */
#define IPF_ABI_VERSION 1

/* Returns the ABI version of the loaded library. */
uint32_t ipf_abi_version(void);

/* The library's version, "0.1.0". The text is valid as long as the library. */
const char *ipf_version(void);

/* ---- Texts and errors ---- */

/* The size to pass for a text that ends with a zero byte. */
#define IPF_TERMINATED ((size_t)-1)

typedef struct ipf_text {
  const char *data;
  size_t size;
} ipf_text;

typedef int32_t ipf_status;
enum {
  IPF_OK = 0,
  /* A required object is NULL, or a number or name is not valid. */
  IPF_INVALID_ARGUMENT = 1,
  /* A text is not UTF-8. */
  IPF_INVALID_TEXT = 2,
  /* Nothing has the given name or identifier. */
  IPF_NOT_FOUND = 3,
  /* A field is neither standard nor in the catalog. */
  IPF_UNKNOWN_FIELD = 4,
  /* Trading hours or price increments cannot be parsed. The error's text shows the position. */
  IPF_INVALID_RULES = 5,
  /* A day or time is outside 0001-01-02 to 9999-12-30, or a point in time is outside the catalog's history. */
  IPF_OUT_OF_RANGE = 6,
  /* The system reported an error: no such file, no permission, disk full. */
  IPF_IO = 7,
  /* The file is not a catalog, or has a later version of the format. */
  IPF_NOT_A_CATALOG = 8,
  /* The bytes of the catalog differ from those that were written. */
  IPF_DAMAGED = 9,
  /* Another program has the catalog open for changes. */
  IPF_IN_USE = 10,
  /* The import would have removed too many instruments. The catalog is unchanged. */
  IPF_REFUSED = 11,
  /* The cursor belongs to another catalog or query. */
  IPF_INVALID_CURSOR = 12,
  /* A source cannot be reached or read, or has a malformed record. */
  IPF_SOURCE = 13,
  /* The import was canceled. The catalog is unchanged. */
  IPF_CANCELLED = 14,
  /* Any other error. */
  IPF_FAILED = 15
};

typedef struct ipf_error ipf_error;
/* Returns the status of the failed call; IPF_OK if `error` is NULL. */
ipf_status ipf_error_code(const ipf_error *error);
/* Returns a message that says what was found, where, and what to do. It contains no credentials. */
ipf_text ipf_error_text(const ipf_error *error);
void ipf_error_free(ipf_error *error);

/* ---- A list of names ---- */

typedef struct ipf_names ipf_names;
size_t ipf_names_count(const ipf_names *names);
/* Returns the name at an index; { NULL, 0 } if there is no such name. */
ipf_text ipf_names_at(const ipf_names *names, size_t index);
void ipf_names_free(ipf_names *names);

/* ---- A list of rows ---- */

typedef struct ipf_rows ipf_rows;
/* Creates a list from an array of rows. The array is copied. */
ipf_status ipf_rows_create(const int64_t *rows, size_t count, ipf_rows **out, ipf_error **error);
size_t ipf_rows_count(const ipf_rows *rows);
/* Returns the rows as an array that is valid until the list is freed; NULL if `rows` is NULL. */
const int64_t *ipf_rows_data(const ipf_rows *rows);
void ipf_rows_free(ipf_rows *rows);

/* ---- Filters ---- */

/* Selects the instruments that meet the conditions for all fields. Several patterns or texts for one field are
 * alternatives. A second range or day for a field replaces the first one. Functions with a filter parameter accept NULL
 * for all instruments. */
typedef struct ipf_filter ipf_filter;

/* Means that no day is given; in a range of days, that an end is open. */
#define IPF_NO_DAY INT32_MIN

ipf_filter *ipf_filter_create(void);
/* Requires that a standard or custom field matches a pattern. In a pattern, * matches any characters, and ? matches
 * one. */
ipf_status ipf_filter_require(
    ipf_filter *filter, const char *field, size_t field_size, const char *pattern, size_t pattern_size, ipf_error **error);
/* Requires that a field matches one of several patterns. Without patterns, no instrument matches. */
ipf_status ipf_filter_require_any(
    ipf_filter *filter, const char *field, size_t field_size, const ipf_text *patterns, size_t count, ipf_error **error);
/* Requires that a field equals a text. */
ipf_status ipf_filter_require_exactly(
    ipf_filter *filter, const char *field, size_t field_size, const char *text, size_t text_size, ipf_error **error);
/* Requires that one of the exchanges in EXCHANGES matches a pattern. */
ipf_status ipf_filter_require_exchange(
    ipf_filter *filter, const char *pattern, size_t pattern_size, ipf_error **error);
/* Requires that EXPIRATION is in a range of days, both ends included. IPF_NO_DAY is an open end. */
ipf_status ipf_filter_require_expiration(ipf_filter *filter, int32_t from, int32_t through, ipf_error **error);
/* Requires that LAST_TRADE is in a range of days, both ends included. IPF_NO_DAY is an open end. */
ipf_status ipf_filter_require_last_trade(ipf_filter *filter, int32_t from, int32_t through, ipf_error **error);
/* Requires that STRIKE is in a range, both ends included. NaN is an open end. */
ipf_status ipf_filter_require_strike(ipf_filter *filter, double from, double through, ipf_error **error);
/* Requires that the instrument has not expired on a day. */
ipf_status ipf_filter_require_active_on(ipf_filter *filter, int32_t day, ipf_error **error);
void ipf_filter_free(ipf_filter *filter);

/* ---- Catalogs ---- */

typedef struct ipf_catalog ipf_catalog;

/* Opens a catalog file. The file is mapped, not loaded, and any number of processes can share it.
 *
 * A catalog never changes after it was opened. To see a new file at its path, or changes of a program that keeps the
 * catalog current (ipf import --follow), open the catalog again.
 *
 * Replace catalog files by renaming, as imports do. If an open file is truncated or overwritten, the system may kill
 * the processes that read it (SIGBUS). */
ipf_status ipf_catalog_open(const char *path, size_t path_size, ipf_catalog **out, ipf_error **error);
void ipf_catalog_free(ipf_catalog *catalog);

/* Returns the catalog as it was at a point in time, as a separate catalog that the caller frees.
 *
 * `moment` is a date (meaning its end in UTC), a time such as 2026-03-01T06:00:00Z, or "now". If the file's history
 * does not include that point, the status is IPF_OUT_OF_RANGE. The history starts with the first import that has the
 * flag IPF_IMPORT_KEEP_HISTORY. */
ipf_status ipf_catalog_as_of(
    const ipf_catalog *catalog, const char *moment, size_t moment_size, ipf_catalog **out, ipf_error **error);
/* Returns a separate catalog of the removed instruments with their last profiles. The field REMOVED_ON has the day, in
 * UTC, of the import that removed the instrument. If the file has no history, the status is IPF_OUT_OF_RANGE. */
ipf_status ipf_catalog_removed(const ipf_catalog *catalog, ipf_catalog **out, ipf_error **error);
/* Returns a table of the changes from one catalog to another, in symbol order. Columns: symbol, change (added, removed,
 * changed), field, before and after (utf8). A changed symbol has one row for each field that changed. */
ipf_status ipf_catalog_difference(
    const ipf_catalog *old, const ipf_catalog *current, struct ArrowArrayStream *out, ipf_error **error);
/* Returns a table of the times at which the result of ipf_catalog_as_of changes, ascending. Column: time (timestamp[us,
 * UTC]). The first time is the start of the history. The table is empty if the file has no history. */
ipf_status ipf_catalog_history(const ipf_catalog *catalog, struct ArrowArrayStream *out, ipf_error **error);
/* Returns a table of the origin of fields, one row for each field of each instrument. `answers` are the JSON texts with
 * which a service that follows a master answers GET /v1/instruments/SYMBOL?lineage=true. Columns: symbol, field and
 * value (utf8; value is null if the service's catalog lacks the field, such as after an override that removes it),
 * source (utf8, null if an override decides), since (timestamp[us, UTC]), rule (utf8), and the override: override_id
 * (int64), author and reason (utf8), until (timestamp, null for unlimited) and valid_from (timestamp, null for the time
 * of its batch). Without an override, these five are null. The catalog may be of an earlier batch than the origin. If a
 * text is not such an answer, the status is IPF_SOURCE. */
ipf_status ipf_lineage(
    const ipf_text *answers, size_t count, struct ArrowArrayStream *out, ipf_error **error);

/* Returns the number of instruments. The rows of a file are 0 ... count - 1. For a catalog that ipf_catalog_as_of
 * returned, get the rows from ipf_catalog_select. */
int64_t ipf_catalog_count(const ipf_catalog *catalog);
/* Returns a 64-bit number that identifies the content of the catalog. Different catalogs almost certainly have
 * different numbers. */
uint64_t ipf_catalog_version(const ipf_catalog *catalog);
/* Returns whether all sources of the last import were complete. */
bool ipf_catalog_is_complete(const ipf_catalog *catalog);
/* Reads the whole file and compares its checksums. */
ipf_status ipf_catalog_verify(const ipf_catalog *catalog, ipf_error **error);
/* Returns the fields that at least one instrument has: standard fields in standard order, then custom fields by
 * name. */
ipf_status ipf_catalog_fields(const ipf_catalog *catalog, ipf_names **out, ipf_error **error);

/* Returns the row of a symbol; -1 if no instrument has the symbol, `catalog` is NULL, or the text is not UTF-8. */
int64_t ipf_catalog_row(const ipf_catalog *catalog, const char *symbol, size_t symbol_size);
/* Looks up many symbols and sets rows[0 ... count - 1]. Uses all processors. */
ipf_status ipf_catalog_rows(
    const ipf_catalog *catalog, const ipf_text *symbols, size_t count, int64_t *rows, ipf_error **error);
/* Returns the fields by which instruments can be looked up, apart from the symbol: ISIN, CUSIP, SEDOL, LOCAL_SYMBOL,
 * then the fields that were imported as identifiers (ipf_import_add_identifier). */
ipf_status ipf_catalog_identifier_fields(const ipf_catalog *catalog, ipf_names **out, ipf_error **error);
/* Returns the rows with an identifier, best first. If no instrument has the identifier, the status is IPF_NOT_FOUND,
 * and the error gives the reason, such as a wrong check digit. If the field is not an identifier, it is
 * IPF_INVALID_ARGUMENT. */
ipf_status ipf_catalog_rows_of_identifier(
    const ipf_catalog *catalog, const char *field, size_t field_size, const char *text, size_t text_size, ipf_rows **out,
    ipf_error **error);
/* Looks up many identifiers and sets rows[0 ... count - 1] to the best row of each. A row is -1 if no instrument has
 * the identifier, or if the identifier is not UTF-8. */
ipf_status ipf_catalog_rows_of_identifiers(
    const ipf_catalog *catalog, const char *field, size_t field_size, const ipf_text *texts, size_t count, int64_t *rows,
    ipf_error **error);
/* Reads texts in any notation, and writes the instruments that they denote in the given notation: "ipf" for the
 * catalog's symbols, "occ", "terminal", "ric", "chart" or "yahoo-like". `day` resolves incomplete texts, such as the
 * decade of ESZ6; IPF_NO_DAY means today in UTC. Returns a table with one row per text, in order. Columns: `symbol`,
 * null if the text denotes no instrument; `text`, null if the notation has no text for the instrument; `reason` why
 * there is no text, otherwise null. If a written text is read on the same day, it denotes the same instrument. */
ipf_status ipf_catalog_symbols(
    const ipf_catalog *catalog, const ipf_text *texts, size_t count, const char *notation, size_t notation_size,
    int32_t day, struct ArrowArrayStream *out, ipf_error **error);
/* Returns the rows of symbols similar to an unknown symbol, most similar first. */
ipf_status ipf_catalog_near(
    const ipf_catalog *catalog, const char *symbol, size_t symbol_size, size_t limit, ipf_rows **out, ipf_error **error);

/* Copies a field of a row, in normal form: at most `capacity` bytes, without a zero byte. Sets *size to the size of the
 * field: 0 if the field is not set, more than `capacity` if the buffer is too small. */
ipf_status ipf_catalog_field(
    const ipf_catalog *catalog, int64_t row, const char *field, size_t field_size, char *buffer, size_t capacity, size_t *size,
    ipf_error **error);

/* The fields of a row that are set, each with its name and value. */
typedef struct ipf_record ipf_record;
ipf_status ipf_catalog_record(const ipf_catalog *catalog, int64_t row, ipf_record **out, ipf_error **error);
size_t ipf_record_count(const ipf_record *record);
/* Returns the name of the field at an index; { NULL, 0 } after the last field. ipf_record_value does likewise. */
ipf_text ipf_record_name(const ipf_record *record, size_t index);
ipf_text ipf_record_value(const ipf_record *record, size_t index);
void ipf_record_free(ipf_record *record);

/* ---- Lists ---- */

typedef int32_t ipf_order;
enum { IPF_BY_RANK = 0, IPF_BY_SYMBOL = 1, IPF_BY_TYPE = 2 };

/* Returns the rows that match a filter, in an order: at most `limit` rows, after skipping `offset` rows. SIZE_MAX means
 * no limit. If the filter has an unknown field, the status is IPF_UNKNOWN_FIELD. */
ipf_status ipf_catalog_select(
    const ipf_catalog *catalog, const ipf_filter *filter, ipf_order order, size_t offset, size_t limit, ipf_rows **out,
    ipf_error **error);
/* Returns the number of instruments that match a filter. */
ipf_status ipf_catalog_count_matches(
    const ipf_catalog *catalog, const ipf_filter *filter, int64_t *count, ipf_error **error);
/* Returns a sentence for each value in a filter that no instrument has. Most of these values are typos. */
ipf_status ipf_catalog_misses(
    const ipf_catalog *catalog, const ipf_filter *filter, ipf_names **out, ipf_error **error);
/* Returns a table of the values of a field among the instruments that match a filter, most frequent first. Columns:
 * value (utf8) and count (int64). */
ipf_status ipf_catalog_counts(
    const ipf_catalog *catalog, const ipf_filter *filter, const char *field, size_t field_size, struct ArrowArrayStream *out,
    ipf_error **error);

/* Returns a table with the given fields of the given rows, in the order of `rows`. `rows` may be NULL for all rows,
 * best first. `fields` may be NULL for all fields that occur.
 *
 * - ICB and SIC are int64; MULTIPLIER, SPC and STRIKE are float64; EXPIRATION and LAST_TRADE are date32.
 * - Other fields are utf8. A field with at most 32,768 distinct values has a dictionary. Its indexes are int8 for at
 *   most 128 values, otherwise int16.
 * - A field that is not set is null. A batch has about 65,536 rows. */
ipf_status ipf_catalog_columns(
    const ipf_catalog *catalog, const ipf_rows *rows, const ipf_text *fields, size_t field_count,
    struct ArrowArrayStream *out, ipf_error **error);

/* ---- Search ---- */

/* The reason why a search found an instrument. The numbers are not the order of the hits. */
typedef int32_t ipf_tier;
enum {
  IPF_TIER_EXACT_SYMBOL = 0,
  IPF_TIER_EXACT_IDENTIFIER = 1,
  /* The text is the instrument in another notation, such as "AAPL 15JAN27 260 C". The hit's reason is the reading. */
  IPF_TIER_NOTATION = 2,
  /* The text is another name of the instrument. The hit's reason is that name. */
  IPF_TIER_ALIAS = 3,
  IPF_TIER_SYMBOL_PREFIX = 4,
  IPF_TIER_DESCRIPTION = 5,
  IPF_TIER_ALIAS_PREFIX = 6,
  IPF_TIER_SYMBOL_SUBSTRING = 7,
  IPF_TIER_TYPO = 8
};

/* A range of bytes of a field that matched the text. */
typedef struct ipf_highlight {
  ipf_text field;
  size_t start;
  size_t end;
} ipf_highlight;

typedef struct ipf_hits ipf_hits;
/* Finds instruments by text that a user typed, best first. `day` resolves incomplete texts, such as the year of a
 * future; IPF_NO_DAY means today in UTC. `cursor` is the ipf_hits_next of the previous page; NULL for the first
 * page. */
ipf_status ipf_catalog_search(
    const ipf_catalog *catalog, const char *text, size_t text_size, const ipf_filter *filter, int32_t day, size_t limit,
    const char *cursor, size_t cursor_size, ipf_hits **out, ipf_error **error);
size_t ipf_hits_count(const ipf_hits *hits);
/* Returns the rows of the hits, an array of ipf_hits_count elements. */
const int64_t *ipf_hits_rows(const ipf_hits *hits);
/* Returns the tier of the hit at an index; -1 after the last hit. */
ipf_tier ipf_hits_tier(const ipf_hits *hits, size_t index);
/* Returns the reason why the hit at an index was found; { NULL, 0 } if the highlights show it. If the query was
 * relaxed, the reason says how. */
ipf_text ipf_hits_reason(const ipf_hits *hits, size_t index);
size_t ipf_hits_highlight_count(const ipf_hits *hits, size_t index);
ipf_highlight ipf_hits_highlight(const ipf_hits *hits, size_t index, size_t highlight);
/* Returns the cursor of the next page; { NULL, 0 } on the last page. */
ipf_text ipf_hits_next(const ipf_hits *hits);
/* Returns how the query was relaxed because no instrument matched the whole query, such as "in London" or "without
 * transport"; { NULL, 0 } if it was not relaxed. */
ipf_text ipf_hits_relaxation(const ipf_hits *hits);
void ipf_hits_free(ipf_hits *hits);

/* ---- Option chains and futures ---- */

typedef int32_t ipf_chain_role;
enum { IPF_CHAIN_ANY = 0, IPF_CHAIN_UNDERLYING = 1, IPF_CHAIN_PRODUCT = 2 };

typedef struct ipf_chain_options {
  /* sizeof(ipf_chain_options), set by ipf_chain_options_default. It detects options that were not initialized. */
  size_t size;
  ipf_chain_role role;
  /* The range of expirations, both ends included. IPF_NO_DAY is an open end. */
  int32_t expiration_from;
  int32_t expiration_through;
  /* The range of strikes, both ends included. NaN is an open end. */
  double strike_from;
  double strike_through;
  /* If expiration_count is not 0, only these expirations are returned, whatever the range. If strike_count is not 0,
   * only these strikes. The arrays are read during the call. */
  const int32_t *expirations;
  size_t expiration_count;
  const double *strikes;
  size_t strike_count;
  /* In each series, only this number of strikes nearest to nearest_price; 0 for all strikes. */
  size_t nearest_count;
  double nearest_price;
} ipf_chain_options;

/* Returns the options for a whole chain. */
ipf_chain_options ipf_chain_options_default(void);

/* Returns a table of the options of an underlying or product, one row per strike. Columns: expiration and last_trade
 * (date32), strike, multiplier and spc (float64), call and put (utf8 symbols), call_row and put_row (int64). If a
 * strike has several calls or puts, it has several rows. `options` may be NULL for the whole chain. If there are no
 * options for the name, the status is IPF_NOT_FOUND. */
ipf_status ipf_catalog_chain(
    const ipf_catalog *catalog, const char *name, size_t name_size, const ipf_chain_options *options,
    struct ArrowArrayStream *out, ipf_error **error);
/* Returns a table of the series of a chain, one row each. Columns: expiration and last_trade (date32), multiplier and
 * spc (float64), strikes, calls and puts (int64), lowest_strike and highest_strike (float64), days_to_expiry (int64)
 * and trading_time_to_expiry (duration[s]). The last two are those of the series' first option in ipf_catalog_options.
 * `at` is in microseconds since 1970 UTC. */
ipf_status ipf_catalog_expirations(
    const ipf_catalog *catalog, const char *name, size_t name_size, const ipf_chain_options *options, int64_t at,
    struct ArrowArrayStream *out, ipf_error **error);
/* Returns a table of options, one row each. Columns: symbol and underlying (utf8), row (int64), expiration and
 * last_trade (date32), strike, multiplier and spc (float64), right (call, put) and exercise (american, european,
 * bermudan) by the CFI code, days_to_expiry (int64) and trading_time_to_expiry (duration[s]). days_to_expiry is counted
 * from the date of `at` in the time zone of the option's trading hours. trading_time_to_expiry is the regular trading
 * time from `at` to the end of the last trading day. Unknown values are null. `at` is in microseconds since 1970
 * UTC. */
ipf_status ipf_catalog_options(
    const ipf_catalog *catalog, const ipf_rows *rows, int64_t at, struct ArrowArrayStream *out, ipf_error **error);
/* Returns the futures of a product, in order of expiration. */
ipf_status ipf_catalog_futures(
    const ipf_catalog *catalog, const char *product, size_t product_size, ipf_rows **out, ipf_error **error);

/* ---- Schedules ---- */

/* Session types as bits. */
typedef uint32_t ipf_sessions;
enum {
  IPF_NO_TRADING = 1,
  IPF_PRE_MARKET = 2,
  IPF_REGULAR = 4,
  IPF_AFTER_MARKET = 8,
  IPF_OVERNIGHT = 16,
  IPF_TRADING = 30,
  IPF_ALL_SESSIONS = 31
};

/* The unit of times, which are counted since 1970-01-01T00:00:00Z. */
typedef int32_t ipf_time_unit;
enum { IPF_SECONDS = 0, IPF_MILLISECONDS = 1, IPF_MICROSECONDS = 2, IPF_NANOSECONDS = 3 };

/* Means that no time is given or found, in arrays of times. The value equals numpy's NaT. */
#define IPF_NO_TIME INT64_MIN

typedef struct ipf_schedule ipf_schedule;
/* Opens a schedule by name. The name may be hours in the form of TRADING_HOURS ("NewYorkETH()"), a venue (XNYS), an
 * exchange (NYSE), or a symbol of `catalog`, which may be NULL. `venue` selects a venue if the hours have several; NULL
 * selects the first. */
ipf_status ipf_schedule_open(
    const char *name, size_t name_size, const ipf_catalog *catalog, const char *venue, size_t venue_size, ipf_schedule **out,
    ipf_error **error);
/* Opens a schedule like ipf_schedule_open, but with overnight sessions (IPF_OVERNIGHT). An overnight session belongs to
 * the day after the night, and is the start of that day. Overnight hours are known for shares on exchanges in the
 * United States. If none are known for the name, the status is IPF_NOT_FOUND. */
ipf_status ipf_schedule_open_overnight(
    const char *name, size_t name_size, const ipf_catalog *catalog, const char *venue, size_t venue_size, ipf_schedule **out,
    ipf_error **error);
void ipf_schedule_free(ipf_schedule *schedule);
/* Returns the names of the venues that ipf_schedule_open accepts. */
ipf_status ipf_schedule_venues(ipf_names **out, ipf_error **error);
/* Returns a table of these venues. Columns: venue, mic (null if the hours are not those of one exchange), name, zone,
 * country (ISO 3166-1), coverage_start and coverage_end of the holiday lists (date32), kind (main, secondary or
 * regional exchange, or hours). */
ipf_status ipf_venues(struct ArrowArrayStream *out, ipf_error **error);
ipf_text ipf_schedule_name(const ipf_schedule *schedule);
ipf_text ipf_schedule_venue(const ipf_schedule *schedule);
/* Returns the IANA name of the schedule's time zone. */
ipf_text ipf_schedule_zone(const ipf_schedule *schedule);
ipf_text ipf_schedule_definition(const ipf_schedule *schedule);
/* Return the first and the last day whose holidays are known; IPF_NO_DAY if the schedule has no holiday lists. */
int32_t ipf_schedule_coverage_start(const ipf_schedule *schedule);
int32_t ipf_schedule_coverage_end(const ipf_schedule *schedule);

/* Returns a table of the sessions in a range of days, both ends included. Columns: date (date32), kind (utf8
 * dictionary: no trading, pre-market, regular, after-market, overnight), open and close (timestamp[us, UTC], close
 * exclusive), is_beyond_coverage (bool). */
ipf_status ipf_schedule_sessions(
    const ipf_schedule *schedule, int32_t from, int32_t through, ipf_sessions sessions, struct ArrowArrayStream *out,
    ipf_error **error);
/* Returns a table of the days in a range, both ends included. Columns: date, start, end, reset, open and close of
 * regular trading (null on days without it), pre_open and post_close of all trading, is_trading, is_holiday,
 * is_short_day, is_beyond_coverage. */
ipf_status ipf_schedule_days(
    const ipf_schedule *schedule, int32_t from, int32_t through, struct ArrowArrayStream *out, ipf_error **error);
/* Returns a table of the holidays, early closes and other days with a reason in a range of days, both ends included.
 * Columns: date, name, local_name, kind (public, exchange, election, mourning, weather, ceremony, system, emergency,
 * other), certainty (rule, announced, computed, assumed), is_trading, is_short_day, is_beyond_coverage. Unknown names
 * are null. */
ipf_status ipf_schedule_holidays(
    const ipf_schedule *schedule, int32_t from, int32_t through, struct ArrowArrayStream *out, ipf_error **error);
/* Returns a table of the contracts of a futures or options product, computed by public rules. `root` is the exchange's
 * root, such as ES. Columns: name (utf8), year and month of delivery (int64), last_trading_day and expiration (date32),
 * settlement and first_notice (date32, null if the rules have none), is_beyond_coverage (bool: some holidays are
 * unknown, and weekdays count as business days). If a future and an option have the same root, the future is used. If
 * `year` is 0, the table has the next contracts on `day`, in days since 1970; the first of them is the front contract.
 * Otherwise `day` is ignored. If no rules are known for the root, the status is IPF_NOT_FOUND. */
ipf_status ipf_contracts(
    const char *root, size_t root_size, int32_t year, int32_t day, struct ArrowArrayStream *out, ipf_error **error);
/* Sets open[i] to 1 if a session of these types contains times[i], and to 0 otherwise or for IPF_NO_TIME. Uses all
 * processors. */
ipf_status ipf_schedule_is_open(
    const ipf_schedule *schedule, const int64_t *times, size_t count, ipf_time_unit unit, ipf_sessions sessions, uint8_t *open,
    ipf_error **error);

typedef int32_t ipf_which;
enum {
  /* The last session before the one that contains the time, or before the time if no session contains it. */
  IPF_PREVIOUS = -1,
  /* The session that contains the time. */
  IPF_CURRENT = 0,
  /* The first session after the one that contains the time, or after the time if no session contains it. */
  IPF_NEXT = 1,
  /* The current session, or else the nearer of the previous and the next one. */
  IPF_NEAREST = 2
};
/* Finds a session of these types for each time, and returns its start, its end (exclusive), its day, and its type as a
 * bit. If there is no such session, the values are IPF_NO_TIME, IPF_NO_TIME, IPF_NO_DAY and 0. Any of the four arrays
 * may be NULL.
 *
 * If two adjacent days follow each other without a pause, there is an empty session between them: a session without
 * trading whose start equals its end. ipf_schedule_sessions omits empty sessions. */
ipf_status ipf_schedule_find(
    const ipf_schedule *schedule, const int64_t *times, size_t count, ipf_time_unit unit, ipf_which which,
    ipf_sessions sessions, int64_t *starts, int64_t *ends, int32_t *days, uint8_t *types, ipf_error **error);

/* Arithmetic of trading time. Times and lengths are in `unit`; lengths are rounded down to a millisecond. If sessions
 * overlap, each counts in full. If a time is outside 0001-01-02 to 9999-12-30, the status is IPF_OUT_OF_RANGE. */

/* Returns a table of the bars that overlap the range from `from` to `to` (exclusive). All bars have the same length, at
 * least a millisecond, except the last bar of a session, which ends with the session. The first bar of each session of
 * these types starts with the session. The columns are those of ipf_schedule_sessions. */
ipf_status ipf_schedule_bars(
    const ipf_schedule *schedule, int64_t from, int64_t to, int64_t length, ipf_time_unit unit, ipf_sessions sessions,
    struct ArrowArrayStream *out, ipf_error **error);
/* Measures the trading time between pairs of times, where starts[i] <= ends[i]. The results are the total length of the
 * sessions of these types, the number of sessions that overlap the range, and the number of days with such a session.
 * Any of the three arrays may be NULL. If a time of a pair is IPF_NO_TIME, the results are IPF_NO_TIME, 0 and 0. Uses
 * all processors. */
ipf_status ipf_schedule_between(
    const ipf_schedule *schedule, const int64_t *starts, const int64_t *ends, size_t count, ipf_time_unit unit,
    ipf_sessions sessions, int64_t *lengths, int64_t *session_counts, int64_t *day_counts, ipf_error **error);
/* Adds trading time to each time; a negative length goes back in time. There is one length for all times (length_count
 * is 1), or one for each time (length_count equals count). If the result is on the boundary of two sessions, it is the
 * end of the earlier session, or, back in time, the start of the later one. The result is IPF_NO_TIME if the time is,
 * or if no session follows within 366 days. Uses all processors. */
ipf_status ipf_schedule_add(
    const ipf_schedule *schedule, const int64_t *times, size_t count, ipf_time_unit unit, const int64_t *lengths,
    size_t length_count, ipf_sessions sessions, int64_t *sums, ipf_error **error);
/* Adds a number of trading days to each day; a negative number goes back in time. There is one number for all days
 * (trading_day_count is 1), or one for each day (trading_day_count equals count). Counting starts after the day itself.
 * The result is IPF_NO_DAY if the day is, or if no trading day follows within 366 days. */
ipf_status ipf_schedule_offset(
    const ipf_schedule *schedule, const int32_t *days, size_t count, const int32_t *trading_days, size_t trading_day_count,
    int32_t *sums, ipf_error **error);

/* ---- Prices ---- */

typedef int32_t ipf_rounding;
enum {
  /* Round to the nearest multiple; ties go to the even multiple. */
  IPF_HALF_EVEN = 0,
  IPF_FLOOR = 1,
  IPF_CEILING = 2,
  /* Round toward zero (IPF_DOWN) or away from zero (IPF_UP). */
  IPF_DOWN = 3,
  IPF_UP = 4,
  /* Round to the nearest multiple; ties go away from zero (IPF_HALF_UP) or toward zero (IPF_HALF_DOWN). */
  IPF_HALF_UP = 5,
  IPF_HALF_DOWN = 6
};

typedef struct ipf_price ipf_price;
/* Parses price increments in the form of PRICE_INCREMENTS: "0.01 3; 0.05". */
ipf_status ipf_price_open(const char *text, size_t text_size, ipf_price **out, ipf_error **error);
void ipf_price_free(ipf_price *price);
ipf_text ipf_price_text(const ipf_price *price);
/* Sets result[i] to prices[i], rounded to a multiple of the increment at that price. `result` may equal `prices`. */
ipf_status ipf_price_round(
    const ipf_price *price, const double *prices, size_t count, ipf_rounding rounding, double *result, ipf_error **error);
/* Sets result[i] to prices[i], rounded to a multiple of the increment of the instrument at rows[i]. The result is NaN
 * if the row is -1, or if the instrument's increments cannot be parsed. `result` may equal `prices`. Uses all
 * processors. */
ipf_status ipf_catalog_round(
    const ipf_catalog *catalog, const int64_t *rows, const double *prices, size_t count, ipf_rounding rounding,
    double *result, ipf_error **error);
/* Sets result[i] to the price that is one increment away from prices[i], or `minimum` away if `minimum` is larger. A
 * direction of 1 is up, -1 is down. */
ipf_status ipf_price_step(
    const ipf_price *price, const double *prices, size_t count, int32_t direction, double minimum, double *result,
    ipf_error **error);
/* Sets result[i] to the increment at prices[i] for a price that moves up (1), moves down (-1), or does not move (0). */
ipf_status ipf_price_increment(
    const ipf_price *price, const double *prices, size_t count, int32_t direction, double *result, ipf_error **error);
/* Sets result[i] to the number of decimals of the increment at prices[i]. */
ipf_status ipf_price_decimals(
    const ipf_price *price, const double *prices, size_t count, int32_t *result, ipf_error **error);

/* ---- Studies ---- */

/* A set of columns of bars, as bits. */
typedef uint32_t ipf_bar_columns;
enum {
  IPF_BAR_OPEN = 1,
  IPF_BAR_HIGH = 2,
  IPF_BAR_LOW = 4,
  IPF_BAR_CLOSE = 8,
  IPF_BAR_VOLUME = 16,
  IPF_BAR_TIME = 32
};

/* Bars in ascending order of time. A column that the study does not read may be NULL. */
typedef struct ipf_bars {
  /* sizeof(ipf_bars) */
  size_t size;
  size_t count;
  const double *open;
  const double *high;
  const double *low;
  const double *close;
  const double *volume;
  /* The starts of the bars. */
  const int64_t *time;
  ipf_time_unit unit;
} ipf_bars;

/* A parameter of a study, with its default value as a text: "14", "0.02", "true", "EXPONENTIAL". */
typedef struct ipf_study_parameter {
  ipf_text id;
  /* One of wholeNumber, number, boolean, average, price, aggregation. */
  ipf_text kind;
  ipf_text value;
} ipf_study_parameter;

/* A line of a study. */
typedef struct ipf_study_line {
  ipf_text title;
  /* The value that the line has for all bars if it is a level; otherwise NaN. */
  double level;
} ipf_study_line;

typedef struct ipf_study ipf_study;
/* Returns the names of the studies that ipf_study_open accepts. */
ipf_status ipf_study_names(ipf_names **out, ipf_error **error);
/* Creates a study, such as "RSI", without bars. The parameter ids[i] has the value values[i]; other parameters have
 * their defaults. A study that restarts each trading day uses the days of `schedule`; if `schedule` is NULL, it uses
 * calendar days in UTC. */
ipf_status ipf_study_open(
    const char *name, size_t name_size, const ipf_text *ids, const ipf_text *values, size_t count,
    const ipf_schedule *schedule, ipf_study **out, ipf_error **error);
void ipf_study_free(ipf_study *study);
/* Returns the columns that the study reads. */
ipf_bar_columns ipf_study_columns(const ipf_study *study);
size_t ipf_study_parameter_count(const ipf_study *study);
/* Returns a parameter. After the last parameter, its texts are empty. */
ipf_study_parameter ipf_study_parameter_at(const ipf_study *study, size_t index);
size_t ipf_study_line_count(const ipf_study *study);
/* Returns a line. After the last line, its title is empty. */
ipf_study_line ipf_study_line_at(const ipf_study *study, size_t index);
/* Returns the number of bars. */
size_t ipf_study_count(const ipf_study *study);
/* Appends bars. The values do not depend on how the bars are divided among calls. */
ipf_status ipf_study_append(ipf_study *study, const ipf_bars *bars, ipf_error **error);
/* Replaces the last bar, which may change until its interval ends. Further bars can then be appended. */
ipf_status ipf_study_replace_last(ipf_study *study, const ipf_bars *bars, ipf_error **error);
/* Sets values[i] to the value of a line for the bar with index from + i; NaN if the line has no value there. Later bars
 * may change earlier values of lines that are shifted into the past, and of zigzags, fractals and regression lines. */
ipf_status ipf_study_values(
    const ipf_study *study, size_t line, size_t from, double *values, size_t count, ipf_error **error);

/* Computes the study for bars, without the appended ones: sets lines[i][j] to the value of line i for bar j. The memory
 * of each line has a place for each bar; NULL for a line that is not needed. `count` is that of the lines. If the call
 * fails, the memory is unchanged. */
ipf_status ipf_study_compute(
    const ipf_study *study, const ipf_bars *bars, double *const *lines, size_t count, ipf_error **error);

/* ---- Import ---- */

enum {
  /* Skips and counts malformed records. By default, the first one ends the import. */
  IPF_IMPORT_SKIP_MALFORMED = 1,
  /* Requires that each source ends with ##COMPLETE. */
  IPF_IMPORT_REQUIRE_COMPLETE = 2,
  /* Allows that a source that was cut off replaces a complete one. */
  IPF_IMPORT_ALLOW_INCOMPLETE = 4,
  /* Allows that the import removes more than half of the instruments. */
  IPF_IMPORT_ALLOW_SHRINK = 8,
  /* Also accepts numbers and dates whose form differs slightly from that of IPF. */
  IPF_IMPORT_LENIENT = 16,
  /* Stores the replaced state in the file's history, for ipf_catalog_as_of. A history that exists is continued without
   * this flag. */
  IPF_IMPORT_KEEP_HISTORY = 32,
  /* Derives no values for lists (ipf_import_set_map). */
  IPF_IMPORT_NO_DERIVE = 64
};

typedef struct ipf_import_progress {
  /* The number of bytes of the current source that were read so far, as stored or transferred, and the total number; -1
   * if the total is unknown. */
  int64_t bytes;
  int64_t total_bytes;
  /* The number of lines of the current source that were read so far. */
  int64_t lines;
  /* The index of the current source, from 0. Once all sources were read, it is the number of sources. */
  int64_t source;
} ipf_import_progress;

typedef struct ipf_import_summary {
  int64_t instruments;
  int64_t rejected;
  /* Whether the catalog was written; false if no source has changed since the last import. */
  bool written;
  /* Whether all sources were complete. */
  bool complete;
} ipf_import_summary;

typedef struct ipf_import ipf_import;
/* Prepares an import into a catalog file. Sources are paths, and http:, https: and s3: URLs. Credentials in a URL never
 * appear in messages. */
ipf_status ipf_import_create(const char *path, size_t path_size, uint32_t flags, ipf_import **out, ipf_error **error);
ipf_status ipf_import_add_source(ipf_import *import, const char *address, size_t address_size, ipf_error **error);
/* Adds a field to those by which instruments can be looked up. */
ipf_status ipf_import_add_identifier(ipf_import *import, const char *field, size_t field_size, ipf_error **error);
/* Reads the sources as lists in CSV, JSON or XML. `map` is a mapping of their columns:
 * SYMBOL=yahoo:ticker,DESCRIPTION=name. */
ipf_status ipf_import_set_map(ipf_import *import, const char *map, size_t map_size, ipf_error **error);
/* Runs the import to its end. Call this once per object. The catalog is replaced as a whole, or remains unchanged. */
ipf_status ipf_import_run(ipf_import *import, ipf_import_summary *summary, ipf_error **error);
/* Returns a sentence for each malformed record, with its source, line and error; at most the first 1,000. */
ipf_status ipf_import_rejections(const ipf_import *import, ipf_names **out, ipf_error **error);
/* Returns the progress of ipf_import_run. Any thread may call this. */
ipf_import_progress ipf_import_get_progress(const ipf_import *import);
/* Makes ipf_import_run end soon with IPF_CANCELLED. Any thread may call this. It has no effect once all sources were
 * read and the catalog is being written. */
void ipf_import_cancel(ipf_import *import);
void ipf_import_free(ipf_import *import);

#ifdef __cplusplus
}
#endif

#endif /* IPF_H */
