/* libipf: instrument catalogs, trading hours and price steps for C and for bindings of other languages.
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
 * Rules, everywhere the same:
 *
 * - A function that can fail returns an ipf_status. Where it is not IPF_OK, `error`, unless NULL, is set to an object with a
 *   sentence for people, which the caller frees; otherwise it is set to NULL. The other results are then NULL or untouched; an array may
 *   be filled in part.
 *   Nothing traps: NULL where an object is needed is IPF_INVALID_ARGUMENT.
 * - Each kind of object has one ..._free, which takes NULL, too. An object keeps what it needs of others alive: a stream of
 *   columns may be read after its catalog was freed. A freed object must not be used.
 * - Texts go in as UTF-8 with their number of bytes, or IPF_TERMINATED for one that ends with its zero byte; what isn't UTF-8
 *   is IPF_INVALID_TEXT. An ipf_text that comes out belongs to the object that was asked and lives as long; it has a zero byte
 *   after its last one, and may have others inside.
 * - All functions may be called from any number of threads. Objects that never change (catalog, rows, hits, schedule, price,
 *   error, record, names) may be used by several at once; a filter while one fills it, and a stream, only by one. An import is
 *   made for two: one runs it, another asks for its progress or ends it.
 * - There is no global state and no callback, and nothing goes on after a call; idle threads of an import end some seconds later.
 *   After fork, parent and child may both go on calling.
 * - Days are counted since 1970-01-01. Rows are numbers of instruments within one catalog, best ranked first.
 * - Tables come as Apache Arrow streams (the C stream interface), for pyarrow, polars, duckdb, pandas, R, or code by hand.
 *
 * The interface is stable within an ABI version: functions and constants are added, never changed, and structs stay as they are.
 */
#ifndef IPF_H
#define IPF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Apache Arrow: the C data and stream interfaces, as they are meant to be copied ---- */

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

/* What this header describes. A library whose ipf_abi_version is another must not be used with it. */
#define IPF_ABI_VERSION 1

/* The ABI version of the library that is loaded. */
uint32_t ipf_abi_version(void);

/* The library's version, "0.1.0". It lives as long as the library. */
const char *ipf_version(void);

/* ---- Texts and errors ---- */

/* For the size of a text that ends with its zero byte. */
#define IPF_TERMINATED ((size_t)-1)

typedef struct ipf_text {
  const char *data;
  size_t size;
} ipf_text;

typedef int32_t ipf_status;
enum {
  IPF_OK = 0,
  /* NULL where an object is needed, a number or name that the function doesn't know. */
  IPF_INVALID_ARGUMENT = 1,
  /* A text that isn't UTF-8. */
  IPF_INVALID_TEXT = 2,
  /* Nothing has that name or identifier. */
  IPF_NOT_FOUND = 3,
  /* A field that no profile has: neither standard nor the catalog's. */
  IPF_UNKNOWN_FIELD = 4,
  /* Trading hours or price increments that can't be read; the error's text shows where. */
  IPF_INVALID_RULES = 5,
  /* A day or time that there are no answers for: outside 0001-01-02 to 9999-12-30, or of a past that a catalog does not know. */
  IPF_OUT_OF_RANGE = 6,
  /* The system refused: no such file, no permission, disk full. */
  IPF_IO = 7,
  /* A file that isn't a catalog, or one of a later version. */
  IPF_NOT_A_CATALOG = 8,
  /* A catalog whose bytes aren't those that were written. */
  IPF_DAMAGED = 9,
  /* Another program keeps the catalog current. */
  IPF_IN_USE = 10,
  /* An import that would have taken too much away; the catalog is as it was. */
  IPF_REFUSED = 11,
  /* A cursor of another catalog or question. */
  IPF_INVALID_CURSOR = 12,
  /* A source that can't be reached or read, or a record of it. */
  IPF_SOURCE = 13,
  /* An import that was cancelled; the catalog is as it was. */
  IPF_CANCELLED = 14,
  /* Any other fault. */
  IPF_FAILED = 15
};

typedef struct ipf_error ipf_error;
/* The code: what the function returned. IPF_OK for NULL. */
ipf_status ipf_error_code(const ipf_error *error);
/* What was found, where, and how to go on. Without credentials. */
ipf_text ipf_error_text(const ipf_error *error);
void ipf_error_free(ipf_error *error);

/* ---- A list of names ---- */

typedef struct ipf_names ipf_names;
size_t ipf_names_count(const ipf_names *names);
/* The name at an index; { NULL, 0 } where there is none. */
ipf_text ipf_names_at(const ipf_names *names, size_t index);
void ipf_names_free(ipf_names *names);

/* ---- A list of rows ---- */

typedef struct ipf_rows ipf_rows;
/* A list of your own; the numbers are copied. */
ipf_status ipf_rows_create(const int64_t *rows, size_t count, ipf_rows **out, ipf_error **error);
size_t ipf_rows_count(const ipf_rows *rows);
/* The numbers; NULL for no list. They live as long as the list. */
const int64_t *ipf_rows_data(const ipf_rows *rows);
void ipf_rows_free(ipf_rows *rows);

/* ---- Filters ---- */

/* Which instruments are meant. Conditions on different fields must all hold; several patterns and texts for one field are alternatives,
 * while a range or day takes the place of the one given before. Wherever a function takes a filter, NULL means all instruments. */
typedef struct ipf_filter ipf_filter;

/* No day, for an open end of a range. */
#define IPF_NO_DAY INT32_MIN

ipf_filter *ipf_filter_create(void);
/* A field, standard or custom, is like a pattern, in which * stands for any characters and ? for one. */
ipf_status ipf_filter_require(
    ipf_filter *filter, const char *field, size_t field_size, const char *pattern, size_t pattern_size, ipf_error **error);
/* A field is this text. */
ipf_status ipf_filter_require_exactly(
    ipf_filter *filter, const char *field, size_t field_size, const char *text, size_t text_size, ipf_error **error);
/* One of the exchanges in EXCHANGES is like a pattern. */
ipf_status ipf_filter_require_exchange(
    ipf_filter *filter, const char *pattern, size_t pattern_size, ipf_error **error);
/* EXPIRATION lies in a range of days, both included; IPF_NO_DAY for an open end. */
ipf_status ipf_filter_require_expiration(ipf_filter *filter, int32_t from, int32_t through, ipf_error **error);
/* LAST_TRADE lies in a range of days. */
ipf_status ipf_filter_require_last_trade(ipf_filter *filter, int32_t from, int32_t through, ipf_error **error);
/* STRIKE lies in a range, both included; NaN for an open end. */
ipf_status ipf_filter_require_strike(ipf_filter *filter, double from, double through, ipf_error **error);
/* Not expired on a day. */
ipf_status ipf_filter_require_active_on(ipf_filter *filter, int32_t day, ipf_error **error);
void ipf_filter_free(ipf_filter *filter);

/* ---- Catalogs ---- */

typedef struct ipf_catalog ipf_catalog;

/* Opens a catalog file: the file is mapped, nothing is loaded, and any number of processes share it. A catalog that takes the
 * file's place later is seen by who opens it anew: replace it by renaming, as imports do, for whoever cuts an open file off or writes over
 * it ends those who read it (SIGBUS). Seen anew is also what a program that keeps it current (ipf import --follow) has yet to put
 * into the file. */
ipf_status ipf_catalog_open(const char *path, size_t path_size, ipf_catalog **out, ipf_error **error);
void ipf_catalog_free(ipf_catalog *catalog);

/* The catalog as it was at a moment: a catalog of its own, which answers every question as then, and is freed like any other.
 * `moment` is a date (its end in UTC), a time like 2026-03-01T06:00:00Z, or now. IPF_OUT_OF_RANGE where the file doesn't know that
 * past: it knows what it was imported over with IPF_IMPORT_KEEP_HISTORY. */
ipf_status ipf_catalog_as_of(
    const ipf_catalog *catalog, const char *moment, size_t moment_size, ipf_catalog **out, ipf_error **error);
/* The instruments that are no more, as they were last, as a catalog of its own; the field REMOVED_ON has the day, in UTC, of the import
 * that removed each. IPF_OUT_OF_RANGE where the file keeps no history. */
ipf_status ipf_catalog_removed(const ipf_catalog *catalog, ipf_catalog **out, ipf_error **error);

/* Instruments. Those of a file have the rows 0 ... count - 1; of a catalog of the past take them from ipf_catalog_select. */
int64_t ipf_catalog_count(const ipf_catalog *catalog);
/* A number that differs between any two catalogs, as far as 64 bits can tell. */
uint64_t ipf_catalog_version(const ipf_catalog *catalog);
/* The sources of the import were complete. */
bool ipf_catalog_is_complete(const ipf_catalog *catalog);
/* Reads the whole file and compares its checksums. */
ipf_status ipf_catalog_verify(const ipf_catalog *catalog, ipf_error **error);
/* The fields that some instrument has: the standard ones in their order, then the custom ones by name. */
ipf_status ipf_catalog_fields(const ipf_catalog *catalog, ipf_names **out, ipf_error **error);

/* The row of exactly this symbol; -1 where there is none (or no catalog, or no UTF-8). */
int64_t ipf_catalog_row(const ipf_catalog *catalog, const char *symbol, size_t symbol_size);
/* The same for many: fills rows[0 ... count - 1]. */
ipf_status ipf_catalog_rows(
    const ipf_catalog *catalog, const ipf_text *symbols, size_t count, int64_t *rows, ipf_error **error);
/* The fields by which instruments are looked up besides their symbol: ISIN, CUSIP, SEDOL, LOCAL_SYMBOL, then those that were imported
 * as identifiers (ipf_import_add_identifier). */
ipf_status ipf_catalog_identifier_fields(const ipf_catalog *catalog, ipf_names **out, ipf_error **error);
/* The rows with an identifier, best first. IPF_NOT_FOUND where nobody has it; the error says why, as of a wrong check digit.
 * IPF_INVALID_ARGUMENT for a field that isn't one of those. */
ipf_status ipf_catalog_rows_of_identifier(
    const ipf_catalog *catalog, const char *field, size_t field_size, const char *text, size_t text_size, ipf_rows **out,
    ipf_error **error);
/* The same for many: the best row of each; -1 where nobody has it, or it is no UTF-8. Fills rows[0 ... count - 1]. */
ipf_status ipf_catalog_rows_of_identifiers(
    const ipf_catalog *catalog, const char *field, size_t field_size, const ipf_text *texts, size_t count, int64_t *rows,
    ipf_error **error);
/* What may have been meant by a symbol that isn't there, nearest first. */
ipf_status ipf_catalog_near(
    const ipf_catalog *catalog, const char *symbol, size_t symbol_size, size_t limit, ipf_rows **out, ipf_error **error);

/* One field of a row, in normal form. Writes as many bytes as `capacity` has room for, without a zero byte, and sets *size to
 * the field's whole size: 0 where it isn't set; more than `capacity` where a larger buffer is needed. */
ipf_status ipf_catalog_field(
    const ipf_catalog *catalog, int64_t row, const char *field, size_t field_size, char *buffer, size_t capacity, size_t *size,
    ipf_error **error);

/* All fields of a row that are set. */
typedef struct ipf_record ipf_record;
ipf_status ipf_catalog_record(const ipf_catalog *catalog, int64_t row, ipf_record **out, ipf_error **error);
size_t ipf_record_count(const ipf_record *record);
/* { NULL, 0 } beyond the last. */
ipf_text ipf_record_name(const ipf_record *record, size_t index);
ipf_text ipf_record_value(const ipf_record *record, size_t index);
void ipf_record_free(ipf_record *record);

/* ---- Lists ---- */

typedef int32_t ipf_order;
enum { IPF_BY_RANK = 0, IPF_BY_SYMBOL = 1, IPF_BY_TYPE = 2 };

/* The rows that a filter means, in an order: from the one at `offset` on, `limit` at most (SIZE_MAX for all). A field that
 * isn't known is IPF_UNKNOWN_FIELD. */
ipf_status ipf_catalog_select(
    const ipf_catalog *catalog, const ipf_filter *filter, ipf_order order, size_t offset, size_t limit, ipf_rows **out,
    ipf_error **error);
/* How many instruments a filter means. */
ipf_status ipf_catalog_count_matches(
    const ipf_catalog *catalog, const ipf_filter *filter, int64_t *count, ipf_error **error);
/* What a filter asks for that no instrument has, a sentence each; most often a typing error. */
ipf_status ipf_catalog_misses(
    const ipf_catalog *catalog, const ipf_filter *filter, ipf_names **out, ipf_error **error);
/* A table of the values of a field among the instruments that a filter means: value (utf8), count (int64), most frequent first. */
ipf_status ipf_catalog_counts(
    const ipf_catalog *catalog, const ipf_filter *filter, const char *field, size_t field_size, struct ArrowArrayStream *out,
    ipf_error **error);

/* A table of fields of rows, in their order; NULL for all rows, best first. `fields` NULL means every field that occurs.
 * Texts are utf8, or utf8 by dictionary where a field has 32,768 distinct values or fewer (places int8 for 128 values or fewer, else
 * int16); ICB and SIC int64; MULTIPLIER, SPC and STRIKE float64; EXPIRATION and LAST_TRADE date32. What isn't set is null. Batches have
 * about 65,536 rows. */
ipf_status ipf_catalog_columns(
    const ipf_catalog *catalog, const ipf_rows *rows, const ipf_text *fields, size_t field_count,
    struct ArrowArrayStream *out, ipf_error **error);

/* ---- Search ---- */

/* Why a search found an instrument, best first. */
typedef int32_t ipf_tier;
enum {
  IPF_TIER_EXACT_SYMBOL = 0,
  IPF_TIER_EXACT_IDENTIFIER = 1,
  /* The instrument in another notation, "AAPL 15JAN27 260 C"; the reason says how it was understood. */
  IPF_TIER_NOTATION = 2,
  /* Another name of it; the reason is that name. */
  IPF_TIER_ALIAS = 3,
  IPF_TIER_SYMBOL_PREFIX = 4,
  IPF_TIER_DESCRIPTION = 5,
  IPF_TIER_ALIAS_PREFIX = 6,
  IPF_TIER_SYMBOL_SUBSTRING = 7,
  IPF_TIER_TYPO = 8
};

/* A stretch of a field's bytes that matched. */
typedef struct ipf_highlight {
  ipf_text field;
  size_t start;
  size_t end;
} ipf_highlight;

typedef struct ipf_hits ipf_hits;
/* Finds instruments by what people type, best first. `day` decides what a text leaves open, as the year of a future's month:
 * IPF_NO_DAY for today in UTC. `cursor` is the ipf_hits_next of the page before; NULL for the first page. */
ipf_status ipf_catalog_search(
    const ipf_catalog *catalog, const char *text, size_t text_size, const ipf_filter *filter, int32_t day, size_t limit,
    const char *cursor, size_t cursor_size, ipf_hits **out, ipf_error **error);
size_t ipf_hits_count(const ipf_hits *hits);
/* The rows, ipf_hits_count of them. */
const int64_t *ipf_hits_rows(const ipf_hits *hits);
/* -1 beyond the last hit. */
ipf_tier ipf_hits_tier(const ipf_hits *hits, size_t index);
/* { NULL, 0 } for tiers without a reason. */
ipf_text ipf_hits_reason(const ipf_hits *hits, size_t index);
size_t ipf_hits_highlight_count(const ipf_hits *hits, size_t index);
ipf_highlight ipf_hits_highlight(const ipf_hits *hits, size_t index, size_t highlight);
/* What the next page is asked for with; { NULL, 0 } where this is the last. */
ipf_text ipf_hits_next(const ipf_hits *hits);
void ipf_hits_free(ipf_hits *hits);

/* ---- Option chains and futures ---- */

typedef int32_t ipf_chain_role;
enum { IPF_CHAIN_ANY = 0, IPF_CHAIN_UNDERLYING = 1, IPF_CHAIN_PRODUCT = 2 };

typedef struct ipf_chain_options {
  /* sizeof(ipf_chain_options), as ipf_chain_options_default sets it: options that nobody filled are found out. */
  size_t size;
  ipf_chain_role role;
  /* Days of expiration, both included; IPF_NO_DAY for an open end. */
  int32_t expiration_from;
  int32_t expiration_through;
  /* Strikes, both included; NaN for an open end. */
  double strike_from;
  double strike_through;
  /* Only this many strikes of each series, those nearest to a price; 0 for all. */
  size_t nearest_count;
  double nearest_price;
} ipf_chain_options;

/* Options that ask for all of a chain. */
ipf_chain_options ipf_chain_options_default(void);

/* A table of the options of an underlying or product, a row a strike: expiration and last_trade (date32), strike, multiplier and
 * spc (float64), call and put (utf8 symbols), call_row and put_row (int64). Where several options share a strike, a row for
 * each. `options` NULL means all. IPF_NOT_FOUND for a name without options. */
ipf_status ipf_catalog_chain(
    const ipf_catalog *catalog, const char *name, size_t name_size, const ipf_chain_options *options,
    struct ArrowArrayStream *out, ipf_error **error);
/* The futures of a product by expiration. */
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

/* What numbers of times count, since 1970-01-01T00:00:00Z. */
typedef int32_t ipf_time_unit;
enum { IPF_SECONDS = 0, IPF_MILLISECONDS = 1, IPF_MICROSECONDS = 2, IPF_NANOSECONDS = 3 };

/* No time, in arrays of times; as numpy's NaT. */
#define IPF_NO_TIME INT64_MIN

typedef struct ipf_schedule ipf_schedule;
/* The schedule that a name means: hours as TRADING_HOURS has them ("NewYorkETH()"), a venue (XNYS), an exchange (NYSE), or, with
 * a catalog, a symbol. `venue` chooses one of several definitions; NULL for the first. */
ipf_status ipf_schedule_open(
    const char *name, size_t name_size, const ipf_catalog *catalog, const char *venue, size_t venue_size, ipf_schedule **out,
    ipf_error **error);
/* Opens the schedule that ipf_schedule_open opens, with overnight sessions (IPF_OVERNIGHT). The session of a night belongs to the day
 * that follows it, and the day begins with it. IPF_NOT_FOUND if no overnight hours are known for the name; they are known for shares of
 * exchanges of the United States. */
ipf_status ipf_schedule_open_overnight(
    const char *name, size_t name_size, const ipf_catalog *catalog, const char *venue, size_t venue_size, ipf_schedule **out,
    ipf_error **error);
void ipf_schedule_free(ipf_schedule *schedule);
/* The names of the venues whose schedules are known: those that ipf_schedule_open takes. */
ipf_status ipf_schedule_venues(ipf_names **out, ipf_error **error);
ipf_text ipf_schedule_name(const ipf_schedule *schedule);
ipf_text ipf_schedule_venue(const ipf_schedule *schedule);
/* The IANA name of its time zone. */
ipf_text ipf_schedule_zone(const ipf_schedule *schedule);
ipf_text ipf_schedule_definition(const ipf_schedule *schedule);
/* The first and the last day whose holidays are known; IPF_NO_DAY if it has no holiday lists. */
int32_t ipf_schedule_coverage_start(const ipf_schedule *schedule);
int32_t ipf_schedule_coverage_end(const ipf_schedule *schedule);

/* A table of sessions of days, both included: date (date32), kind (utf8 dictionary: no trading, pre-market, regular,
 * after-market, overnight), open and close (timestamp[us, UTC], close exclusive), is_beyond_coverage (bool). */
ipf_status ipf_schedule_sessions(
    const ipf_schedule *schedule, int32_t from, int32_t through, ipf_sessions sessions, struct ArrowArrayStream *out,
    ipf_error **error);
/* A table of days, both included: date, start, end, reset, open and close (of regular trading, null on days without it),
 * pre_open and post_close (of all trading), is_trading, is_holiday, is_short_day, is_beyond_coverage. */
ipf_status ipf_schedule_days(
    const ipf_schedule *schedule, int32_t from, int32_t through, struct ArrowArrayStream *out, ipf_error **error);
/* For each time whether a session of these types holds it: open[i] 1 or 0; 0 for IPF_NO_TIME. */
ipf_status ipf_schedule_is_open(
    const ipf_schedule *schedule, const int64_t *times, size_t count, ipf_time_unit unit, ipf_sessions sessions, uint8_t *open,
    ipf_error **error);

typedef int32_t ipf_which;
enum {
  /* The last before the session that holds the time. */
  IPF_PREVIOUS = -1,
  /* The one that holds the time. */
  IPF_CURRENT = 0,
  /* The first after the session that holds the time. */
  IPF_NEXT = 1,
  /* The current one, or else the nearer of previous and next. */
  IPF_NEAREST = 2
};
/* For each time a session of these types: its start, its end (exclusive), its day, and its type as a bit. Where there is none:
 * IPF_NO_TIME, IPF_NO_DAY, 0. Any of the four arrays may be NULL. Days that follow each other without a pause have a session without
 * trading that is empty between them: its start is its end; ipf_schedule_sessions leaves such out. */
ipf_status ipf_schedule_find(
    const ipf_schedule *schedule, const int64_t *times, size_t count, ipf_time_unit unit, ipf_which which,
    ipf_sessions sessions, int64_t *starts, int64_t *ends, int32_t *days, uint8_t *types, ipf_error **error);

/* Arithmetic of trading time. Times and lengths count `unit`, lengths rounded down to a millisecond. Sessions that overlap count
 * each. A time that schedules have no answers for is IPF_OUT_OF_RANGE. */

/* A table of the bars of one length, a millisecond at least, that share time with from to to (exclusive): each session of these types
 * is cut from its start on, and its last bar ends with it. Columns as of ipf_schedule_sessions. */
ipf_status ipf_schedule_bars(
    const ipf_schedule *schedule, int64_t from, int64_t to, int64_t length, ipf_time_unit unit, ipf_sessions sessions,
    struct ArrowArrayStream *out, ipf_error **error);
/* For each pair of times, starts[i] <= ends[i], what lies between them: the time of sessions of these types, how many sessions have time
 * there, and how many days have such a session. Any of the three results may be NULL. For IPF_NO_TIME in a pair: IPF_NO_TIME, 0, 0. */
ipf_status ipf_schedule_between(
    const ipf_schedule *schedule, const int64_t *starts, const int64_t *ends, size_t count, ipf_time_unit unit,
    ipf_sessions sessions, int64_t *lengths, int64_t *session_counts, int64_t *day_counts, ipf_error **error);
/* For each time the one at which a length of trading has passed since; below 0 back in time. There is one length for all times
 * (length_count 1), or one for each (length_count == count). A sum that ends with a session is the
 * session's end, back in time its start. IPF_NO_TIME where no such session comes for 366 days, and for IPF_NO_TIME. */
ipf_status ipf_schedule_add(
    const ipf_schedule *schedule, const int64_t *times, size_t count, ipf_time_unit unit, const int64_t *lengths,
    size_t length_count, ipf_sessions sessions, int64_t *sums, ipf_error **error);
/* For each day the one so many trading days after it; below 0 before it. There is one number for all days (trading_day_count 1), or one
 * for each (trading_day_count == count). The day itself isn't counted. IPF_NO_DAY where no trading day
 * comes for 366 days, and for IPF_NO_DAY. */
ipf_status ipf_schedule_offset(
    const ipf_schedule *schedule, const int32_t *days, size_t count, const int32_t *trading_days, size_t trading_day_count,
    int32_t *sums, ipf_error **error);

/* ---- Prices ---- */

typedef int32_t ipf_rounding;
enum {
  /* To the nearest multiple, ties to the even one. */
  IPF_HALF_EVEN = 0,
  IPF_FLOOR = 1,
  IPF_CEILING = 2,
  /* Toward and away from zero. */
  IPF_DOWN = 3,
  IPF_UP = 4,
  /* To the nearest, ties away from zero and toward it. */
  IPF_HALF_UP = 5,
  IPF_HALF_DOWN = 6
};

typedef struct ipf_price ipf_price;
/* Price steps from a text as PRICE_INCREMENTS has them: "0.01 3; 0.05". */
ipf_status ipf_price_open(const char *text, size_t text_size, ipf_price **out, ipf_error **error);
void ipf_price_free(ipf_price *price);
ipf_text ipf_price_text(const ipf_price *price);
/* result[i] = prices[i] as a multiple of its step; result may be prices. */
ipf_status ipf_price_round(
    const ipf_price *price, const double *prices, size_t count, ipf_rounding rounding, double *result, ipf_error **error);
/* result[i] = the price one step away, `minimum` at least: up for direction 1, down for -1. */
ipf_status ipf_price_step(
    const ipf_price *price, const double *prices, size_t count, int32_t direction, double minimum, double *result,
    ipf_error **error);
/* result[i] = the step at a price that moves up (1), down (-1) or stays (0). */
ipf_status ipf_price_increment(
    const ipf_price *price, const double *prices, size_t count, int32_t direction, double *result, ipf_error **error);
/* result[i] = the decimals of the step at a price. */
ipf_status ipf_price_decimals(
    const ipf_price *price, const double *prices, size_t count, int32_t *result, ipf_error **error);

/* ---- Import ---- */

enum {
  /* Records that can't be read are counted and left out; else the first one ends the import. */
  IPF_IMPORT_SKIP_MALFORMED = 1,
  /* Each source must end with ##COMPLETE. */
  IPF_IMPORT_REQUIRE_COMPLETE = 2,
  /* A source that was cut off may take the place of a complete one. */
  IPF_IMPORT_ALLOW_INCOMPLETE = 4,
  /* More than half of the instruments may go. */
  IPF_IMPORT_ALLOW_SHRINK = 8,
  /* Numbers and dates that nearly are as the format says are taken, too. */
  IPF_IMPORT_LENIENT = 16,
  /* The catalog remembers what it takes the place of, for ipf_catalog_as_of. One that does goes on doing so. */
  IPF_IMPORT_KEEP_HISTORY = 32
};

typedef struct ipf_import_progress {
  /* Bytes of the current source so far, as they are stored or transferred; of the whole, -1 where nobody knows. */
  int64_t bytes;
  int64_t total_bytes;
  /* Lines of it so far. */
  int64_t lines;
  /* The source, from 0; their number while the catalog is written and after that. */
  int64_t source;
} ipf_import_progress;

typedef struct ipf_import_summary {
  int64_t instruments;
  int64_t rejected;
  /* The catalog was written; false where no source has changed since the last import. */
  bool written;
  /* All sources were complete. */
  bool complete;
} ipf_import_summary;

typedef struct ipf_import ipf_import;
/* An import into a catalog file: of paths, http:, https: and s3: addresses. Credentials of an address are never shown. */
ipf_status ipf_import_create(const char *path, size_t path_size, uint32_t flags, ipf_import **out, ipf_error **error);
ipf_status ipf_import_add_source(ipf_import *import, const char *address, size_t address_size, ipf_error **error);
/* Instruments will be looked up by this field, too. */
ipf_status ipf_import_add_identifier(ipf_import *import, const char *field, size_t field_size, ipf_error **error);
/* Imports; returns at the end. Once for each object. The catalog is replaced whole or is as it was. */
ipf_status ipf_import_run(ipf_import *import, ipf_import_summary *summary, ipf_error **error);
/* A sentence for each record that couldn't be read: its source, its line and what is wrong. The first 1,000. */
ipf_status ipf_import_rejections(const ipf_import *import, ipf_names **out, ipf_error **error);
/* How far ipf_import_run is, from any thread. */
ipf_import_progress ipf_import_get_progress(const ipf_import *import);
/* Makes ipf_import_run end soon with IPF_CANCELLED, from any thread. Once all sources were read, and the catalog is being written, it goes
 * on to its end. */
void ipf_import_cancel(ipf_import *import);
void ipf_import_free(ipf_import *import);

#ifdef __cplusplus
}
#endif

#endif /* IPF_H */
