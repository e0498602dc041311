/* Calls the functions of ipf.h at random: with valid and invalid arguments, NULL, huge counts and bytes that are not
 * UTF-8. Objects are freed in any order, and several threads share a catalog. Tests/CInterface/run runs this program
 * under a sanitizer, which finds invalid accesses, leaks and races. The program checks the promises of the header.
 *
 *     calls OLD NEW CATALOG SEED CALLS THREADS
 *
 * The catalog is imported from OLD and then from NEW, so that it has a history.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <ipf.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PROMISED(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

/* ---- Random arguments ---- */

typedef struct {
    uint64_t state;
    const ipf_catalog *catalog;
    /* The catalog as it was before the last import. It has several parts. */
    const ipf_catalog *past;
    const ipf_schedule *schedule;
    const ipf_price *price;
    /* The results that are not freed yet. */
    ipf_rows *rows;
    ipf_hits *hits;
    ipf_record *record;
    ipf_filter *filter;
    struct ArrowArrayStream stream;
} caller;

static uint64_t number(caller *it, uint64_t below) {
    /* splitmix64 */
    uint64_t z = (it->state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return (z ^ (z >> 31)) % below;
}

static const char *const words[] = {
    "AAPL", "THYAO:TR", "apple", "turk hav", "/ES", "ISIN", "US0378331005", "SYMBOL", "TYPE", "OPTION", "STRIKE", "EXPIRATION", "DESCRIPTION",
    "XNYS", "NewYorkETH()", "0.01 3; 0.05", "*", "?A*", "2026-01-01", "now", "BIST(0=", "", "\xC3", "A\xFFZ", "\xED\xA0\x80", "CURENCY",
    "\xC3\xBC", "A\n\x1B[31m", "AAPL 15JAN27 260 C", "s3:x", "-1",
};
static char long_word[20000];

static ipf_text text(caller *it) {
    switch (number(it, 12)) {
    case 0: return (ipf_text){NULL, 0};
    case 1: return (ipf_text){NULL, 7};
    case 2: return (ipf_text){long_word, sizeof long_word - 1};
    default: break;
    }
    const char *word = words[number(it, sizeof words / sizeof *words)];
    size_t size = strlen(word);
    if (number(it, 3) == 0) return (ipf_text){word, IPF_TERMINATED};
    /* Sometimes returns only a part of the word, which may end within a character or after the zero byte. */
    return (ipf_text){word, number(it, 4) == 0 ? number(it, size + 2) : size};
}

static size_t count(caller *it, size_t most) {
    switch (number(it, 16)) {
    case 0: return 0;
    case 1: return SIZE_MAX;
    case 2: return (SIZE_MAX >> 1) + 1;
    default: return number(it, most + 1);
    }
}

static int32_t day(caller *it) {
    static const int32_t days[] = {IPF_NO_DAY, INT32_MAX, 0, -719528, 2932896, 2932897, 20800, 21000, 20454};
    return days[number(it, sizeof days / sizeof *days)];
}

static double price(caller *it) {
    static const double prices[] = {NAN, INFINITY, -INFINITY, 0, -0.0, 1e300, 1e-300, 123.456, 99.99, -3.005};
    return prices[number(it, sizeof prices / sizeof *prices)];
}

static int64_t row(caller *it) {
    return number(it, 8) == 0 ? (int64_t)number(it, UINT64_MAX) : (int64_t)number(it, (uint64_t)ipf_catalog_count(it->catalog));
}

/* ---- Promises of each call ---- */

static void looked_at(ipf_text t) {
    if (t.data == NULL) {
        PROMISED(t.size == 0);
        return;
    }
    PROMISED(t.data[t.size] == 0);
}

/* Checks an error and frees it. Returns whether the call succeeded. */
static bool ended(ipf_status status, ipf_error *error, const void *out) {
    PROMISED(status >= IPF_OK && status <= IPF_FAILED);
    PROMISED((error == NULL) == (status == IPF_OK));
    PROMISED(ipf_error_code(error) == status);
    if (status == IPF_OK) return true;
    PROMISED(out == NULL);
    ipf_text sentence = ipf_error_text(error);
    PROMISED(sentence.size > 0);
    looked_at(sentence);
    ipf_error_free(error);
    return false;
}

static void read_names(ipf_names *names) {
    size_t found = ipf_names_count(names);
    for (size_t i = 0; i <= found; i++) looked_at(ipf_names_at(names, i));
    PROMISED(ipf_names_at(names, SIZE_MAX).data == NULL);
    ipf_names_free(names);
}

static void read_rows(caller *it, ipf_rows *rows) {
    size_t found = ipf_rows_count(rows);
    const int64_t *data = ipf_rows_data(rows);
    for (size_t i = 0; i < found; i++) PROMISED(data[i] >= 0);
    ipf_rows_free(it->rows);
    it->rows = rows;
}

/* Reads all bytes that a column declares. */
static uint64_t sum(const struct ArrowArray *array, const char *format) {
    uint64_t total = 0;
    if (array->buffers[0] != NULL) {
        const uint8_t *bits = array->buffers[0];
        for (int64_t i = 0; i < (array->length + 7) / 8; i++) total += bits[i];
    } else {
        PROMISED(array->null_count == 0);
    }
    int64_t size = 0;
    switch (format[0]) {
    case 'u': {
        const int32_t *offsets = array->buffers[1];
        for (int64_t i = 0; i < array->length; i++) PROMISED(offsets[i] <= offsets[i + 1]);
        const uint8_t *bytes = array->buffers[2];
        for (int32_t i = 0; i < offsets[array->length]; i++) total += bytes[i];
        return total;
    }
    case 'c': size = array->length; break;
    case 's': size = 2 * array->length; break;
    case 'l': case 'g': size = 8 * array->length; break;
    case 't': size = (format[1] == 'd' ? 4 : 8) * array->length; break;
    case 'b': size = (array->length + 7) / 8; break;
    default: PROMISED(!"a known format");
    }
    const uint8_t *bytes = array->buffers[1];
    for (int64_t i = 0; i < size; i++) total += bytes[i];
    return total;
}

/* Reads some batches of a stream, then releases the stream, sometimes before its batches. */
static void read_stream(caller *it, struct ArrowArrayStream *stream) {
    struct ArrowSchema schema;
    PROMISED(stream->get_schema(stream, &schema) == 0);
    struct ArrowArray moved = {0};
    const char *format = "";
    for (uint64_t batches = number(it, 4); batches > 0; batches--) {
        struct ArrowArray batch;
        PROMISED(stream->get_next(stream, &batch) == 0);
        if (batch.release == NULL) break;
        PROMISED(batch.n_children == schema.n_children);
        for (int64_t i = 0; i < batch.n_children; i++) {
            PROMISED(batch.children[i]->length == batch.length);
            sum(batch.children[i], schema.children[i]->format);
            if (batch.children[i]->dictionary != NULL) sum(batch.children[i]->dictionary, "u");
        }
        if (moved.release == NULL && batch.n_children > 0 && number(it, 2) == 0) {
            /* Arrow allows a consumer to move a child out of its parent, and to release the child after the parent. */
            struct ArrowArray *part = batch.children[number(it, (uint64_t)batch.n_children)];
            format = schema.children[0]->format;
            for (int64_t i = 0; i < batch.n_children; i++)
                if (batch.children[i] == part) format = schema.children[i]->format;
            if (part->dictionary != NULL && number(it, 2) == 0) {
                part = part->dictionary;
                format = "u";
            }
            moved = *part;
            part->release = NULL;
        }
        batch.release(&batch);
        PROMISED(batch.release == NULL);
    }
    stream->release(stream);
    PROMISED(stream->release == NULL);
    if (moved.release != NULL) {
        sum(&moved, format);
        moved.release(&moved);
    }
    struct ArrowSchema column = {0};
    if (schema.n_children > 0) {
        column = *schema.children[0];
        schema.children[0]->release = NULL;
    }
    schema.release(&schema);
    if (column.release != NULL) {
        PROMISED(strlen(column.name) > 0);
        column.release(&column);
    }
}

static void keep_stream(caller *it, struct ArrowArrayStream stream) {
    if (it->stream.release != NULL) read_stream(it, &it->stream);
    it->stream = stream;
}

/* ---- The calls ---- */

enum { most = 64, calls = 40 };

static void call_study(
    caller *it, const ipf_schedule *schedule, const ipf_text *texts, const double *prices, int64_t *times, size_t some) {
    static const char *const names[] = {"RSI", "VWAP", "OpeningRange", "ZigZag", "Ichimoku", "BollingerBands", "rsi"};
    static const ipf_text length = {"length", 6}, five = {"5", 1};
    ipf_error *error = NULL;
    void *out = &error;
    const char *name = names[number(it, sizeof names / sizeof *names)];
    bool isKnown = number(it, 4) != 0;
    if (number(it, 9) == 0 && ended(ipf_study_names((ipf_names **)&out, &error), error, out)) read_names(out);
    out = &error;
    if (!ended(
            ipf_study_open(
                name, IPF_TERMINATED, isKnown ? &length : texts, isKnown ? &five : texts, isKnown ? number(it, 2) : some, schedule,
                (ipf_study **)&out, &error),
            error, out)) {
        looked_at(ipf_study_line_at(NULL, 0).title);
        return;
    }
    ipf_study *study = out;
    PROMISED(ipf_study_columns(study) != 0);
    for (size_t i = 0; i <= ipf_study_parameter_count(study); i++) {
        ipf_study_parameter parameter = ipf_study_parameter_at(study, i);
        looked_at(parameter.id);
        looked_at(parameter.kind);
        looked_at(parameter.value);
    }
    for (size_t i = 0; i <= ipf_study_line_count(study); i++) looked_at(ipf_study_line_at(study, i).title);
    if (number(it, 2)) for (size_t i = 0; i < most; i++) times[i] = 1700000000 + (int64_t)i * 1800;
    ipf_bars bars = {sizeof bars, some, prices, prices, prices, prices, prices, times, (ipf_time_unit)number(it, 5)};
    if (number(it, 9) == 0) bars.size = number(it, 100);
    if (number(it, 9) == 0) bars.high = bars.close = NULL;
    for (int i = 0; i < 3; i++) {
        size_t before = ipf_study_count(study);
        ipf_status (*change)(ipf_study *, const ipf_bars *, ipf_error **) = number(it, 2) ? ipf_study_append : ipf_study_replace_last;
        if (!ended(change(study, number(it, 20) ? &bars : NULL, &error), error, NULL)) PROMISED(ipf_study_count(study) == before);
    }
    double values[most], memory[8][most], *lines[8];
    for (size_t i = 0; i < 8; i++) {
        memory[i][0] = -123456789;
        lines[i] = number(it, 5) ? memory[i] : NULL;
    }
    size_t count = number(it, 9) ? ipf_study_line_count(study) : number(it, 9);
    if (!ended(ipf_study_compute(study, &bars, number(it, 20) ? lines : NULL, count, &error), error, NULL))
        for (size_t i = 0; i < 8; i++) PROMISED(memory[i][0] == -123456789);
    ended(ipf_study_values(study, number(it, 9), number(it, 9) ? number(it, most) : some, values, some, &error), error, NULL);
    ipf_study_free(NULL);
    ipf_study_free(study);
}

static void call(caller *it) {
    ipf_error *error = (ipf_error *)&error;
    const ipf_catalog *catalog = number(it, 20) == 0 ? NULL : number(it, 3) == 0 ? it->past : it->catalog;
    const ipf_schedule *schedule = number(it, 20) == 0 ? NULL : it->schedule;
    const ipf_filter *filter = number(it, 3) == 0 ? it->filter : NULL;
    ipf_text a = text(it), b = text(it);
    void *out = &error;
    struct ArrowArrayStream stream;
    memset(&stream, 0xAA, sizeof stream);
    ipf_text texts[most];
    int64_t times[most], rows[most], ends[most];
    double prices[most];
    int32_t days[most];
    uint8_t open[most];
    for (size_t i = 0; i < most; i++) {
        texts[i] = text(it);
        times[i] = number(it, 8) == 0 ? (int64_t)number(it, UINT64_MAX) : (int64_t)number(it, 2000000000);
        rows[i] = row(it);
        prices[i] = price(it);
    }
    size_t some = count(it, most), limit = count(it, 40);
    switch (number(it, calls)) {
    case 0:
        if (ended(ipf_catalog_open(a.data, a.size, (ipf_catalog **)&out, &error), error, out)) ipf_catalog_free(out);
        break;
    case 1: PROMISED(ipf_catalog_row(catalog, a.data, a.size) >= -1); break;
    case 2: {
        ended(ipf_catalog_rows(catalog, texts, some, rows, &error), error, NULL);
        ipf_text notation = number(it, 4) ? (ipf_text){"ric", 3} : b;
        if (ended(
                ipf_catalog_symbols(catalog, texts, some, notation.data, notation.size, day(it), &stream, &error), error,
                stream.release))
            keep_stream(it, stream);
        break;
    }
    case 3:
        if (ended(
                ipf_catalog_rows_of_identifier(catalog, a.data, a.size, b.data, b.size, (ipf_rows **)&out, &error), error, out))
            read_rows(it, out);
        break;
    case 4: ended(ipf_catalog_rows_of_identifiers(catalog, a.data, a.size, texts, some, rows, &error), error, NULL); break;
    case 5:
        if (ended(ipf_catalog_near(catalog, a.data, a.size, limit, (ipf_rows **)&out, &error), error, out)) read_rows(it, out);
        break;
    case 6: {
        char buffer[16];
        size_t size = 0, room = number(it, 8) == 0 ? SIZE_MAX : number(it, sizeof buffer + 1);
        ended(ipf_catalog_field(catalog, rows[0], a.data, a.size, buffer, room, &size, &error), error, NULL);
        break;
    }
    case 7:
        if (!ended(ipf_catalog_record(catalog, rows[0], (ipf_record **)&out, &error), error, out)) break;
        ipf_record_free(it->record);
        it->record = out;
        break;
    case 8:
        for (size_t i = 0; i <= ipf_record_count(it->record); i++) {
            looked_at(ipf_record_name(it->record, i));
            looked_at(ipf_record_value(it->record, i));
        }
        break;
    case 9:
        if (ended(
                ipf_catalog_select(catalog, filter, (ipf_order)number(it, 4), some, limit, (ipf_rows **)&out, &error), error,
                out))
            read_rows(it, out);
        break;
    case 10: {
        int64_t found = 0;
        ended(ipf_catalog_count_matches(catalog, filter, number(it, 9) ? &found : NULL, &error), error, NULL);
        break;
    }
    case 11:
        if (ended(ipf_catalog_misses(catalog, filter, (ipf_names **)&out, &error), error, out)) read_names(out);
        break;
    case 12:
        if (ended(ipf_catalog_counts(catalog, filter, a.data, a.size, &stream, &error), error, stream.release))
            keep_stream(it, stream);
        break;
    case 13:
        if (ended(
                ipf_catalog_columns(catalog, it->rows, number(it, 2) ? texts : NULL, some, &stream, &error), error,
                stream.release))
            keep_stream(it, stream);
        break;
    case 14:
        if (ended(ipf_catalog_columns(catalog, it->rows, NULL, 0, &stream, &error), error, stream.release))
            keep_stream(it, stream);
        break;
    case 15: {
        ipf_text cursor = number(it, 2) ? ipf_hits_next(it->hits) : b;
        if (!ended(
                ipf_catalog_search(
                    catalog, a.data, a.size, filter, day(it), limit, cursor.data, cursor.size, (ipf_hits **)&out, &error),
                error, out))
            break;
        ipf_hits_free(it->hits);
        it->hits = out;
        break;
    }
    case 16:
        looked_at(ipf_hits_relaxation(it->hits));
        for (size_t i = 0; i <= ipf_hits_count(it->hits); i++) {
            looked_at(ipf_hits_reason(it->hits, i));
            PROMISED((ipf_hits_tier(it->hits, i) == -1) == (i == ipf_hits_count(it->hits)));
            for (size_t j = 0; j <= ipf_hits_highlight_count(it->hits, i); j++) looked_at(ipf_hits_highlight(it->hits, i, j).field);
        }
        break;
    case 17: {
        ipf_chain_options options = ipf_chain_options_default();
        options.size = number(it, 9) ? options.size : number(it, 100);
        options.role = (ipf_chain_role)number(it, 4);
        options.expiration_from = day(it);
        options.strike_from = price(it);
        options.nearest_count = limit;
        options.nearest_price = price(it);
        int32_t expiration = day(it);
        if (number(it, 2)) options.expirations = &expiration, options.expiration_count = 1;
        if (number(it, 2)) options.strikes = prices, options.strike_count = some;
        const ipf_chain_options *chosen = number(it, 2) ? &options : NULL;
        ipf_status status = number(it, 2) ? ipf_catalog_chain(catalog, a.data, a.size, chosen, &stream, &error)
                                          : ipf_catalog_expirations(catalog, a.data, a.size, chosen, times[0], &stream, &error);
        if (ended(status, error, stream.release)) keep_stream(it, stream);
        break;
    }
    case 18:
        if (number(it, 2)) {
            if (ended(ipf_catalog_options(catalog, it->rows, times[0], &stream, &error), error, stream.release))
                keep_stream(it, stream);
            break;
        }
        if (ended(ipf_catalog_futures(catalog, a.data, a.size, (ipf_rows **)&out, &error), error, out)) read_rows(it, out);
        break;
    case 19:
        if (!ended(
                (number(it, 2) ? ipf_schedule_open : ipf_schedule_open_overnight)(
                    a.data, a.size, number(it, 2) ? catalog : NULL, b.data, b.size, (ipf_schedule **)&out, &error),
                error, out))
            break;
        looked_at(ipf_schedule_definition(out));
        ipf_schedule_free(out);
        break;
    case 20: {
        static const char lineage[] = "{\"symbol\":\"A\",\"lineage\":{\"fields\":{\"TYPE\":{\"since\":"
                                      "\"2026-01-01T00:00:00Z\",\"override\":{\"id\":1,\"by\":\"ann\"}}}}}";
        ipf_text known = {lineage, number(it, 3) ? sizeof lineage - 1 : number(it, sizeof lineage)};
        ipf_status status = number(it, 9) == 0 ? ipf_venues(&stream, &error)
            : number(it, 9) == 0 ? ipf_lineage(number(it, 2) ? texts : &known, number(it, 2) ? some : 1, &stream, &error)
            : number(it, 2) ? ipf_schedule_holidays(schedule, day(it), day(it), &stream, &error)
                            : ipf_schedule_sessions(schedule, day(it), day(it), (ipf_sessions)number(it, 18), &stream, &error);
        if (ended(status, error, stream.release)) keep_stream(it, stream);
        break;
    }
    case 21: {
        ipf_text root = number(it, 2) ? a : (ipf_text){"CL", 2};
        int32_t year = number(it, 2) ? 0 : (int32_t)number(it, 3000);
        ipf_status status = number(it, 2) ? ipf_schedule_days(schedule, day(it), day(it), &stream, &error)
                                          : ipf_contracts(root.data, root.size, year, day(it), &stream, &error);
        if (ended(status, error, stream.release)) keep_stream(it, stream);
        break;
    }
    case 22:
        ended(
            ipf_schedule_is_open(
                schedule, times, some, (ipf_time_unit)number(it, 5), (ipf_sessions)number(it, 18), open, &error),
            error, NULL);
        break;
    case 23:
        ended(
            ipf_schedule_find(
                schedule, times, some, (ipf_time_unit)number(it, 5), (ipf_which)number(it, 5) - 1, (ipf_sessions)number(it, 18),
                rows, number(it, 2) ? ends : NULL, days, open, &error),
            error, NULL);
        break;
    case 24:
        if (ended(ipf_price_open(a.data, a.size, (ipf_price **)&out, &error), error, out)) {
            looked_at(ipf_price_text(out));
            ipf_price_free(out);
        }
        break;
    case 25:
        ended(ipf_price_round(it->price, prices, some, (ipf_rounding)number(it, 8), prices, &error), error, NULL);
        ended(ipf_catalog_round(catalog, rows, prices, some, (ipf_rounding)number(it, 8), prices, &error), error, NULL);
        break;
    case 26:
        ended(ipf_price_step(it->price, prices, some, (int32_t)number(it, 4) - 1, price(it), prices, &error), error, NULL);
        break;
    case 27:
        ended(ipf_price_increment(it->price, prices, some, (int32_t)number(it, 4) - 1, prices, &error), error, NULL);
        ended(ipf_price_decimals(it->price, prices, some, days, &error), error, NULL);
        break;
    case 28:
        if (ended(ipf_rows_create(rows, some, (ipf_rows **)&out, &error), error, out)) {
            ipf_rows_free(it->rows);
            it->rows = out;
        }
        break;
    case 29:
        if (ended(ipf_catalog_as_of(catalog, a.data, a.size, (ipf_catalog **)&out, &error), error, out)) ipf_catalog_free(out);
        out = NULL;
        if (ended(ipf_catalog_removed(catalog, (ipf_catalog **)&out, &error), error, out)) ipf_catalog_free(out);
        ipf_status status = number(it, 2) ? ipf_catalog_history(catalog, &stream, &error)
                                          : ipf_catalog_difference(it->past, catalog, &stream, &error);
        if (ended(status, error, stream.release)) keep_stream(it, stream);
        break;
    case 30: {
        ipf_filter *one = number(it, 20) ? it->filter : NULL;
        ended(ipf_filter_require(one, a.data, a.size, b.data, b.size, &error), error, NULL);
        ended(ipf_filter_require_any(one, a.data, a.size, texts, some, &error), error, NULL);
        ended(ipf_filter_require_exactly(one, a.data, a.size, b.data, b.size, &error), error, NULL);
        ended(ipf_filter_require_exchange(one, a.data, a.size, &error), error, NULL);
        ended(ipf_filter_require_expiration(one, day(it), day(it), &error), error, NULL);
        ended(ipf_filter_require_last_trade(one, day(it), day(it), &error), error, NULL);
        ended(ipf_filter_require_strike(one, price(it), price(it), &error), error, NULL);
        ended(ipf_filter_require_active_on(one, day(it), &error), error, NULL);
        break;
    }
    case 35: {
        int64_t length = number(it, 4) ? (int64_t)(100000 + number(it, 900000)) : -(int64_t)number(it, 2);
        if (ended(
                ipf_schedule_bars(
                    schedule, times[0], times[1], length, (ipf_time_unit)number(it, 5), (ipf_sessions)number(it, 18), &stream, &error),
                error, stream.release))
            keep_stream(it, stream);
        break;
    }
    case 36:
        for (size_t i = 0; i < most; i++) ends[i] = (int64_t)((uint64_t)times[i] + number(it, 10000000));
        ended(
            ipf_schedule_between(
                schedule, times, ends, some, (ipf_time_unit)number(it, 5), (ipf_sessions)number(it, 18), rows,
                number(it, 2) ? ends : NULL, number(it, 2) ? times : NULL, &error),
            error, NULL);
        break;
    case 37:
        for (size_t i = 0; i < most; i++) ends[i] = (int64_t)number(it, 20000000) - 10000000;
        ended(
            ipf_schedule_add(
                schedule, times, some, (ipf_time_unit)number(it, 5), ends, number(it, 2) ? some : number(it, 3),
                (ipf_sessions)number(it, 18), rows, &error),
            error, NULL);
        break;
    case 39: call_study(it, schedule, texts, prices, times, some); break;
    case 38:
        for (size_t i = 0; i < most; i++) days[i] = number(it, 20) ? (int32_t)number(it, 40000) : day(it);
        int32_t step = (int32_t)number(it, 2001) - 1000;
        ended(ipf_schedule_offset(schedule, days, some, &step, 1, days, &error), error, NULL);
        break;
    case 32:
        if (ended(ipf_catalog_fields(catalog, (ipf_names **)&out, &error), error, out)) read_names(out);
        out = &error;
        if (ended(ipf_schedule_venues((ipf_names **)&out, &error), error, out)) read_names(out);
        if (number(it, 50) == 0) ended(ipf_catalog_verify(catalog, &error), error, NULL);
        break;
    case 33:
        PROMISED(catalog == NULL || (ipf_catalog_version(catalog) != 0 && ipf_catalog_is_complete(catalog)));
        looked_at(ipf_schedule_name(schedule));
        looked_at(ipf_schedule_venue(schedule));
        looked_at(ipf_schedule_zone(schedule));
        PROMISED((ipf_schedule_coverage_end(schedule) == IPF_NO_DAY) == (schedule == NULL));
        PROMISED(ipf_schedule_coverage_start(schedule) <= ipf_schedule_coverage_end(schedule));
        PROMISED((ipf_hits_rows(it->hits) == NULL) == (it->hits == NULL));
        break;
    case 34: {
        ipf_import *import;
        if (!ended(ipf_import_create(a.data, a.size, (uint32_t)number(it, 70), &import, &error), error, NULL)) break;
        ended(ipf_import_add_source(number(it, 5) ? import : NULL, b.data, b.size, &error), error, NULL);
        ended(ipf_import_add_identifier(import, b.data, b.size, &error), error, NULL);
        ended(ipf_import_set_map(import, b.data, b.size, &error), error, NULL);
        ipf_import_cancel(number(it, 2) ? import : NULL);
        ipf_import_free(import);
        break;
    }
    case 31:
        ipf_filter_free(it->filter);
        it->filter = number(it, 4) ? ipf_filter_create() : NULL;
        ipf_rows_free(it->rows);
        it->rows = NULL;
        if (ended(ipf_catalog_identifier_fields(catalog, (ipf_names **)&out, &error), error, out)) read_names(out);
        /* Pointers for errors and results may be NULL. */
        ipf_catalog_near(catalog, a.data, a.size, 1, NULL, NULL);
        ipf_catalog_select(catalog, NULL, 9, 0, 1, (ipf_rows **)&out, NULL);
        break;
    }
}

typedef struct {
    caller caller;
    uint64_t count;
} work;

static void *work_on(void *argument) {
    work *mine = argument;
    for (uint64_t i = 0; i < mine->count; i++) call(&mine->caller);
    caller *it = &mine->caller;
    ipf_rows_free(it->rows);
    ipf_hits_free(it->hits);
    ipf_record_free(it->record);
    ipf_filter_free(it->filter);
    return NULL;
}

/* ---- An import in one thread, which another thread observes and cancels ---- */

static void *import_on(void *import) {
    ipf_import_summary summary;
    ipf_error *error;
    ended(ipf_import_run(import, &summary, &error), error, NULL);
    return NULL;
}

static void import(const char *source, const char *path, uint32_t flags, bool cancels) {
    ipf_import *import;
    ipf_error *error;
    PROMISED(ended(ipf_import_create(path, IPF_TERMINATED, flags, &import, &error), error, NULL));
    PROMISED(ended(ipf_import_add_source(import, source, IPF_TERMINATED, &error), error, NULL));
    pthread_t thread;
    PROMISED(pthread_create(&thread, NULL, import_on, import) == 0);
    for (int i = 0; i < 100; i++) PROMISED(ipf_import_get_progress(import).bytes >= 0);
    if (cancels) ipf_import_cancel(import);
    pthread_join(thread, NULL);
    ipf_names *names;
    if (ended(ipf_import_rejections(import, &names, &error), error, NULL)) read_names(names);
    ipf_import_free(import);
}

int main(int argc, char **argv) {
    if (argc != 7 || ipf_abi_version() != IPF_ABI_VERSION || strlen(ipf_version()) == 0) return 2;
    memset(long_word, 'A', sizeof long_word - 1);
    const char *path = argv[3];
    time_t second = time(NULL);
    import(argv[1], path, IPF_IMPORT_KEEP_HISTORY, false);
    import(argv[2], path, 0, false);
    for (int i = 0; i < 5; i++) import(argv[1], path, 0, true);
    import(argv[2], path, 0, false);
    ipf_error *error;
    ipf_catalog *catalog, *past = NULL;
    ipf_schedule *schedule;
    ipf_price *steps;
    PROMISED(ended(ipf_catalog_open(path, IPF_TERMINATED, &catalog, &error), error, NULL));
    /* The history begins about one second after the first import; there is no earlier state. */
    for (bool isKnown = false; !isKnown; second++) {
        char moment[32];
        struct tm parts;
        PROMISED(second <= time(NULL));
        PROMISED(strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&second, &parts)) > 0);
        isKnown = ended(ipf_catalog_as_of(catalog, moment, IPF_TERMINATED, &past, &error), error, past);
    }
    PROMISED(ipf_catalog_version(past) != ipf_catalog_version(catalog));
    PROMISED(ended(ipf_schedule_open("AAPL", IPF_TERMINATED, catalog, NULL, 0, &schedule, &error), error, NULL));
    PROMISED(ended(ipf_price_open("0.0001 1; 0.01 3; 0.05", IPF_TERMINATED, &steps, &error), error, NULL));
    enum { most_threads = 16 };
    uint64_t threads = strtoull(argv[6], NULL, 10);
    PROMISED(threads <= most_threads);
    pthread_t ids[most_threads];
    static work all[most_threads];
    for (uint64_t i = 0; i < threads; i++) {
        all[i] = (work){
            {.state = strtoull(argv[4], NULL, 10) * 1000 + i, .catalog = catalog, .past = past, .schedule = schedule, .price = steps},
            strtoull(argv[5], NULL, 10)};
        PROMISED(pthread_create(&ids[i], NULL, work_on, &all[i]) == 0);
    }
    for (uint64_t i = 0; i < threads; i++) pthread_join(ids[i], NULL);
    ipf_price_free(steps);
    ipf_schedule_free(schedule);
    ipf_catalog_free(past);
    ipf_catalog_free(catalog);
    /* A stream remains valid after its catalog is freed. */
    for (uint64_t i = 0; i < threads; i++)
        if (all[i].caller.stream.release != NULL) read_stream(&all[i].caller, &all[i].caller.stream);
    return 0;
}
