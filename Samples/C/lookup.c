/* Imports a source into a catalog, and queries the catalog.
 *
 *     cc lookup.c $(pkg-config --cflags --libs ipf) -o lookup
 *     ./lookup sample.ipf.gz sample.ipfc
 */
#include <inttypes.h>
#include <ipf.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the message of an error. */
static void check(ipf_status status, ipf_error *error) {
    if (status == IPF_OK) return;
    fprintf(stderr, "%s\n", ipf_error_text(error).data);
    ipf_error_free(error);
    exit(1);
}

static void import(const char *source, const char *path) {
    ipf_error *error;
    ipf_import *import;
    ipf_import_summary summary;
    check(ipf_import_create(path, IPF_TERMINATED, 0, &import, &error), error);
    check(ipf_import_add_source(import, source, IPF_TERMINATED, &error), error);
    check(ipf_import_run(import, &summary, &error), error);
    ipf_import_free(import);
    printf("%" PRId64 " instruments\n", summary.instruments);
}

static void print_field(const ipf_catalog *catalog, int64_t row, const char *field) {
    char text[256];
    size_t size;
    ipf_error *error;
    check(ipf_catalog_field(catalog, row, field, IPF_TERMINATED, text, sizeof text, &size, &error), error);
    printf("%.*s", (int)(size < sizeof text ? size : sizeof text), text);
}

static void search(const ipf_catalog *catalog, const char *text) {
    ipf_error *error;
    ipf_hits *hits;
    check(ipf_catalog_search(catalog, text, IPF_TERMINATED, NULL, IPF_NO_DAY, 3, NULL, 0, &hits, &error), error);
    const int64_t *rows = ipf_hits_rows(hits);
    for (size_t i = 0; i < ipf_hits_count(hits); i++) {
        print_field(catalog, rows[i], "SYMBOL");
        printf("  tier %d  ", (int)ipf_hits_tier(hits, i));
        print_field(catalog, rows[i], "DESCRIPTION");
        printf("\n");
    }
    ipf_hits_free(hits);
}

/* Adds up the strikes of active options, read from an Arrow column. */
static void strikes(const ipf_catalog *catalog) {
    ipf_error *error;
    ipf_rows *rows;
    ipf_filter *filter = ipf_filter_create();
    check(ipf_filter_require_exactly(filter, "TYPE", IPF_TERMINATED, "OPTION", IPF_TERMINATED, &error), error);
    check(ipf_filter_require_active_on(filter, 20804 /* 2026-12-17 */, &error), error);
    check(ipf_catalog_select(catalog, filter, IPF_BY_RANK, 0, SIZE_MAX, &rows, &error), error);
    ipf_filter_free(filter);

    ipf_text strike = {"STRIKE", 6};
    struct ArrowArrayStream stream;
    check(ipf_catalog_columns(catalog, rows, &strike, 1, &stream, &error), error);
    ipf_rows_free(rows);
    double sum = 0;
    int64_t count = 0;
    for (;;) {
        struct ArrowArray batch;
        if (stream.get_next(&stream, &batch) != 0) {
            fprintf(stderr, "%s\n", stream.get_last_error(&stream));
            exit(1);
        }
        if (batch.release == NULL) break;
        const double *values = batch.children[0]->buffers[1];
        for (int64_t i = 0; i < batch.length; i++) sum += values[i];
        count += batch.length;
        batch.release(&batch);
    }
    stream.release(&stream);
    printf("%" PRId64 " options, mean strike %.2f\n", count, count ? sum / count : 0);
}

static void hours(const ipf_catalog *catalog) {
    ipf_error *error;
    ipf_schedule *schedule;
    check(ipf_schedule_open("AAPL", IPF_TERMINATED, catalog, NULL, 0, &schedule, &error), error);
    int64_t times[] = {1795790000, 1795804000}; /* 2026-11-27, an early close: 14:33 and 18:26 UTC */
    uint8_t open[2];
    check(ipf_schedule_is_open(schedule, times, 2, IPF_SECONDS, IPF_REGULAR, open, &error), error);
    printf("%s: %d %d\n", ipf_schedule_zone(schedule).data, open[0], open[1]);
    ipf_schedule_free(schedule);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: lookup SOURCE CATALOG\n");
        return 2;
    }
    if (ipf_abi_version() != IPF_ABI_VERSION) {
        fprintf(stderr, "libipf has ABI version %u, expected %u\n", ipf_abi_version(), IPF_ABI_VERSION);
        return 1;
    }
    import(argv[1], argv[2]);
    ipf_error *error;
    ipf_catalog *catalog;
    check(ipf_catalog_open(argv[2], IPF_TERMINATED, &catalog, &error), error);
    int64_t row = ipf_catalog_row(catalog, "THYAO:TR", IPF_TERMINATED);
    print_field(catalog, row, "DESCRIPTION");
    printf("\n");
    search(catalog, "apple");
    strikes(catalog);
    hours(catalog);
    ipf_catalog_free(catalog);
    return 0;
}
