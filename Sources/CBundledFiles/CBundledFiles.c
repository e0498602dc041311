// The tables that come with the product, embedded in the program.
#include "CBundledFiles.h"

// `#embed` is C23. Clang also supports it in earlier modes, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char schedule[] = {
#embed "../MarketRules/Bundled/bundled-schedule.properties"
};
static const unsigned char contracts[] = {
#embed "../MarketRules/Contracts/bundled-contracts.txt"
};
static const unsigned char places[] = {
#embed "../Symbology/Places/bundled-places.txt"
};
static const unsigned char aliases[] = {
#embed "../InstrumentCatalog/Aliases/bundled-aliases.txt"
};
static const unsigned char lists[] = {
#embed "../Lists/bundled-lists.txt"
};

bundled_file bundled_schedule(void) { return (bundled_file){schedule, sizeof schedule}; }

bundled_file bundled_contracts(void) { return (bundled_file){contracts, sizeof contracts}; }

bundled_file bundled_places(void) { return (bundled_file){places, sizeof places}; }

bundled_file bundled_aliases(void) { return (bundled_file){aliases, sizeof aliases}; }

bundled_file bundled_lists(void) { return (bundled_file){lists, sizeof lists}; }
