/* The SQLite extension ipf_catalog: a catalog as a table, over libipf (ipf.h).
 *
 *     SELECT load_extension('ipf_catalog');
 *     CREATE VIRTUAL TABLE t USING ipf('all.ipfc');
 *     SELECT symbol, description FROM t WHERE type = 'STOCK' AND t MATCH 'apple' ORDER BY rank LIMIT 10;
 *
 * The files:
 *
 *     extension.c   registers the modules and functions with a connection
 *     table.c       declares a table
 *     names.c       gives columns distinct names
 *     plan.c        chooses the plan of a query (xBestIndex)
 *     cursor.c      iterates over the rows of a plan (xFilter)
 *     rows.c        finds the rows of a plan by look-up or by filter
 *     narrow.c      finds the rows of a plan faster if the plan is repeated in a join
 *     filter.c      converts SQL conditions to conditions of the library
 *     match.c       evaluates MATCH without the search index
 *     block.c       reads fields
 *     order.c       sorts rows
 *     sessions.c    the table-valued function for trading sessions
 *     functions.c   the functions for trading hours and prices
 *
 * The library selects rows, and SQLite then tests each of them again. So the library may select too many rows, but
 * never too few. All comparisons have the results that the affinities and collations of SQLite require.
 *
 * The code needs no locks: SQLite locks a connection during each call, and connections share no data. */
#ifndef IPF_EXTENSION_H
#define IPF_EXTENSION_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strtod_l */
#endif

#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sqlite3ext.h"
#ifndef IPF_EXTENSION_MAIN
SQLITE_EXTENSION_INIT3
#endif

#include "ipf.h"

/* ---- A connection ---- */

typedef struct Table Table;

/* The state that is common to the modules and functions of a connection. */
typedef struct Connection {
  sqlite3 *db;
  /* A locale with a decimal point, for parsing numbers independently of the program's locale. */
  locale_t numbers;
  /* The number of modules and functions that retain this struct. */
  int references;
  /* The connected tables, as a linked list. */
  Table *tables;
  /* The list of databases at the time when all their tables were connected. The size is 0 if a table could not be
   * connected, or was disconnected since then. */
  char *databases;
  size_t databases_size;
} Connection;

void connection_release(void *connection);

/* ---- An open catalog file ---- */

/* All hits of a search text, ordered by row. */
typedef struct HitSet {
  /* The search text; NULL if the set is not used. */
  char *query;
  size_t size;
  int64_t *rows;
  int64_t count;
} HitSet;

enum { KEPT_HIT_SETS = 4 };

typedef struct Snapshot {
  ipf_catalog *catalog;
  int64_t count;
  /* The file's metadata, by which a replaced file is detected. */
  struct stat file;
  int references;
  /* Whether the catalog has a field, for each field of the table. */
  bool *has;
  /* The hits of recent texts for which MATCH did not use the search index. The oldest one is replaced. */
  HitSet hit_sets[KEPT_HIT_SETS];
  unsigned next_hit_set;
} Snapshot;

/* Opens the table's file, as of the table's moment if it has one (as_of). On failure, *message is set. */
ipf_catalog *catalog_open(const Table *table, char **message);
Snapshot *snapshot_open(const Table *table, char **message);
/* Returns whether the file at the path is still the one that is open. */
bool snapshot_is_current(const Snapshot *snapshot, const char *path);
Snapshot *snapshot_retain(Snapshot *snapshot);
void snapshot_release(Snapshot *snapshot);

/* ---- A table ---- */

typedef enum { KIND_TEXT, KIND_INTEGER, KIND_NUMBER, KIND_DAY } Kind;

/* The value of `distinct` if a field has too many values for a list in the catalog. */
enum { MANY_VALUES = 8192 };

typedef struct Field {
  /* The name of the field as the catalog spells it. */
  char *name;
  size_t size;
  Kind kind;
  /* Whether the catalog has an index of the field. */
  bool is_identifier;
  /* The number of distinct values of the field, for cost estimates. */
  int64_t distinct;
} Field;

/* The hidden columns, which follow the columns for fields. */
enum { HIDDEN_QUERY, HIDDEN_RANK, HIDDEN_TIER, HIDDEN_REASON, HIDDEN_COUNT };

/* The maximum number of search texts in addition to the first one. */
enum { MOST_OTHER_SEARCHES = 4 };

enum { ROWID_COLUMN = -1, MOST_TERMS = 48, MOST_ORDER_TERMS = 12, LIMIT_COLUMN = -2 };

/* The operator of an IN list that is processed as a whole. The numbers of SQLite's operators are smaller. */
enum { OPERATOR_IN = 1000 };

/* A condition that the catalog evaluates. If the condition has a value, it is one of the arguments of xFilter, in
 * order. */
typedef struct Term {
  int16_t column;
  uint16_t operator;
} Term;

typedef struct OrderTerm {
  int16_t column;
  uint16_t descending;
} OrderTerm;

typedef enum { BY_ROWID, BY_SYMBOL, BY_IDENTIFIER, BY_SEARCH, BY_FILTER, BY_SCAN } Strategy;

/* The plan of a query. It contains no pointers, so that plans can be compared by their bytes. */
typedef struct Plan {
  int32_t strategy;
  int16_t term_count;
  int16_t order_count;
  Term terms[MOST_TERMS];
  OrderTerm order[MOST_ORDER_TERMS];
} Plan;

typedef struct NamedPlan {
  Plan plan;
  /* The text that EXPLAIN QUERY PLAN shows. */
  char *words;
} NamedPlan;

struct Table {
  sqlite3_vtab base;
  Connection *connection;
  Table *next;
  char *schema, *name, *path;
  /* The name of the hidden column on which MATCH is used. */
  char *query_name;
  /* The moment as of which the table shows the catalog (as_of); NULL for the current state. In an earlier state, row
   * numbers have gaps and are not in rank order. */
  char *moment;
  Field *fields;
  int field_count;
  /* The indexes in `fields` of SYMBOL, EXPIRATION, LAST_TRADE and STRIKE; -1 if the table does not have the field. */
  int symbol, expiration, last_trade, strike;
  Snapshot *snapshot;
  /* The number of open cursors. The table's snapshot is not replaced while a cursor is open. */
  int cursors;
  /* The plans of prepared statements. A statement refers to its plan by number. */
  NamedPlan **plans;
  int plan_count;
};

/* A hash table of column names. In SQL, names that differ only in case are equal. */
typedef struct ColumnNames {
  struct {
    /* The name; NULL for a free slot. */
    char *name;
    /* The number that the next column with this name gets as a suffix. */
    int next;
  } *places;
  /* The number of slots: a power of two, and at least twice the number of names. */
  size_t size;
} ColumnNames;

/* Creates a hash table for `count` names; false if out of memory. */
bool names_init(ColumnNames *names, int count);
void names_clear(ColumnNames *names);
/* Returns a unique name for a column: the name itself or, if another column has it, the name with the next free number.
 * The result is valid until the hash table is freed; NULL if out of memory. */
const char *names_add(ColumnNames *names, const char *name);

extern sqlite3_module table_module;
/* Opens the file at the table's path again if the file has been replaced. On failure, *message is set. */
bool table_refresh(Table *table, char **message);

int table_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info);

int cursor_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out);
int cursor_close(sqlite3_vtab_cursor *cursor);
int cursor_filter(sqlite3_vtab_cursor *cursor, int number, const char *words, int count, sqlite3_value **values);
int cursor_next(sqlite3_vtab_cursor *cursor);
int cursor_eof(sqlite3_vtab_cursor *cursor);
int cursor_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column);
int cursor_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid);

/* ---- Rows ---- */

/* A list of rows of a snapshot, with the owner of the array: a handle, or memory to free. */
typedef struct RowList {
  /* The row numbers; NULL for the consecutive rows from `first` on. */
  const int64_t *rows;
  int64_t first;
  int64_t count;
  ipf_rows *handle;
  int64_t *memory;
} RowList;

static inline int64_t row_list_at(const RowList *list, int64_t place) {
  return list->rows ? list->rows[place] : list->first + place;
}
void row_list_clear(RowList *list);
/* Fills a list with the rows that a plan's filter selects, in the plan's order. On failure, sets *message, to NULL if
 * out of memory. */
bool select_rows(
    RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values, char **message);
/* Fills a list with the rows that a plan looks up by row number, symbol or identifier. */
bool look_up_rows(
    RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values, char **message);

/* The maximum number of terms that are compared here with stored numbers. */
enum { MOST_NARROWED = 4 };

/* The rows that the constant terms of a repeated filter select, stored between repetitions. */
typedef struct Narrowed {
  /* The plan and the values of the constant terms in the last filter, and the number of equal filters in succession. */
  const Plan *plan;
  sqlite3_value *values[MOST_TERMS];
  int value_count, repetitions;
  bool is_stored, is_too_large;
  RowList list;
  /* For each compared term, the numbers that it is compared with, in the order of `list`. */
  double *numbers[MOST_NARROWED];
} Narrowed;

void narrowed_clear(Narrowed *narrowed);
/* Fills a list like select_rows, but faster if the consecutive filters of a cursor differ only in days and strikes. */
bool select_repeatedly(
    Narrowed *narrowed, RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values,
    char **message);

/* The filter of the library for a plan's terms. */
typedef struct Condition {
  /* The filter; NULL if it selects all instruments. */
  ipf_filter *filter;
  /* Whether the terms exclude all rows. */
  bool is_empty;
} Condition;

Condition condition_make(const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values);
void condition_clear(Condition *condition);
/* Sets the range of numbers or days that can be equal to a value in SQL, both ends included. */
void value_range(const Field *field, sqlite3_value *value, double *from, double *through);
/* Returns whether the operator has a value on its right side. */
bool operator_has_value(int operator);
/* Returns the value that follows `before`: for an IN list, its next element; for another term, NULL. If `before` is
 * NULL, returns the first or only value. Returns NULL after the last value. */
sqlite3_value *next_value(Term term, sqlite3_value *argument, sqlite3_value *before);

/* Sorts a list of rows by the plan's order. On failure, *message is set. */
bool sort_rows(const Table *table, const Snapshot *snapshot, const Plan *plan, RowList *list, char **message);

/* ---- MATCH without the search index ---- */

/* Finds all hits of a text. On failure, sets *message, to NULL if out of memory. */
bool hit_set_fill(HitSet *set, const Snapshot *snapshot, const char *query, size_t size, char **message);
void hit_set_clear(HitSet *set);
bool hit_set_contains(const HitSet *set, int64_t row);
/* Sets the result for MATCH's hidden column outside a search. In SQL it is NULL, but the function for MATCH gets the
 * row. */
void match_result_row(sqlite3_context *context, int64_t row);
int table_find_function(
    sqlite3_vtab *vtab, int count, const char *name, void (**function)(sqlite3_context *, int, sqlite3_value **), void **data);

/* ---- Reading fields ---- */

/* Reads fields of rows. Fields that are requested often are read column by column. */
typedef struct Block {
  const Table *table;
  Snapshot *snapshot;
  /* The range of the current stage, as positions in the list of rows. */
  int64_t start, end;
  /* The number of rows in the next stage. */
  int64_t next_size;
  /* For each field, the number of requests in this stage, and the index of its column in `batch` or -1. */
  uint32_t *uses;
  int *places;
  struct ArrowArray batch;
  /* For each column of `batch`, the size of its dictionary indexes in bytes; see arrow_code_sizes. */
  uint8_t *code_sizes;
  char *buffer;
  size_t capacity;
} Block;

bool block_init(Block *block, const Table *table);
void block_clear(Block *block);
/* Restarts at the first row of a list. */
void block_reset(Block *block, Snapshot *snapshot);
/* Starts the next stage at position `place`, where the previous stage ended. On failure, *message is set. */
bool block_advance(Block *block, const RowList *list, int64_t place, char **message);
/* Sets the result of `context` to a field of the row at position `place`. */
void block_result(Block *block, const RowList *list, int64_t place, int field, sqlite3_context *context);

/* ---- Values ---- */

/* Returns the message of an error, which the caller frees, and frees the error. NULL if out of memory. */
char *message_of(ipf_error *error);
/* Sets the table's error message, and returns SQLITE_ERROR. */
int fail(sqlite3_vtab *vtab, char *message);

/* Sets the size in bytes of the dictionary indexes of each column; 0 for a column without a dictionary. False if the
 * stream fails. */
bool arrow_code_sizes(struct ArrowArrayStream *stream, uint8_t *sizes);
bool arrow_is_null(const struct ArrowArray *array, int64_t index);
/* Returns the dictionary index at a position whose value is not null. */
int64_t arrow_code(const struct ArrowArray *array, uint8_t code_size, int64_t index);
/* Returns the text at a position whose value is not null. The column is utf8, with or without a dictionary. */
ipf_text arrow_text(const struct ArrowArray *array, uint8_t code_size, int64_t index);
/* Returns the error message of a stream; `otherwise` if the stream has none. */
char *arrow_message(struct ArrowArrayStream *stream, const char *otherwise);

enum { FIRST_DAY = -719528, LAST_DAY = 2932896, DAY_SIZE = 10, MOMENT_SIZE = 19 };
/* Writes a day from FIRST_DAY to LAST_DAY as YYYY-MM-DD, with a zero byte. */
void day_text(int32_t day, char out[DAY_SIZE + 1]);
/* Writes a moment in microseconds as YYYY-MM-DD HH:MM:SS, with a zero byte. */
void moment_text(int64_t microseconds, char out[MOMENT_SIZE + 1]);
/* Returns the first day whose text is not less than a text or, with `after`, is greater; LAST_DAY + 1 if no day is. */
int32_t first_day(const char *text, size_t size, bool after);
/* Parses the day YYYY-MM-DD at the start of a text. False if the text starts with anything else. */
bool parse_day(const char *text, size_t size, int32_t *day);
/* Parses a moment to microseconds since 1970 UTC. The form is YYYY-MM-DD; optionally a space or T and HH:MM, HH:MM:SS
 * or HH:MM:SS.SSS; optionally Z or an offset. */
bool parse_moment(const char *text, size_t size, int64_t *microseconds);

/* ---- Trading hours and prices ---- */

extern sqlite3_module sessions_module;

/* Returns the schedule with a name: hours, a venue, an exchange, or a symbol in the catalog table `table`. If `table`
 * is NULL, symbols are looked up only if the connection has a single catalog table. On failure, sets *message. It also
 * sets *is_of_name to whether the error concerns only this name, so that other names may still have schedules. */
ipf_schedule *schedule_named(
    Connection *connection, const char *name, size_t size, const char *table, char **message, bool *is_of_name);

int functions_register(Connection *connection);

#endif
