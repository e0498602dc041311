/* The query planner: xBestIndex, and the plan that EXPLAIN QUERY PLAN shows. */
#include "extension.h"

/* Returns whether the catalog's indexes or columns can evaluate an operator for a field of this kind. They compare
 * texts by their bytes. */
static bool is_answered(const Table *table, int column, int operator, bool is_binary) {
  const Field *field = &table->fields[column];
  switch (operator) {
  case SQLITE_INDEX_CONSTRAINT_ISNULL:
  case SQLITE_INDEX_CONSTRAINT_ISNOTNULL:
    return true;
  case SQLITE_INDEX_CONSTRAINT_EQ:
  case SQLITE_INDEX_CONSTRAINT_IS:
    return field->kind == KIND_INTEGER || column == table->strike || (field->kind != KIND_NUMBER && is_binary);
  case SQLITE_INDEX_CONSTRAINT_GT:
  case SQLITE_INDEX_CONSTRAINT_GE:
  case SQLITE_INDEX_CONSTRAINT_LT:
  case SQLITE_INDEX_CONSTRAINT_LE:
    return column == table->strike || ((column == table->expiration || column == table->last_trade) && is_binary);
  case SQLITE_INDEX_CONSTRAINT_GLOB:
    return field->kind == KIND_TEXT || column == table->expiration || column == table->last_trade;
  case SQLITE_INDEX_CONSTRAINT_LIKE:
    return column == table->symbol || column == table->expiration || column == table->last_trade;
  default:
    return false;
  }
}

bool operator_has_value(int operator) {
  return operator != SQLITE_INDEX_CONSTRAINT_ISNULL && operator != SQLITE_INDEX_CONSTRAINT_ISNOTNULL;
}

static const char *words_of(int operator) {
  switch (operator) {
  case SQLITE_INDEX_CONSTRAINT_GT: return ">?";
  case SQLITE_INDEX_CONSTRAINT_GE: return ">=?";
  case SQLITE_INDEX_CONSTRAINT_LT: return "<?";
  case SQLITE_INDEX_CONSTRAINT_LE: return "<=?";
  case SQLITE_INDEX_CONSTRAINT_IS: return " IS ?";
  case SQLITE_INDEX_CONSTRAINT_GLOB: return " GLOB ?";
  case SQLITE_INDEX_CONSTRAINT_LIKE: return " LIKE ?";
  case OPERATOR_IN: return " IN (?)";
  case SQLITE_INDEX_CONSTRAINT_ISNULL: return " IS NULL";
  case SQLITE_INDEX_CONSTRAINT_ISNOTNULL: return " IS NOT NULL";
  default: return "=?";
  }
}

/* Returns the estimated share of instruments that satisfy a term. */
static double share(const Table *table, Term term) {
  double one = 1.0 / (double)(table->fields[term.column].distinct + 1);
  switch (term.operator) {
  case SQLITE_INDEX_CONSTRAINT_EQ:
  case SQLITE_INDEX_CONSTRAINT_IS: return one;
  case OPERATOR_IN: return one < 0.25 ? 4 * one : 0.8;
  case SQLITE_INDEX_CONSTRAINT_ISNULL:
  case SQLITE_INDEX_CONSTRAINT_ISNOTNULL: return 0.5;
  case SQLITE_INDEX_CONSTRAINT_GLOB:
  case SQLITE_INDEX_CONSTRAINT_LIKE: return 0.05;
  default: return 0.25;
  }
}

/* ---- Plan numbers ---- */

static char *plan_words(const Table *table, const Plan *plan) {
  static const char *const names[] = {
      [BY_ROWID] = "row", [BY_SYMBOL] = "symbol index", [BY_IDENTIFIER] = "identifier index",
      [BY_SEARCH] = "search index", [BY_FILTER] = "filter", [BY_SCAN] = "scan"};
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, names[plan->strategy]);
  const char *before = ": ";
  for (int place = 0; place < plan->term_count; place++) {
    Term term = plan->terms[place];
    if (term.column == LIMIT_COLUMN) continue;
    const char *name = term.column == ROWID_COLUMN ? "rowid"
                       : term.column < table->field_count ? table->fields[term.column].name
                                                          : table->name;
    sqlite3_str_appendf(text, "%s%s%s", before, name,
                        term.operator == SQLITE_INDEX_CONSTRAINT_MATCH ? " MATCH ?" : words_of(term.operator));
    before = " AND ";
  }
  before = "; in order of ";
  for (int place = 0; place < plan->order_count; place++, before = ", ") {
    OrderTerm term = plan->order[place];
    sqlite3_str_appendf(text, "%s%s%s", before,
                        term.column == ROWID_COLUMN          ? "rowid"
                        : term.column < table->field_count ? table->fields[term.column].name
                                                             : "rank",
                        term.descending ? " DESC" : "");
  }
  return sqlite3_str_finish(text);
}

/* Returns the number of a plan. Equal plans have the same number. -1 if out of memory. */
static int plan_number(Table *table, const Plan *plan) {
  for (int place = 0; place < table->plan_count; place++)
    if (memcmp(&table->plans[place]->plan, plan, sizeof *plan) == 0) return place;
  NamedPlan *named = malloc(sizeof *named);
  NamedPlan **plans = realloc(table->plans, ((size_t)table->plan_count + 1) * sizeof *plans);
  if (plans) table->plans = plans;
  char *words = plan_words(table, plan);
  if (!named || !plans || !words) {
    free(named);
    sqlite3_free(words);
    return -1;
  }
  memcpy(&named->plan, plan, sizeof *plan);
  named->words = words;
  plans[table->plan_count] = named;
  return table->plan_count++;
}

/* ---- xBestIndex ---- */

/* The maximum number of terms in a search: all search texts and the limit. */
enum { MOST_MATCHES = MOST_OTHER_SEARCHES + 1 };

static void use(Plan *plan, sqlite3_index_info *info, int constraint, int column, int operator) {
  if (plan->term_count == MOST_TERMS) return;
#if SQLITE_VERSION_NUMBER >= 3038000
  /* Process an IN list as a whole. SQLite then tests rows against the list itself, and this module can sort the
   * rows. */
  if (operator == SQLITE_INDEX_CONSTRAINT_EQ && sqlite3_libversion_number() >= 3038000 && sqlite3_vtab_in(info, constraint, -1)) {
    sqlite3_vtab_in(info, constraint, 1);
    operator = OPERATOR_IN;
  }
#endif
  plan->terms[plan->term_count++] = (Term){(int16_t)column, (uint16_t)operator};
  if (!operator_has_value(operator)) return;
  int arguments = 0;
  for (int place = 0; place < plan->term_count; place++) arguments += operator_has_value(plan->terms[place].operator);
  info->aConstraintUsage[constraint].argvIndex = arguments;
}

/* Sorts here instead of in SQLite if the strategy supports the requested order. */
static void take_order(const Table *table, Plan *plan, sqlite3_index_info *info) {
  int rank = table->field_count + HIDDEN_RANK;
  if (info->nOrderBy == 0) return;
  if (plan->strategy == BY_ROWID) {
    info->orderByConsumed = plan->terms[0].operator != OPERATOR_IN;
  } else if (plan->strategy == BY_SEARCH) {
    /* The rank is unique among hits, so further sort terms have no effect. */
    if (info->aOrderBy[0].iColumn != rank || info->aOrderBy[0].desc) return;
    plan->order[plan->order_count++] = (OrderTerm){(int16_t)rank, 0};
    info->orderByConsumed = 1;
  } else if ((plan->strategy == BY_FILTER || plan->strategy == BY_SCAN) && info->nOrderBy <= MOST_ORDER_TERMS) {
    for (int place = 0; place < info->nOrderBy; place++)
      if (info->aOrderBy[place].iColumn >= table->field_count) return;
    for (int place = 0; place < info->nOrderBy; place++) {
      int column = info->aOrderBy[place].iColumn;
      plan->order[plan->order_count++] = (OrderTerm){(int16_t)column, info->aOrderBy[place].desc};
      /* A row number or symbol is unique, so further sort terms have no effect. */
      if (column == ROWID_COLUMN || column == table->symbol) break;
    }
    info->orderByConsumed = 1;
  }
}

int table_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info) {
  Table *table = (Table *)vtab;
  Plan plan;
  memset(&plan, 0, sizeof plan);
  int rowid = -1, symbol = -1, identifier = -1, search = -1, limit = -1;
  bool is_match_left = false;
  int query = table->field_count + HIDDEN_QUERY;
  for (int place = 0; place < info->nConstraint; place++) {
    const struct sqlite3_index_constraint *one = &info->aConstraint[place];
    bool is_equal = one->op == SQLITE_INDEX_CONSTRAINT_EQ;
    if (one->op == SQLITE_INDEX_CONSTRAINT_LIMIT) {
      if (one->usable) limit = place;
    } else if (one->iColumn == query && (is_equal || one->op == SQLITE_INDEX_CONSTRAINT_MATCH)) {
      /* A search needs its text before it starts. If the text is not known, MATCH can be evaluated row by row instead,
       * but an argument of the table (query = text) cannot. */
      if (!one->usable && is_equal) return SQLITE_CONSTRAINT;
      if (!one->usable) is_match_left = true;
      else if (search < 0) search = place;
    } else if (one->usable && is_equal && one->iColumn == ROWID_COLUMN) {
      rowid = place;
    } else if (one->usable && is_equal && one->iColumn >= 0 && one->iColumn < table->field_count &&
               sqlite3_stricmp(sqlite3_vtab_collation(info, place), "BINARY") == 0) {
      if (one->iColumn == table->symbol) symbol = place;
      else if (table->fields[one->iColumn].is_identifier) identifier = place;
    }
  }
  double count = (double)table->snapshot->count + 1;
  if (search >= 0) {
    plan.strategy = BY_SEARCH;
    use(&plan, info, search, query, SQLITE_INDEX_CONSTRAINT_MATCH);
    info->aConstraintUsage[search].omit = 1;
    if (limit >= 0) use(&plan, info, limit, LIMIT_COLUMN, SQLITE_INDEX_CONSTRAINT_LIMIT);
    for (int place = search + 1; place < info->nConstraint; place++) {
      const struct sqlite3_index_constraint *one = &info->aConstraint[place];
      if (!one->usable || one->iColumn != query || plan.term_count == MOST_MATCHES) continue;
      if (one->op != SQLITE_INDEX_CONSTRAINT_EQ && one->op != SQLITE_INDEX_CONSTRAINT_MATCH) continue;
      use(&plan, info, place, query, SQLITE_INDEX_CONSTRAINT_MATCH);
      info->aConstraintUsage[place].omit = 1;
    }
    info->estimatedRows = 100;
    /* A low cost, so that SQLite does not prefer another plan for one side of an OR. */
    info->estimatedCost = 100;
  } else if (rowid >= 0 || symbol >= 0) {
    plan.strategy = rowid >= 0 ? BY_ROWID : BY_SYMBOL;
    use(&plan, info, rowid >= 0 ? rowid : symbol, rowid >= 0 ? ROWID_COLUMN : table->symbol, SQLITE_INDEX_CONSTRAINT_EQ);
    info->estimatedRows = 1;
    info->estimatedCost = 2;
    /* Only a row number is unique here: a symbol that is compared with a number can match several instruments. */
    if (rowid >= 0 && plan.terms[0].operator != OPERATOR_IN) info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
  } else if (identifier >= 0) {
    plan.strategy = BY_IDENTIFIER;
    use(&plan, info, identifier, info->aConstraint[identifier].iColumn, SQLITE_INDEX_CONSTRAINT_EQ);
    info->estimatedRows = 2;
    info->estimatedCost = 10;
  } else {
    plan.strategy = BY_SCAN;
    info->estimatedRows = (sqlite3_int64)count;
    info->estimatedCost = count;
  }
  if (plan.strategy == BY_SEARCH || plan.strategy == BY_SCAN) {
    double rows = (double)info->estimatedRows;
    for (int place = 0; place < info->nConstraint; place++) {
      const struct sqlite3_index_constraint *one = &info->aConstraint[place];
      bool is_binary = sqlite3_stricmp(sqlite3_vtab_collation(info, place), "BINARY") == 0;
      if (!one->usable || one->iColumn < 0 || one->iColumn >= table->field_count ||
          !is_answered(table, one->iColumn, one->op, is_binary))
        continue;
      if (plan.strategy == BY_SCAN) plan.strategy = BY_FILTER;
      use(&plan, info, place, one->iColumn, one->op);
      rows *= share(table, (Term){(int16_t)one->iColumn, one->op});
    }
    info->estimatedRows = rows < 1 ? 1 : (sqlite3_int64)rows;
    /* Evaluating a filter costs a small fraction of scanning all rows. */
    if (plan.strategy == BY_FILTER) info->estimatedCost = 20 + count / 500 + rows;
  }
  if (is_match_left) info->estimatedCost += 1e12;
  take_order(table, &plan, info);
  int number = plan_number(table, &plan);
  if (number < 0) return SQLITE_NOMEM;
  info->idxNum = number;
  info->idxStr = table->plans[number]->words;
  return SQLITE_OK;
}
