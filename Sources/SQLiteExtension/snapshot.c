/* Open catalog files. */
#include "extension.h"

ipf_catalog *catalog_open(const Table *table, char **message) {
  ipf_catalog *now = NULL, *then = NULL;
  ipf_error *error = NULL;
  if (ipf_catalog_open(table->path, IPF_TERMINATED, &now, &error) == IPF_OK) {
    if (!table->moment) return now;
    ipf_catalog_as_of(now, table->moment, IPF_TERMINATED, &then, &error);
    ipf_catalog_free(now);
  }
  if (!then) *message = message_of(error);
  return then;
}

Snapshot *snapshot_open(const Table *table, char **message) {
  Snapshot *snapshot = calloc(1, sizeof *snapshot);
  bool *has = calloc((size_t)table->field_count + 1, sizeof *has);
  if (!snapshot || !has) {
    free(snapshot);
    free(has);
    *message = message_of(NULL);
    return NULL;
  }
  snapshot->has = has;
  snapshot->references = 1;
  ipf_error *error = NULL;
  ipf_names *names = NULL;
  /* Read the metadata before opening. If the file is replaced in between, the metadata differs from that of the new
   * file, and the next refresh opens the new file. */
  if (stat(table->path, &snapshot->file)) memset(&snapshot->file, 0, sizeof snapshot->file);
  snapshot->catalog = catalog_open(table, message);
  if (!snapshot->catalog || ipf_catalog_fields(snapshot->catalog, &names, &error) != IPF_OK) {
    if (snapshot->catalog) *message = message_of(error);
    snapshot_release(snapshot);
    return NULL;
  }
  snapshot->count = ipf_catalog_count(snapshot->catalog);
  /* Both lists have nearly the same order, so each search starts after the previous match. */
  size_t count = ipf_names_count(names), place = 0;
  for (int field = 0; field < table->field_count; field++) {
    const Field *wanted = &table->fields[field];
    for (size_t step = 0; step < count; step++, place++) {
      ipf_text name = ipf_names_at(names, place % count);
      if (name.size == wanted->size && memcmp(name.data, wanted->name, name.size) == 0) {
        snapshot->has[field] = true;
        place++;
        break;
      }
    }
  }
  ipf_names_free(names);
  return snapshot;
}

bool snapshot_is_current(const Snapshot *snapshot, const char *path) {
  struct stat now;
  const struct stat *then = &snapshot->file;
  return stat(path, &now) == 0 && now.st_ino == then->st_ino && now.st_dev == then->st_dev &&
         now.st_size == then->st_size && now.st_mtim.tv_sec == then->st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == then->st_mtim.tv_nsec;
}

Snapshot *snapshot_retain(Snapshot *snapshot) {
  snapshot->references++;
  return snapshot;
}

void snapshot_release(Snapshot *snapshot) {
  if (!snapshot || --snapshot->references > 0) return;
  ipf_catalog_free(snapshot->catalog);
  for (int place = 0; place < KEPT_HIT_SETS; place++) hit_set_clear(&snapshot->hit_sets[place]);
  free(snapshot->has);
  free(snapshot);
}
