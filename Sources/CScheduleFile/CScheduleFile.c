// The bundled schedule defaults, embedded in every binary, wherever that is copied.
#include "CScheduleFile.h"

// `#embed` is C23; clang also has it in earlier modes.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char text[] = {
#embed "../MarketRules/Bundled/bundled-schedule.properties"
};

const unsigned char *bundled_schedule(void) { return text; }

size_t bundled_schedule_size(void) { return sizeof text; }
