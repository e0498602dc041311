/* Names of columns: an open-addressing hash table with linear probing. */
#include "extension.h"

bool names_init(ColumnNames *names, int count) {
  names->size = 2;
  while (names->size < (size_t)count * 2) names->size *= 2;
  names->places = calloc(names->size, sizeof *names->places);
  return names->places != NULL;
}

void names_clear(ColumnNames *names) {
  for (size_t place = 0; names->places && place < names->size; place++) sqlite3_free(names->places[place].name);
  free(names->places);
}

/* Returns the slot of a name, or the free slot where it belongs. The hash is FNV-1a of the name in lowercase. */
static size_t name_place(const ColumnNames *names, const char *name) {
  uint32_t hash = 2166136261u;
  for (const char *at = name; *at; at++) {
    uint8_t byte = (uint8_t)*at;
    hash = (hash ^ (byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte)) * 16777619u;
  }
  size_t place = hash & (names->size - 1);
  while (names->places[place].name && sqlite3_stricmp(names->places[place].name, name) != 0)
    place = (place + 1) & (names->size - 1);
  return place;
}

const char *names_add(ColumnNames *names, const char *name) {
  size_t first = name_place(names, name), place = first;
  char *unique = sqlite3_mprintf("%s", name);
  while (unique && names->places[place].name) {
    sqlite3_free(unique);
    unique = sqlite3_mprintf("%s_%d", name, names->places[first].next++);
    if (unique) place = name_place(names, unique);
  }
  if (!unique) return NULL;
  names->places[place].name = unique;
  names->places[place].next = 2;
  return unique;
}
