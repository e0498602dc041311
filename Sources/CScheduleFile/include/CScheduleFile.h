#pragma once
#include <stddef.h>

/// Returns the bytes of `bundled-schedule.properties`, of which there are `bundled_schedule_size()`. They are constants of the program.
const unsigned char *_Nonnull bundled_schedule(void);
size_t bundled_schedule_size(void);
