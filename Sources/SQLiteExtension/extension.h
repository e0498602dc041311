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
 *     rows.c        looks up or lists these rows
 *     narrow.c      lists rows faster in joins
 *     filter.c      converts SQL conditions to conditions of the library
 *     match.c       evaluates MATCH without the search index
 *     block.c       reads fields
 *     order.c       sorts rows
 *     sessions.c    the table-valued function for trading sessions
 *     functions.c   the functions for trading hours and prices
 *
 * The library selects rows, and SQLite tests each of them again. The library may therefore select too many rows, but
 * never too few. All comparisons follow the affinities and collations of SQLite.
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

/* The state that the modules and functions of one connection share. */
typedef struct Connection {
  sqlite3 *db;
  /* A locale with a decimal point, for parsing numbers independently of the program's locale. */
  locale_t numbers;
  /* The number of registrations that retain this struct. */
  int references;
  /* The connected tables, as a linked list. */
  Table *tables;
  /* The list of databases when all their tables were last connected. The size is 0 if some table could not be
   * connected, or was disconnected since. */
  char *databases;
  size_t databases_size;
} Connection;

void connection_release(void *connection);

/* ---- An open catalog file ---- */

/* All hits of a text, ordered by row. */
typedef struct HitSet {
  /* The text; NULL for an unused set. */
  char *query;
  size_t size;
  int64_t *rows;
  int64_t count;
} HitSet;

enum { KEPT_HIT_SETS = 4 };

typedef struct Snapshot {
  ipf_catalog *catalog;
  int64_t count;
  /* The identity of the catalog's file. */
  struct stat file;
  int references;
  /* For each field of the table, whether the catalog has it. */
  bool *has;
  /* The hits of the last texts of MATCH without the search index, replaced in rotation. */
  HitSet hit_sets[KEPT_HIT_SETS];
  unsigned next_hit_set;
} Snapshot;

/* Opens the table's file, in the table's earlier state if it has one (as_of). On failure, *message is set. */
ipf_catalog *catalog_open(const Table *table, char **message);
Snapshot *snapshot_open(const Table *table, char **message);
/* Whether the file at the path is still the open one. */
bool snapshot_is_current(const Snapshot *snapshot, const char *path);
Snapshot *snapshot_retain(Snapshot *snapshot);
void snapshot_release(Snapshot *snapshot);

/* ---- A table ---- */

typedef enum { KIND_TEXT, KIND_INTEGER, KIND_NUMBER, KIND_DAY } Kind;

/* The value of `distinct` if the catalog has no list of a field's values because there are too many. */
enum { MANY_VALUES = 8192 };

typedef struct Field {
  /* The name in the catalog's spelling. */
  char *name;
  size_t size;
  Kind kind;
  /* Whether the catalog has an index of the field. */
  bool is_identifier;
  /* The number of distinct values, for cost estimates. */
  int64_t distinct;
} Field;

/* The hidden columns, which follow the columns of the fields. */
enum { HIDDEN_QUERY, HIDDEN_RANK, HIDDEN_TIER, HIDDEN_REASON, HIDDEN_COUNT };

/* The maximum number of search texts in addition to the first one. */
enum { MOST_OTHER_SEARCHES = 4 };

enum { ROWID_COLUMN = -1, MOST_TERMS = 48, MOST_ORDER_TERMS = 12, LIMIT_COLUMN = -2 };

/* The operator of an IN list that is processed as a whole. SQLite's own operators have smaller numbers. */
enum { OPERATOR_IN = 1000 };

/* A condition that the catalog evaluates. If the condition has a value, it is the next argument of xFilter. */
typedef struct Term {
  int16_t column;
  uint16_t operator;
} Term;

typedef struct OrderTerm {
  int16_t column;
  uint16_t descending;
} OrderTerm;

typedef enum { BY_ROWID, BY_SYMBOL, BY_IDENTIFIER, BY_SEARCH, BY_FILTER, BY_SCAN } Strategy;

/* The plan of a query. It contains no pointers, so that equal plans have equal bytes. */
typedef struct Plan {
  int32_t strategy;
  int16_t term_count;
  int16_t order_count;
  Term terms[MOST_TERMS];
  OrderTerm order[MOST_ORDER_TERMS];
} Plan;

typedef struct NamedPlan {
  Plan plan;
  /* The text in EXPLAIN QUERY PLAN. */
  char *words;
} NamedPlan;

struct Table {
  sqlite3_vtab base;
  Connection *connection;
  Table *next;
  char *schema, *name, *path;
  /* The name of the hidden column to which MATCH applies. */
  char *query_name;
  /* The moment whose state the table shows (as_of); NULL for the current state. Row numbers of an earlier state have
   * gaps and are not in rank order. */
  char *moment;
  Field *fields;
  int field_count;
  /* The indexes of SYMBOL, EXPIRATION, LAST_TRADE and STRIKE in `fields`; -1 if the table lacks the field. */
  int symbol, expiration, last_trade, strike;
  Snapshot *snapshot;
  /* The number of open cursors. While there are any, the table keeps its snapshot. */
  int cursors;
  /* The plans of prepared statements, which refer to them by number. */
  NamedPlan **plans;
  int plan_count;
};

/* A hash table of column names. SQL does not distinguish names that differ only in case. */
typedef struct ColumnNames {
  struct {
    /* NULL for a free slot. */
    char *name;
    /* The number to append to the next column with this name. */
    int next;
  } *places;
  /* A power of two, at least twice the number of names. */
  size_t size;
} ColumnNames;

/* Creates a table for `count` names; false if out of memory. */
bool names_init(ColumnNames *names, int count);
void names_clear(ColumnNames *names);
/* Returns a unique name for a column: the name itself or, if another column has it, with the next free number. It is
 * valid as long as the table of names. NULL if out of memory. */
const char *names_add(ColumnNames *names, const char *name);

extern sqlite3_module table_module;
/* Opens the file at the table's path if it has been replaced. On failure, *message is set. */
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

/* Rows of a snapshot in an order, with the owner of their numbers: a handle, or memory to free. */
typedef struct RowList {
  /* The numbers; NULL for the consecutive rows from `first` on. */
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
/* Fills a list with the rows that a plan's filter selects, in the plan's order. On failure, *message is set: NULL if
 * out of memory. */
bool select_rows(
    RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values, char **message);
/* Fills a list with the rows that a plan looks up by row number, symbol or identifier. */
bool look_up_rows(
    RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values, char **message);

/* The maximum number of terms that are compared with stored numbers. */
enum { MOST_NARROWED = 4 };

/* The rows that the constant terms of a repeated filter select. */
typedef struct Narrowed {
  /* The plan and the values of its constant terms in the last filter, and how many equal filters ran in succession. */
  const Plan *plan;
  sqlite3_value *values[MOST_TERMS];
  int value_count, repetitions;
  bool is_stored, is_too_large;
  RowList list;
  /* For each compared term, the numbers of the rows in the order of `list`. */
  double *numbers[MOST_NARROWED];
} Narrowed;

void narrowed_clear(Narrowed *narrowed);
/* Fills a list like select_rows, faster if the filters of a cursor differ only in days and strikes. */
bool select_repeatedly(
    Narrowed *narrowed, RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values,
    char **message);

/* The filter of a plan's terms. */
typedef struct Condition {
  /* NULL for all instruments. */
  ipf_filter *filter;
  /* Whether no row can satisfy the terms. */
  bool is_empty;
} Condition;

Condition condition_make(const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values);
void condition_clear(Condition *condition);
/* The numbers or days that can be equal to a value, both ends included. */
void value_range(const Field *field, sqlite3_value *value, double *from, double *through);
/* Whether the operator has a value on its right side. */
bool operator_has_value(int operator);
/* Returns the value of a term after `before`: the next element of an IN list, or else the value itself. If `before` is
 * NULL, returns the first value. NULL after the last value. */
sqlite3_value *next_value(Term term, sqlite3_value *argument, sqlite3_value *before);

/* Sorts rows by the plan's order. On failure, *message is set. */
bool sort_rows(const Table *table, const Snapshot *snapshot, const Plan *plan, RowList *list, char **message);

/* ---- MATCH without the search index ---- */

/* Finds all hits of a text. On failure, *message is set: NULL if out of memory. */
bool hit_set_fill(HitSet *set, const Snapshot *snapshot, const char *query, size_t size, char **message);
void hit_set_clear(HitSet *set);
bool hit_set_contains(const HitSet *set, int64_t row);
/* Sets the value of MATCH's hidden column outside a search: SQL sees NULL, the function for MATCH sees the row. */
void match_result_row(sqlite3_context *context, int64_t row);
int table_find_function(
    sqlite3_vtab *vtab, int count, const char *name, void (**function)(sqlite3_context *, int, sqlite3_value **), void **data);

/* ---- Reading fields ---- */

/* A reader of fields, which reads frequently requested fields column by column. */
typedef struct Block {
  const Table *table;
  Snapshot *snapshot;
  /* The range of the current stage in the list of rows. */
  int64_t start, end;
  /* The number of rows of the next stage. */
  int64_t next_size;
  /* For each field, how often it was requested in this stage, and the index of its column in `batch` or -1. */
  uint32_t *uses;
  int *places;
  struct ArrowArray batch;
  /* For each column of `batch`, the size of its dictionary indexes; see arrow_code_sizes. */
  uint8_t *code_sizes;
  char *buffer;
  size_t capacity;
} Block;

bool block_init(Block *block, const Table *table);
void block_clear(Block *block);
/* Starts again at the first row of a list. */
void block_reset(Block *block, Snapshot *snapshot);
/* Begins the next stage at `place`, where the previous stage ended. On failure, *message is set. */
bool block_advance(Block *block, const RowList *list, int64_t place, char **message);
/* Sets the result of `context` to a field of the row at `place`. */
void block_result(Block *block, const RowList *list, int64_t place, int field, sqlite3_context *context);

/* ---- Values ---- */

/* Returns the message of an error, and frees the error. NULL if out of memory. */
char *message_of(ipf_error *error);
/* Sets the table's error message, and returns SQLITE_ERROR. */
int fail(sqlite3_vtab *vtab, char *message);

/* Stores the size in bytes of the dictionary indexes of each column; 0 for columns without a dictionary. False if the
 * stream fails. */
bool arrow_code_sizes(struct ArrowArrayStream *stream, uint8_t *sizes);
bool arrow_is_null(const struct ArrowArray *array, int64_t index);
/* The dictionary index of a value that is not null. */
int64_t arrow_code(const struct ArrowArray *array, uint8_t code_size, int64_t index);
/* A text that is not null, of a utf8 column with or without a dictionary. */
ipf_text arrow_text(const struct ArrowArray *array, uint8_t code_size, int64_t index);
/* The error message of a stream; `otherwise` if it has none. */
char *arrow_message(struct ArrowArrayStream *stream, const char *otherwise);

enum { FIRST_DAY = -719528, LAST_DAY = 2932896, DAY_SIZE = 10, MOMENT_SIZE = 19 };
/* Writes a day from FIRST_DAY to LAST_DAY as YYYY-MM-DD, with a zero byte. */
void day_text(int32_t day, char out[DAY_SIZE + 1]);
/* Writes a moment in microseconds as YYYY-MM-DD HH:MM:SS, with a zero byte. */
void moment_text(int64_t microseconds, char out[MOMENT_SIZE + 1]);
/* The first day whose text is not before a text or, with `after`, is after it; LAST_DAY + 1 if there is none. */
int32_t first_day(const char *text, size_t size, bool after);
/* Parses the day at the start of a text, YYYY-MM-DD. False if there is none. */
bool parse_day(const char *text, size_t size, int32_t *day);
/* Parses a moment to microseconds: YYYY-MM-DD; optionally a space or T and HH:MM, HH:MM:SS or HH:MM:SS.SSS;
 * optionally Z or an offset. */
bool parse_moment(const char *text, size_t size, int64_t *microseconds);

/* ---- Trading hours and prices ---- */

extern sqlite3_module sessions_module;

/* Returns the schedule of a name: hours, a venue, an exchange, or a symbol in the catalog table `table`. If `table` is
 * NULL, the connection must have only one catalog table. On failure, *message is set, and *is_of_name says whether the
 * error is about this name alone, so that other names may have schedules. */
ipf_schedule *schedule_named(
    Connection *connection, const char *name, size_t size, const char *table, char **message, bool *is_of_name);

int functions_register(Connection *connection);

#endif
