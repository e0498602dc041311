/* The SQLite extension ipf_catalog: a catalog as a table, over libipf (ipf.h).
 *
 *     SELECT load_extension('ipf_catalog');
 *     CREATE VIRTUAL TABLE t USING ipf('all.ipfc');
 *     SELECT symbol, description FROM t WHERE type = 'STOCK' AND t MATCH 'apple' ORDER BY rank LIMIT 10;
 *
 * extension.c registers everything with a connection. table.c declares a table, whose columns names.c tells apart, plan.c decides how a question is answered
 * (xBestIndex), cursor.c goes through the rows (xFilter), which rows.c looks up or lists, and narrow.c lists faster in joins; filter.c makes conditions of SQL into
 * those of the library, match.c searches where no index helps, block.c reads fields, order.c sorts. sessions.c and functions.c answer what is asked about trading hours
 * and prices.
 *
 * What the library narrows down, SQLite compares again: an index may find too much, never too little. So each comparison is
 * SQLite's own, with its affinities and collations.
 *
 * SQLite locks a connection while it calls, and nothing here is shared by two connections. So nothing here locks. */
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

/* What the modules and functions of one connection share. */
typedef struct Connection {
  sqlite3 *db;
  /* Of numbers with a point, whatever the program's own locale is. */
  locale_t numbers;
  /* Registrations that hold it. */
  int references;
  /* The tables that are connected. */
  Table *tables;
  /* The databases as they were when all their tables were connected. The size is 0 where not all could be, or one has gone since. */
  char *databases;
  size_t databases_size;
} Connection;

void connection_release(void *connection);

/* ---- A catalog file that is open ---- */

/* All hits of a text, by their rows. */
typedef struct HitSet {
  /* NULL where nothing was searched for. */
  char *query;
  size_t size;
  int64_t *rows;
  int64_t count;
} HitSet;

enum { KEPT_HIT_SETS = 4 };

typedef struct Snapshot {
  ipf_catalog *catalog;
  int64_t count;
  /* The file that it is of. */
  struct stat file;
  int references;
  /* By field of the table, whether the catalog knows it. */
  bool *has;
  /* Of the texts that MATCH asked for last without the search index, in turns. */
  HitSet hit_sets[KEPT_HIT_SETS];
  unsigned next_hit_set;
} Snapshot;

/* Opens the table's file, as it was at the table's moment where it has one. On failure *message is set. */
ipf_catalog *catalog_open(const Table *table, char **message);
Snapshot *snapshot_open(const Table *table, char **message);
/* The file at the table's path is still the one that is open. */
bool snapshot_is_current(const Snapshot *snapshot, const char *path);
Snapshot *snapshot_retain(Snapshot *snapshot);
void snapshot_release(Snapshot *snapshot);

/* ---- A table ---- */

typedef enum { KIND_TEXT, KIND_INTEGER, KIND_NUMBER, KIND_DAY } Kind;

/* What `distinct` is where the catalog has no list of them: it would be longer. */
enum { MANY_VALUES = 8192 };

typedef struct Field {
  /* As the catalog writes it. */
  char *name;
  size_t size;
  Kind kind;
  /* The catalog has an index of it. */
  bool is_identifier;
  /* Different values, for estimates. */
  int64_t distinct;
} Field;

/* The hidden columns, after those of the fields. */
enum { HIDDEN_QUERY, HIDDEN_RANK, HIDDEN_TIER, HIDDEN_REASON, HIDDEN_COUNT };

/* Texts that a search takes beside its own. */
enum { MOST_OTHER_SEARCHES = 4 };

enum { ROWID_COLUMN = -1, MOST_TERMS = 48, MOST_ORDER_TERMS = 12, LIMIT_COLUMN = -2 };

/* The operator of a list of values that is taken as a whole. SQLite's own numbers end before it. */
enum { OPERATOR_IN = 1000 };

/* A condition that is answered by the catalog; its value is the next argument of xFilter, where it has one. */
typedef struct Term {
  int16_t column;
  uint16_t operator;
} Term;

typedef struct OrderTerm {
  int16_t column;
  uint16_t descending;
} OrderTerm;

typedef enum { BY_ROWID, BY_SYMBOL, BY_IDENTIFIER, BY_SEARCH, BY_FILTER, BY_SCAN } Strategy;

/* How a question is answered. Plans without pointers, so that equal ones are found by their bytes. */
typedef struct Plan {
  int32_t strategy;
  int16_t term_count;
  int16_t order_count;
  Term terms[MOST_TERMS];
  OrderTerm order[MOST_ORDER_TERMS];
} Plan;

typedef struct NamedPlan {
  Plan plan;
  /* What EXPLAIN QUERY PLAN shows. */
  char *words;
} NamedPlan;

struct Table {
  sqlite3_vtab base;
  Connection *connection;
  Table *next;
  char *schema, *name, *path;
  /* The hidden column that MATCH is asked of. */
  char *query_name;
  /* The catalog is meant as it was then; NULL for as it is. Rows of the past are neither dense nor in the order of rank. */
  char *moment;
  Field *fields;
  int field_count;
  /* The place of SYMBOL, EXPIRATION, LAST_TRADE and STRIKE among the fields; -1 where they don't occur. */
  int symbol, expiration, last_trade, strike;
  Snapshot *snapshot;
  /* Cursors that are open: while there are any, the table stays with its snapshot. */
  int cursors;
  /* Plans of prepared statements, which know them by their numbers. */
  NamedPlan **plans;
  int plan_count;
};

/* Names of columns, which are the same in SQL where they differ in case alone. */
typedef struct ColumnNames {
  struct {
    /* NULL for a free place. */
    char *name;
    /* The number that the next column of this name gets. */
    int next;
  } *places;
  /* A power of two, at least twice the names. */
  size_t size;
} ColumnNames;

/* For `count` names; false for no memory. */
bool names_init(ColumnNames *names, int count);
void names_clear(ColumnNames *names);
/* A column's name, which lives as long as the table of names: a later one of a name gets the next free number. NULL for no memory. */
const char *names_add(ColumnNames *names, const char *name);

extern sqlite3_module table_module;
/* Takes the file at the table's path if it is another one than before. On failure *message is set. */
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

/* Rows of a snapshot in an order, and who frees their numbers. */
typedef struct RowList {
  /* NULL for `first`, `first` + 1, … */
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
/* Fills a list with the rows that a plan's filter means, in the plan's order. On failure *message is set; NULL for no memory. */
bool select_rows(
    RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values, char **message);
/* Fills a list with the rows of the values that a plan looks up: by number, symbol or identifier. */
bool look_up_rows(
    RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values, char **message);

/* Terms that are compared with stored numbers. */
enum { MOST_NARROWED = 4 };

/* The rows that the constant terms of a repeated filter select. */
typedef struct Narrowed {
  /* The plan and the values of its constant terms in the last filter, and the number of equal ones in a row. */
  const Plan *plan;
  sqlite3_value *values[MOST_TERMS];
  int value_count, repetitions;
  bool is_stored, is_too_large;
  RowList list;
  /* By compared term, in the order of the list. */
  double *numbers[MOST_NARROWED];
} Narrowed;

void narrowed_clear(Narrowed *narrowed);
/* Fills a list like select_rows, faster if the filters of a cursor differ only in days and strikes. */
bool select_repeatedly(
    Narrowed *narrowed, RowList *list, const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values,
    char **message);

/* The filter of a plan's terms. */
typedef struct Condition {
  /* NULL where all instruments are meant. */
  ipf_filter *filter;
  /* No row can satisfy the terms. */
  bool is_empty;
} Condition;

Condition condition_make(const Table *table, const Snapshot *snapshot, const Plan *plan, sqlite3_value **values);
void condition_clear(Condition *condition);
/* The numbers or days that can be equal to a value, both ends included. */
void value_range(const Field *field, sqlite3_value *value, double *from, double *through);
/* The operator has a value on its right. */
bool operator_has_value(int operator);
/* The next value of a term: of a list the first for NULL and so on; else the value itself. NULL after the last. */
sqlite3_value *next_value(Term term, sqlite3_value *argument, sqlite3_value *before);

/* Sorts rows by the plan's order. On failure *message is set. */
bool sort_rows(const Table *table, const Snapshot *snapshot, const Plan *plan, RowList *list, char **message);

/* ---- MATCH without the search index ---- */

/* Finds all hits of a text. On failure *message is set; NULL for no memory. */
bool hit_set_fill(HitSet *set, const Snapshot *snapshot, const char *query, size_t size, char **message);
void hit_set_clear(HitSet *set);
bool hit_set_contains(const HitSet *set, int64_t row);
/* What the hidden column of MATCH is outside a search: NULL for SQL, the row for MATCH. */
void match_result_row(sqlite3_context *context, int64_t row);
int table_find_function(
    sqlite3_vtab *vtab, int count, const char *name, void (**function)(sqlite3_context *, int, sqlite3_value **), void **data);

/* ---- Reading fields ---- */

/* Fields of rows, of which those that are asked for often are read column by column. */
typedef struct Block {
  const Table *table;
  Snapshot *snapshot;
  /* Places in the list of rows: where the stage began and ends. */
  int64_t start, end;
  /* Rows of the next stage. */
  int64_t next_size;
  /* By field: how often it was asked for in this stage, and where it stands in `batch`, or -1. */
  uint32_t *uses;
  int *places;
  struct ArrowArray batch;
  /* By column of `batch`. */
  uint8_t *code_sizes;
  char *buffer;
  size_t capacity;
} Block;

bool block_init(Block *block, const Table *table);
void block_clear(Block *block);
/* Begins anew, at the first row of a list. */
void block_reset(Block *block, Snapshot *snapshot);
/* Goes to a place that is the end of the stage before. On failure *message is set. */
bool block_advance(Block *block, const RowList *list, int64_t place, char **message);
/* Answers with a field of the row at a place. */
void block_result(Block *block, const RowList *list, int64_t place, int field, sqlite3_context *context);

/* ---- Values ---- */

/* The message of an error, which it frees; NULL where there is no memory. */
char *message_of(ipf_error *error);
/* Sets the table's message and answers SQLITE_ERROR. */
int fail(sqlite3_vtab *vtab, char *message);

/* The bytes of a code of each column of a stream that has a dictionary; 0 for other columns. False where the stream fails. */
bool arrow_code_sizes(struct ArrowArrayStream *stream, uint8_t *sizes);
bool arrow_is_null(const struct ArrowArray *array, int64_t index);
/* The place in the dictionary of a value that isn't null. */
int64_t arrow_code(const struct ArrowArray *array, uint8_t code_size, int64_t index);
/* A text of a utf8 column, with or without dictionary, that isn't null. */
ipf_text arrow_text(const struct ArrowArray *array, uint8_t code_size, int64_t index);
/* What a stream says of its fault, or `otherwise`. */
char *arrow_message(struct ArrowArrayStream *stream, const char *otherwise);

enum { FIRST_DAY = -719528, LAST_DAY = 2932896, DAY_SIZE = 10, MOMENT_SIZE = 19 };
/* Writes YYYY-MM-DD of a day from FIRST_DAY through LAST_DAY, with a zero byte. */
void day_text(int32_t day, char out[DAY_SIZE + 1]);
/* Writes YYYY-MM-DD HH:MM:SS of a moment in microseconds, with a zero byte. */
void moment_text(int64_t microseconds, char out[MOMENT_SIZE + 1]);
/* The first day whose text is not before (or with `after`, is after) a text; LAST_DAY + 1 where there is none. */
int32_t first_day(const char *text, size_t size, bool after);
/* The day that a text YYYY-MM-DD begins with; false where it is another one. */
bool parse_day(const char *text, size_t size, int32_t *day);
/* A moment: YYYY-MM-DD, and after a space or T HH:MM, HH:MM:SS or with a fraction, and Z or an offset; in microseconds. */
bool parse_moment(const char *text, size_t size, int64_t *microseconds);

/* ---- Trading hours and prices ---- */

extern sqlite3_module sessions_module;

/* The schedule of a name: hours, a venue, an exchange, or a symbol of the table of that name; of the connection's only table
 * where `table` is NULL. On failure *message is set, and *is_of_name says whether only this name is at fault: another name may have a
 * schedule. */
ipf_schedule *schedule_named(
    Connection *connection, const char *name, size_t size, const char *table, char **message, bool *is_of_name);

int functions_register(Connection *connection);

#endif
